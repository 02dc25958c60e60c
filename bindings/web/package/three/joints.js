// The joints of a tree of objects, and their transforms as a pose.

import { FLOATS, check, kindOf } from "../arguments.js";

/**
 * The objects that become joints, parents before children, and the object in whose space they are.
 * @param {object} root an Object3D or a Skeleton
 * @param {object[]} [given] the objects that may rotate
 */
export function jointsOf(root, given) {
    const moved = new Set(given ?? movedObjects(root));
    check(moved.size > 0, "root: there are no joints below it");
    for (const object of moved) {
        check(object?.isObject3D === true, `joints: expected Object3Ds, got ${kindOf(object)}`, TypeError);
    }
    const tops = [...moved].filter((object) => !hasAncestorIn(object, moved));
    const space = spaceOf(root, tops, moved);
    // Objects between two joints carry the lower one.
    const all = new Set();
    for (const object of moved) {
        for (let above = object; above !== space && above !== null; above = above.parent) {
            all.add(above);
        }
    }
    const joints = [...all].sort((a, b) => depthOf(a) - depthOf(b));
    return { joints, moved, space, base: joints.indexOf(tops[0]) };
}

function movedObjects(root) {
    if (Array.isArray(root?.bones)) {
        return root.bones;
    }
    check(root?.isObject3D === true, `root: expected an Object3D or a Skeleton, got ${kindOf(root)}`, TypeError);
    const bones = [];
    const others = [];
    root.traverse((object) => {
        (object.isBone ? bones : others).push(object);
    });
    return bones.length > 0 ? bones : others.filter((object) => !object.isLight && !object.isCamera);
}

function spaceOf(root, tops, moved) {
    const isInside = root.isObject3D && !moved.has(root);
    let space = isInside ? root : tops[0].parent;
    while (space !== null && !tops.every((top) => isBelow(top, space))) {
        space = space.parent;
    }
    return space;
}

function isBelow(object, ancestor) {
    for (let above = object.parent; above !== null; above = above.parent) {
        if (above === ancestor) {
            return true;
        }
    }
    return false;
}

function hasAncestorIn(object, set) {
    for (let above = object.parent; above !== null; above = above.parent) {
        if (set.has(above)) {
            return true;
        }
    }
    return false;
}

function depthOf(object) {
    let depth = 0;
    for (let above = object.parent; above !== null; above = above.parent) {
        depth += 1;
    }
    return depth;
}

/** Reads the local transforms of objects into a pose. */
export function readPose(joints, pose) {
    for (let index = 0; index < joints.length; index++) {
        const { position, quaternion, scale } = joints[index];
        const start = index * FLOATS;
        pose[start] = position.x;
        pose[start + 1] = position.y;
        pose[start + 2] = position.z;
        pose[start + 3] = quaternion.x;
        pose[start + 4] = quaternion.y;
        pose[start + 5] = quaternion.z;
        pose[start + 6] = quaternion.w;
        pose[start + 7] = scale.x;
        pose[start + 8] = scale.y;
        pose[start + 9] = scale.z;
    }
    return pose;
}

/** Writes the rotations that differ from `before`. Objects that the solver left alone keep their double precision. */
export function writeRotations(joints, before, pose) {
    for (let index = 0; index < joints.length; index++) {
        const start = index * FLOATS + 3;
        if (differs(before, pose, start, 4)) {
            joints[index].quaternion.fromArray(pose, start);
        }
    }
}

/** Writes the position of one joint, if it differs from `before`. */
export function writePosition(joints, index, before, pose) {
    const start = index * FLOATS;
    if (differs(before, pose, start, 3)) {
        joints[index].position.fromArray(pose, start);
    }
}

function differs(before, after, start, count) {
    for (let index = start; index < start + count; index++) {
        if (before[index] !== after[index]) {
            return true;
        }
    }
    return false;
}
