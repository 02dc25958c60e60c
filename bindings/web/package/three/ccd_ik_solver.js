// A drop-in replacement of CCDIKSolver in three/addons/animation/CCDIKSolver.js.

import { Matrix4, Quaternion, Vector3 } from "three";

import { check } from "../arguments.js";
import { Rig } from "../core.js";
import { CCDIKHelper } from "./ccd_ik_helper.js";
import { limitOf } from "./ccd_limits.js";
import { readPose } from "./joints.js";

/** The budget of a chain per update: the solver stops earlier when it has reached the target. */
const STEPS = 64;

const target = new Vector3();
const inverse = new Matrix4();
const quaternion = new Quaternion();

/**
 * Solves chains of bones, like the class of the same name of three.js, with limits that hold.
 *
 * `iteration`, `minAngle` and `maxAngle` belong to cyclic coordinate descent and have no effect.
 */
export class CCDIKSolver {
    #chains = new Map();

    constructor(mesh, iks = []) {
        this.mesh = mesh;
        this.iks = iks;
        for (const ik of iks) {
            this.#check(ik);
        }
    }

    /** Solves all chains. */
    update(globalBlendFactor = 1) {
        for (const ik of this.iks) {
            this.updateOne(ik, globalBlendFactor);
        }
        return this;
    }

    /** Solves one chain. */
    updateOne(ik, overrideBlend = 1) {
        const blend = ik.blendFactor ?? overrideBlend;
        const chain = this.#chainOf(ik);
        if (chain !== undefined && blend > 0) {
            chain.solve(this.mesh.skeleton.bones[ik.target], blend);
        }
        return this;
    }

    /** A helper that shows the chains. */
    createHelper(sphereSize) {
        return new CCDIKHelper(this.mesh, this.iks, sphereSize);
    }

    /** The next update starts a new motion, for example after a jump of the animation. */
    reset() {
        for (const { chain } of this.#chains.values()) {
            chain.session.reset();
        }
    }

    /** Frees the memory of the module. */
    dispose() {
        for (const { chain } of this.#chains.values()) {
            chain.free();
        }
        this.#chains.clear();
    }

    /** The chain of an entry; undefined if its first link is disabled. A changed entry makes a new chain. */
    #chainOf(ik) {
        const key = keyOf(ik);
        const known = this.#chains.get(ik);
        if (known?.key === key) {
            return known.chain;
        }
        known?.chain?.free();
        const links = enabledLinks(ik);
        const chain = links.length > 0 ? new Chain(this.mesh.skeleton.bones, ik, links) : undefined;
        this.#chains.set(ik, { key, chain });
        return chain;
    }

    #check(ik) {
        const { bones } = this.mesh.skeleton;
        const isBone = (index) => Number.isInteger(index) && bones[index] !== undefined;
        check(isBone(ik.target), `target: there is no bone ${ik.target}`, RangeError);
        check(isBone(ik.effector), `effector: there is no bone ${ik.effector}`, RangeError);
        let below = bones[ik.effector];
        for (const { index } of ik.links) {
            check(isBone(index), `links: there is no bone ${index}`, RangeError);
            check(isAbove(bones[index], below), `links: bone ${bones[index].name} is not above bone ${below.name}`);
            below = bones[index];
        }
    }
}

/** The bones from the top link to the effector. */
class Chain {
    constructor(bones, ik, links) {
        const top = bones[links.at(-1).index];
        this.joints = [bones[ik.effector]];
        while (this.joints[0] !== top) {
            this.joints.unshift(this.joints[0].parent);
        }
        this.effector = this.joints.length;
        const byBone = new Map(links.map((link) => [bones[link.index], link]));
        // Joint 0 carries the chain and never moves. All others rest without rotation, so that limits are about the rotation itself.
        const rest = (bone) => ({ translation: bone.position.toArray(), rotation: [0, 0, 0, 1], scale: bone.scale.toArray() });
        const joints = [{ name: "", parent: null }];
        const limits = [null];
        for (const [index, bone] of this.joints.entries()) {
            joints.push({ name: bone.name, parent: index, rest: rest(bone) });
            limits.push(byBone.has(bone) ? limitOf(byBone.get(bone), bone) : null);
        }
        this.links = [...byBone.keys()].map((bone) => this.joints.indexOf(bone));
        this.rig = new Rig({ joints, limits });
        const still = this.joints.flatMap((bone, index) => (byBone.has(bone) ? [] : [index + 1]));
        this.session = this.rig.session({ root: "fixed", posture: "uniform", locked: still });
        this.motion = this.rig.restPose();
        this.pose = this.rig.restPose();
    }

    solve(bone, blend) {
        const space = this.joints[0].parent;
        inverse.copy(space?.matrixWorld ?? inverse.identity()).invert();
        target.setFromMatrixPosition(bone.matrixWorld).applyMatrix4(inverse);
        readPose(this.joints, this.motion.subarray(10));
        this.session.setTarget(this.effector, { position: target.toArray() });
        this.session.follow(this.motion, this.pose, STEPS);
        for (const index of this.links) {
            quaternion.fromArray(this.pose, 10 * (index + 1) + 3).normalize();
            this.joints[index].quaternion.slerp(quaternion, blend);
        }
        this.joints[0].updateMatrixWorld(true);
    }

    free() {
        this.session.free();
        this.rig.free();
    }
}

/** The links that may rotate: a disabled link ends the chain. */
function enabledLinks({ links }) {
    const end = links.findIndex((link) => link.enabled === false);
    return end < 0 ? links : links.slice(0, end);
}

/** What a chain is made of, as text. */
function keyOf(ik) {
    const vector = (v) => (v === undefined ? "" : `${v.x},${v.y},${v.z}`);
    const link = ({ index, enabled, limitation, rotationMin, rotationMax }) =>
        [index, enabled !== false, vector(limitation), vector(rotationMin), vector(rotationMax)].join(";");
    return [ik.target, ik.effector, ...ik.links.map(link)].join("|");
}

function isAbove(bone, below) {
    for (let above = below.parent; above !== null; above = above.parent) {
        if (above === bone) {
            return true;
        }
    }
    return false;
}
