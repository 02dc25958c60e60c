// Inverse kinematics for a tree of objects.

import { Matrix4, Quaternion, Vector3 } from "three";

import { check, kindOf, number } from "../arguments.js";
import { Rig } from "../core.js";
import { jointsOf, readPose, writePosition, writeRotations } from "./joints.js";

/** The parts of a target that come from its object. */
const FIELDS = ["position", "rotation", "lookAt", "align", "pole", "point", "radius", "angle", "weight"];

const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();
const toSpace = new Matrix4();

/** Poses a tree of objects: targets are objects, and updates write quaternions. */
export class IK {
    #targets = new Map();
    #pins = new Map();
    #before;
    #pose;
    #rootMoves;

    constructor(root, settings = {}) {
        const { joints, limits, roles, humanoid = false, root: rootMotion = "rotates", locked = [], stiffness, ...options } = settings;
        const { joints: objects, moved, space, base } = jointsOf(root, joints);
        /** The objects, parents before children. */
        this.joints = objects;
        /** The object in whose space the rig is, or null for the world. */
        this.space = space;
        this.#pose = readPose(objects, new Float32Array(10 * objects.length));
        this.#before = new Float32Array(this.#pose.length);
        /** The rig: its rest pose is the pose of now. */
        const isSwitch = typeof limits === "string";
        this.rig = rigOf(objects, base, this.#pose, { limits: isSwitch ? undefined : limits, roles, humanoid });
        const still = objects.filter((object) => !moved.has(object));
        this.#rootMoves = rootMotion === "free" || rootMotion === "auto";
        /** The session: its options can be changed. */
        this.session = this.rig.session({
            root: rootMotion,
            ...(isSwitch ? { limits } : {}),
            locked: [...locked, ...still].map((joint) => this.indexOf(joint, "locked")),
            stiffness: new Map([...pairs(stiffness)].map(([joint, factor]) => [this.indexOf(joint, "stiffness"), factor])),
            ...options,
        });
        /** The joint that carries the body. */
        this.base = objects[this.rig.base];
    }

    /** The index of a joint: an object, a name, a humanoid role or an index. */
    indexOf(joint, argument = "joint") {
        if (joint?.isObject3D !== true) {
            return this.rig.joint(joint, argument);
        }
        const index = this.joints.indexOf(joint);
        check(index >= 0, `${argument}: "${joint.name}" is not a joint of this IK`);
        return index;
    }

    /** The object of a joint. */
    object(joint) {
        return this.joints[this.indexOf(joint)];
    }

    /** The joint follows an object. */
    setTarget(joint, object, options = {}) {
        check(object?.isObject3D === true, `object: expected an Object3D, got ${kindOf(object)}`, TypeError);
        for (const field of Object.keys(options)) {
            check(FIELDS.includes(field), `options: unknown field "${field}"; a target has ${FIELDS.join(", ")}`, TypeError);
        }
        const index = this.indexOf(joint);
        this.#pins.delete(index);
        this.#targets.set(index, { object, options });
        this.session.release(index);
    }

    /** The joint stays where it is in the world. */
    pin(joint, { rotation: keepsRotation = true } = {}) {
        const index = this.indexOf(joint);
        const object = this.joints[index];
        object.updateWorldMatrix(true, false);
        this.#targets.delete(index);
        this.#pins.set(index, { matrix: object.matrixWorld.clone(), keepsRotation });
        this.session.release(index);
    }

    /** Removes the target and the pin of a joint. */
    release(joint) {
        const index = this.indexOf(joint);
        this.#targets.delete(index);
        this.#pins.delete(index);
        this.session.release(index);
    }

    /** Removes all targets and pins. */
    clear() {
        this.#targets.clear();
        this.#pins.clear();
        this.session.clear();
    }

    /** The next update starts a new motion. */
    reset() {
        this.session.reset();
    }

    /** The joints with a target, and their objects. */
    get targets() {
        return [...this.#targets].map(([index, { object }]) => ({ joint: this.joints[index], object }));
    }

    /** The pinned joints, and where they are held in the world. */
    get pins() {
        return [...this.#pins].map(([index, pin]) => ({ joint: this.joints[index], matrix: pin.matrix }));
    }

    /** Moves an object to where a joint is. */
    place(object, joint) {
        const from = this.object(joint);
        from.updateWorldMatrix(true, false);
        object.parent?.updateWorldMatrix(true, false);
        matrix.copy(from.matrixWorld);
        if (object.parent) {
            matrix.premultiply(toSpace.copy(object.parent.matrixWorld).invert());
        }
        matrix.decompose(object.position, object.quaternion, scale);
        return object;
    }

    /** One frame: continues from the objects' pose toward the targets. */
    update(steps = 16) {
        return this.#run((pose) => this.session.step(pose, steps));
    }

    /** One frame after an animation has posed the objects: meets the targets close to that pose. */
    follow(steps = 16) {
        return this.#run((pose) => this.session.follow(pose, pose, steps));
    }

    /** Finds one pose at once. */
    solve(steps = 200) {
        return this.#run((pose) => this.session.solve(pose, steps));
    }

    /** How far joints are outside their limits now, radians, by object. */
    violations() {
        const found = this.rig.violations(readPose(this.joints, this.#pose));
        return new Map(this.joints.map((joint, index) => [joint, found[index]]));
    }

    /** Frees the memory of the module. */
    dispose() {
        this.session.free();
        this.rig.free();
    }

    #run(action) {
        this.#place();
        readPose(this.joints, this.#before);
        this.#pose.set(this.#before);
        const report = action(this.#pose);
        writeRotations(this.joints, this.#before, this.#pose);
        if (this.#rootMoves) {
            writePosition(this.joints, this.rig.base, this.#before, this.#pose);
        }
        return report;
    }

    /** Sets targets and pins from the objects as they are now. */
    #place() {
        this.space?.updateWorldMatrix(true, false);
        toSpace.copy(this.space?.matrixWorld ?? matrix.identity()).invert();
        toSpace.decompose(position, rotation, scale);
        const size = Math.cbrt(Math.abs(scale.x * scale.y * scale.z));
        check(Number.isFinite(size) && size > 0, "root: an object above the joints has the scale 0");
        for (const [index, { object, options }] of this.#targets) {
            object.updateWorldMatrix(true, false);
            this.session.setTarget(index, targetOf(object, options, size));
        }
        for (const [index, pin] of this.#pins) {
            matrix.multiplyMatrices(toSpace, pin.matrix).decompose(position, rotation, scale);
            const target = { position: position.toArray() };
            if (pin.keepsRotation) {
                target.rotation = rotation.toArray();
            }
            this.session.pinTo(index, target);
        }
    }
}

/** The target of the session for an object, in the space of the rig. */
function targetOf(object, options, size) {
    const { position: follows = options.lookAt === undefined, rotation: turns = false, lookAt, align, pole, point, radius, angle, weight } = options;
    const target = { point, angle, weight };
    const place = position.setFromMatrixPosition(object.matrixWorld).applyMatrix4(toSpace).toArray();
    if (follows) {
        target.position = place;
    }
    if (lookAt !== undefined) {
        target.lookAt = [list(lookAt), place];
    }
    if (align !== undefined) {
        // The axis of the joint points along the object's own Z.
        const along = position.setFromMatrixColumn(object.matrixWorld, 2).transformDirection(toSpace);
        target.align = [list(align), along.toArray()];
    }
    if (turns) {
        matrix.multiplyMatrices(toSpace, object.matrixWorld).decompose(position, rotation, scale);
        target.rotation = rotation.toArray();
    }
    if (pole !== undefined) {
        pole.updateWorldMatrix(true, false);
        target.pole = position.setFromMatrixPosition(pole.matrixWorld).applyMatrix4(toSpace).toArray();
    }
    if (radius !== undefined) {
        target.radius = number("radius", radius) * size;
    }
    return target;
}

function list(vector) {
    return vector?.isVector3 ? vector.toArray() : vector;
}

function rigOf(objects, base, pose, { limits, roles, humanoid }) {
    const rest = (index) => ({
        translation: [...pose.subarray(10 * index, 10 * index + 3)],
        rotation: [...pose.subarray(10 * index + 3, 10 * index + 7)],
        scale: [...pose.subarray(10 * index + 7, 10 * index + 10)],
    });
    const joints = objects.map((object, index) => {
        const parent = objects.indexOf(object.parent);
        return { name: object.name, parent: parent < 0 ? null : parent, rest: rest(index) };
    });
    const byJoint = (joint, argument) => {
        const index = joint?.isObject3D ? objects.indexOf(joint) : joints.findIndex(({ name }) => name === joint);
        check(index >= 0, `${argument}: there is no joint "${joint?.isObject3D ? joint.name : joint}"`);
        return index;
    };
    const limited = joints.map(() => null);
    for (const [joint, limit] of pairs(limits)) {
        limited[byJoint(joint, "limits")] = limit;
    }
    const played = Object.entries(roles ?? {}).map(([role, joint]) => [role, byJoint(joint, `roles.${role}`)]);
    const data = { joints, base, roles: Object.fromEntries(played) };
    return new Rig(limits === undefined ? data : { ...data, limits: limited }, { humanoid });
}

function pairs(map) {
    return map instanceof Map ? map : Object.entries(map ?? {});
}
