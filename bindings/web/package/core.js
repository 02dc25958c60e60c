// Rigs and sessions over the WebAssembly module. index.js and wasm.js load it.

import { RigHandle, SessionHandle, set_prior as setPrior } from "./solver.js";
import { FLOATS, check, kindOf, numbers, parsed, plain, steps } from "./arguments.js";
import { Report } from "./report.js";
import { requestOf } from "./options.js";
import { NUMBERS, writeTarget, written } from "./target.js";

export { OUTCOMES, Report } from "./report.js";

/** The memory of the module, once it is loaded. */
let memory;

/** The prior, until the module is loaded. */
let prior;

/** Takes the exports of the loaded module. */
export function use(exports) {
    memory = exports.memory;
    if (prior !== undefined) {
        setPrior(prior);
    }
}

/** Takes the bytes of the prior, before or after the module is loaded. */
export function usePrior(bytes) {
    prior = bytes;
    if (memory !== undefined) {
        setPrior(prior);
    }
}

function isReady() {
    check(memory !== undefined, "kansetsu is not loaded: await `ready` of \"kansetsu\", or `init()` of \"kansetsu/wasm\"");
}

/** A skeleton with limits, limbs and humanoid roles. It never changes. */
export class Rig {
    #handle;
    #data;
    #names;

    /** @param {object} data as of `toJSON()` */
    constructor(data, { humanoid = false } = {}) {
        isReady();
        check(kindOf(data) === "object", `rig: expected an object, got ${kindOf(data)}`, TypeError);
        checkJoints(data);
        this.#handle = new RigHandle({ message: "rig", ...plain("rig", data) }, humanoid === true);
        this.#data = this.#handle.data();
        this.#names = namesOf(this.#data);
    }

    /** A rig from arrays. */
    static fromArrays({ names, parents, rest, limits, roles = {}, humanoid = false }) {
        check(Array.isArray(names), `names: expected an array, got ${kindOf(names)}`, TypeError);
        const count = names.length;
        const above = numbers("parents", parents, count);
        const locals = numbers("rest", rest, count * FLOATS);
        const joints = names.map((name, joint) => {
            const start = joint * FLOATS;
            const parent = above[joint];
            check(
                parent === -1 || (Number.isInteger(parent) && parent >= 0 && parent < joint),
                `parents[${joint}]: ${parent} is neither -1 nor the index of a joint before it`,
            );
            return {
                name: String(name),
                parent: parent === -1 ? null : parent,
                rest: {
                    translation: [...locals.slice(start, start + 3)],
                    rotation: [...locals.slice(start + 3, start + 7)],
                    scale: [...locals.slice(start + 7, start + 10)],
                },
            };
        });
        check(
            limits === undefined || (Array.isArray(limits) && limits.length === count),
            `limits: expected an array of ${count}, one for each joint`,
        );
        return new Rig({ joints, limits: limits?.map((limit) => limit ?? null) ?? [], roles }, { humanoid });
    }

    /** The joints' names, parents before children. */
    get joints() {
        return this.#data.joints.map((joint) => joint.name);
    }

    /** The parent of each joint, -1 for a root. */
    get parents() {
        return this.#data.joints.map((joint) => joint.parent ?? -1);
    }

