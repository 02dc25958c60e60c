// Draws limits, targets and pins of an IK.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments, Matrix4, Quaternion, Vector3 } from "three";

import { outlineOf } from "./outline.js";

const LIMIT = [0.35, 0.75, 1];
const OUTSIDE = [1, 0.25, 0.2];
const TARGET = [1, 0.75, 0.1];
const PIN = [0.5, 1, 0.4];

const from = new Vector3();
const to = new Vector3();
const parent = new Matrix4();
const local = new Matrix4();
const rest = new Quaternion();

/** Lines for the limit of each joint (red if it is violated), and from joints to their targets and pins. */
export class IKHelper extends LineSegments {
    #ik;
    #limits;
    #used = 0;

    /** @param {{ limits?: boolean, targets?: boolean, size?: number }} options `size` of a limit, as a fraction of its bone */
    constructor(ik, { limits = true, targets = true, size = 0.5 } = {}) {
        super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, toneMapped: false }));
        this.#ik = ik;
        this.#limits = limits ? outlines(ik, size) : [];
        this.showsTargets = targets;
        this.frustumCulled = false;
        this.renderOrder = 1;
        this.matrixAutoUpdate = false;
        this.#reserve(2 * this.#limits.reduce((sum, { points }) => sum + points.length, 0) + 64);
    }

    updateMatrixWorld(force) {
        if (this.visible) {
            this.#draw();
        }
        super.updateMatrixWorld(force);
    }

    dispose() {
        this.geometry.dispose();
        this.material.dispose();
    }

    #draw() {
        this.#used = 0;
        const violations = this.#limits.length > 0 ? this.#ik.violations() : undefined;
        for (const { joint, points } of this.#limits) {
            joint.updateWorldMatrix(true, false);
            // The rest frame: the parent's, at the joint.
            parent.copy(joint.parent?.matrixWorld ?? parent.identity()).multiply(local.makeTranslation(joint.position));
            const color = violations.get(joint) > 1e-3 ? OUTSIDE : LIMIT;
            for (let index = 0; index < points.length; index += 2) {
                this.#line(from.copy(points[index]).applyMatrix4(parent), to.copy(points[index + 1]).applyMatrix4(parent), color);
            }
        }
        if (this.showsTargets) {
            for (const { joint, object } of this.#ik.targets) {
                this.#mark(joint, object.matrixWorld, TARGET);
            }
            for (const { joint, matrix } of this.#ik.pins) {
                this.#mark(joint, matrix, PIN);
            }
        }
        this.geometry.setDrawRange(0, this.#used);
        this.geometry.attributes.position.needsUpdate = true;
        this.geometry.attributes.color.needsUpdate = true;
    }

    /** A cross at the target, and a line from the joint to it. */
    #mark(joint, matrix, color) {
        joint.updateWorldMatrix(true, false);
        const size = 0.03 * Math.max(1e-6, from.setFromMatrixScale(matrix).length());
        for (const axis of ["x", "y", "z"]) {
            from.setFromMatrixPosition(matrix);
            to.copy(from);
            from[axis] -= size;
            to[axis] += size;
            this.#line(from, to, color);
        }
        this.#line(from.setFromMatrixPosition(joint.matrixWorld), to.setFromMatrixPosition(matrix), color);
    }

    #line(start, end, color) {
        if (this.#used + 2 > this.geometry.attributes.position.count) {
            this.#reserve(2 * this.geometry.attributes.position.count);
        }
        const { position, color: colors } = this.geometry.attributes;
        for (const point of [start, end]) {
            position.setXYZ(this.#used, point.x, point.y, point.z);
            colors.setXYZ(this.#used, ...color);
            this.#used += 1;
        }
    }

    #reserve(count) {
        const old = this.geometry.attributes;
        for (const name of ["position", "color"]) {
            const attribute = new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
            attribute.array.set(old[name]?.array ?? []);
            this.geometry.setAttribute(name, attribute);
        }
    }
}

/** The outline of each limit, as points of segments around the joint, in the parent's axes. */
function outlines(ik, size) {
    const pose = ik.rig.restPose();
    const parents = ik.rig.parents;
    return ik.rig.limits.flatMap((limit, index) => {
        const child = parents.indexOf(index);
        if (limit === null || child < 0) {
            return [];
        }
        const bone = new Vector3().fromArray(pose, 10 * child);
        rest.fromArray(pose, 10 * index + 3);
        const points = outlineOf(limit, bone).map((point) => point.multiplyScalar(size).applyQuaternion(rest));
        return [{ joint: ik.joints[index], points }];
    });
}
