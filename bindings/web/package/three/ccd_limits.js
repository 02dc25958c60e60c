// The limits of a link of CCDIKSolver as a limit of the library.

import { Euler, Quaternion, Vector3 } from "three";

import { check, numbers } from "../arguments.js";

/** Angles between the samples of a hinge's range, radians: finer than any range that is meant. */
const STEP = Math.PI / 1440;

/** The limit of a link; null if it has none. The rest rotation of the bone is the identity. */
export function limitOf({ limitation, rotationMin, rotationMax }, bone) {
    const axis = limitation === undefined ? undefined : vectorOf("limitation", limitation);
    const min = rotationMin === undefined ? undefined : vectorOf("rotationMin", rotationMin);
    const max = rotationMax === undefined ? undefined : vectorOf("rotationMax", rotationMax);
    if (axis === undefined) {
        const isFree = min === undefined && max === undefined;
        return isFree ? null : { kind: "euler_box", order: bone.rotation.order, min: min?.toArray() ?? open(), max: max?.toArray() ?? open() };
    }
    check(axis.lengthSq() > 0, "limitation: the axis is zero");
    return { kind: "hinge", axis: axis.toArray(), ...rangeOf(axis.normalize(), min, max, bone.rotation.order) };
}

const open = () => [null, null, null];

function vectorOf(name, { x, y, z }) {
    return new Vector3(...numbers(name, [x, y, z].map(finite), 3));
}

/** Infinite bounds are as far as no rotation reaches. */
function finite(bound) {
    return Math.abs(bound) === Infinity ? Math.sign(bound) * 2 * Math.PI : bound;
}

/** The angles about an axis whose Euler angles are inside the bounds. */
function rangeOf(axis, min, max, order) {
    if (min === undefined && max === undefined) {
        return {};
    }
    const along = ["x", "y", "z"].find((name) => Math.abs(axis[name]) > 1 - 1e-6);
    if (along !== undefined) {
        const [low, high] = [min?.[along] ?? null, max?.[along] ?? null];
        const isMirrored = axis[along] < 0;
        const negative = (angle) => (angle === null ? null : -angle);
        return isMirrored ? { min: negative(high), max: negative(low) } : { min: low, max: high };
    }
    return searched(axis, min, max, order);
}

/** The range about an axis between the coordinate axes: the allowed angles next to no rotation. */
function searched(axis, min, max, order) {
    const allows = (angle) => {
        const { x, y, z } = new Euler().setFromQuaternion(new Quaternion().setFromAxisAngle(axis, angle), order);
        const isInside = (value, name) => value >= (min?.[name] ?? -Infinity) && value <= (max?.[name] ?? Infinity);
        return isInside(x, "x") && isInside(y, "y") && isInside(z, "z");
    };
    let start = 0;
    while (!allows(start) && start <= Math.PI) {
        start = start > 0 ? -start : STEP - start;
    }
    check(start <= Math.PI, "limitation: no rotation about this axis is inside rotationMin and rotationMax");
    const last = (direction) => {
        let angle = start;
        while (Math.abs(angle) < Math.PI && allows(angle + direction * STEP)) {
            angle += direction * STEP;
        }
        return angle;
    };
    return { min: last(-1), max: last(1) };
}