    /** The joint of each humanoid role. */
    get roles() {
        return { ...this.#data.roles };
    }

    /** The limit of each joint, or null. */
    get limits() {
        return structuredClone(this.#data.limits);
    }

    /** The chains with a known bend. */
    get limbs() {
        return structuredClone(this.#data.limbs);
    }

    /** The number of joints. */
    get length() {
        return this.#data.joints.length;
    }

    /** The joint that carries the whole body. */
    get base() {
        return this.raw.base();
    }

    /** The index of a joint. */
    joint(joint, argument = "joint") {
        if (typeof joint === "number") {
            check(
                Number.isInteger(joint) && joint >= 0 && joint < this.length,
                `${argument}: joint ${joint} does not exist; there are ${this.length} joints, counted from 0`,
                RangeError,
            );
            return joint;
        }
        check(
            typeof joint === "string",
            `${argument}: expected the name or index of a joint, got ${kindOf(joint)}`,
            TypeError,
        );
        const known = this.#names.get(joint);
        if (known !== undefined) {
            return known;
        }
        try {
            return this.raw.joint(joint);
        } catch (error) {
            throw new Error(`${argument}: ${error.message}`);
        }
    }

    /** The rest pose, a new array. */
    restPose() {
        return this.raw.rest_pose();
    }

    /** The relaxed stance, a new array; the rest pose for a body without one. */
    stance() {
        return this.raw.stance();
    }

    /** Forward kinematics: a 4×4 matrix for each joint, column by column. */
    forward(pose) {
        return this.raw.forward(this.#pose(pose));
    }

    /** How far each joint is outside its limit, radians. */
    violations(pose) {
        return this.raw.violations(this.#pose(pose));
    }

    #pose(pose) {
        const found = numbers("pose", pose, this.length * FLOATS);
        for (let start = 3; start < found.length; start += FLOATS) {
            const [x, y, z, w] = found.subarray(start, start + 4);
            check(x * x + y * y + z * z + w * w > 0, `pose: the rotation of joint ${(start - 3) / FLOATS} is zero`);
        }
        return found;
    }

    /** A session that poses this rig. */
    session(options = {}) {
        return new Session(this, options);
    }

    /** All data: for `new Rig()`, other threads and files. */
    toJSON() {
        return structuredClone(this.#data);
    }

    /** Frees the memory now, not when it is collected. Sessions stay. */
    free() {
        this.raw.free();
        this.#handle = undefined;
    }

    /** @internal */
    get raw() {
        check(this.#handle !== undefined, "rig: it was freed");
        return this.#handle;
    }
}

/** Poses one body: targets and pins in, a pose and a report out. */
export class Session {
    #handle;
    #rig;
    #buffers;

    constructor(rig, options = {}, request = undefined) {
        check(rig instanceof Rig, `rig: expected a Rig, got ${kindOf(rig)}`, TypeError);
        this.#handle = new SessionHandle(rig.raw, request ?? requestOf(rig, options));
        this.#rig = rig;
    }

    /** The session of a request, an object or JSON. */
    static fromRequest(rig, request) {
        const data = typeof request === "string" ? parsed("request", request) : request;
        check(kindOf(data) === "object", `request: expected an object, got ${kindOf(data)}`, TypeError);
        return new Session(rig, {}, { message: "request", ...plain("request", data) });
    }

    /** The rig that the session poses. */
    get rig() {
        return this.#rig;
    }

    /** Replaces the options. The next call uses them. */
    setOptions(options) {
        this.#raw.set_options(requestOf(this.#rig, options));
    }

    /** Sets the target of a joint, in place of earlier ones. */
    setTarget(joint, target) {
        const index = this.#rig.joint(joint);
        writeTarget(target, this.#rig, this.#views.target);
        this.#raw.set_target(index, written.flags, written.frame);
    }

    /** Adds a target to those of a joint, for another of its points. */
    addTarget(joint, target) {
        const index = this.#rig.joint(joint);
        writeTarget(target, this.#rig, this.#views.target);
        this.#raw.add_target(index, written.flags, written.frame);
    }

    /** Pins a joint to a target, which is met before all others. */
    pinTo(joint, target) {
        const index = this.#rig.joint(joint);
        writeTarget(target, this.#rig, this.#views.target);
        this.#raw.pin_to(index, written.flags, written.frame);
    }

    /** Pins position and rotation of a joint. */
    pin(joint) {
        this.#raw.pin(this.#rig.joint(joint));
    }

    /** Pins the position of a joint. */
    pinPosition(joint) {
        this.#raw.pin_position(this.#rig.joint(joint));
    }

    /** Removes targets and pin of a joint. */
    release(joint) {
        this.#raw.release(this.#rig.joint(joint));
    }

    /** Removes all targets and pins, and resets the tracking state. */
    clear() {
        this.#raw.clear();
    }

    /** Resets the tracking state: the next step starts a new motion. */
    reset() {
        this.#raw.reset();
    }

    /** Finds one pose that meets the targets. */
    solve(pose = this.#rig.restPose(), budget = 200) {
        this.#fill("pose", pose);
        this.#raw.solve(steps(budget));
        return this.#result(pose);
    }

    /** Continues from `pose` toward the targets: one frame. */
    step(pose, budget = 16) {
        this.#fill("pose", pose);
        this.#raw.step(steps(budget));
        return this.#result(pose);
    }

    /** Poses the next frame of a motion: meets the targets, as close as possible to `motion`. */
    follow(motion, pose = new Float32Array(motion), budget = 16) {
        this.#check("pose", pose);
        this.#fill("motion", motion);
        this.#raw.follow(steps(budget));
        return this.#result(pose);
    }

    /** The residuals of targets and pins. Nothing is solved. */
    measure(pose) {
        this.#fill("pose", pose);
        this.#raw.measure();
        return this.#report(pose);
    }

    /** Frees the memory now, not when it is collected. */
    free() {
        this.#raw.free();
        this.#handle = undefined;
        this.#buffers = undefined;
    }

    get #raw() {
        check(this.#handle !== undefined, "session: it was freed");
        return this.#handle;
    }

    /** Views of the module's memory. They are empty once it has grown. */
    get #views() {
        if (this.#buffers === undefined || this.#buffers.all.length === 0) {
            const raw = this.#raw;
            this.#buffers = {
                all: new Float32Array(memory.buffer),
                pose: new Float32Array(memory.buffer, raw.pose_at(), this.#rig.length * FLOATS),
                target: new Float32Array(memory.buffer, raw.target_at(), NUMBERS),
            };
        }
        return this.#buffers;
    }

    #check(name, pose) {
        const length = this.#rig.length * FLOATS;
        if (!(pose instanceof Float32Array)) {
            throw new TypeError(`${name}: expected a Float32Array, got ${kindOf(pose)}`);
        }
        if (pose.length !== length) {
            throw new RangeError(`${name}: expected ${length} numbers, ${FLOATS} for each joint, got ${pose.length}`);
        }
    }

    #fill(name, pose) {
        this.#check(name, pose);
        this.#views.pose.set(pose);
    }

    #result(pose) {
        pose.set(this.#views.pose);
        return this.#report(pose);
    }

    #report(pose) {
        const raw = this.#raw;
        const { all } = this.#views;
        const start = raw.report_at() / Float32Array.BYTES_PER_ELEMENT;
        // A plain array is made in a fifth of the time of a typed one.
        const found = new Array(raw.report_length());
        for (let index = 0; index < found.length; index++) {
            found[index] = all[start + index];
        }
        return new Report(this.#rig, pose, found);
    }
}

function namesOf(data) {
    const names = new Map();
    for (const [index, { name }] of data.joints.entries()) {
        // A name of several joints is the module's to refuse.
        names.set(name, names.has(name) ? undefined : index);
    }
    for (const [role, joint] of Object.entries(data.roles)) {
        if (!names.has(role)) {
            names.set(role, joint);
        }
    }
    return names;
}

function checkJoints(data) {
    for (const [index, joint] of (data.joints ?? []).entries()) {
        for (const [field, value] of Object.entries(joint?.rest ?? {})) {
            numbers(`joints[${index}].rest.${field}`, value, field === "rotation" ? 4 : 3);
        }
    }
}
