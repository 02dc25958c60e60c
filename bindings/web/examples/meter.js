// Measures a walker: changes of joints from frame to frame, violated limits, and feet that slide.

import * as THREE from "three";

/** The largest change of a joint that counts as continuous, degrees per frame. */
const JUMP = 6;
/** A smaller violation is rounding, radians. */
const ROUNDING = 1e-3;

const place = new THREE.Vector3();

export class Meter {
    change = 0;
    jumps = 0;
    violations = 0;
    slide = 0;
    frames = 0;
    #joints;
    #before;
    #feet;
    #held = [null, null];
    #violation;

    constructor({ bones }, violation) {
        this.#joints = Object.values(bones);
        this.#feet = [bones.leftFoot, bones.rightFoot];
        this.#violation = violation;
    }

    /** Takes a frame. `stands` says of each foot whether it is planted. */
    add(stands) {
        const now = this.#joints.map((joint) => joint.quaternion.clone());
        if (this.#before) {
            const changes = now.map((rotation, index) => THREE.MathUtils.radToDeg(rotation.angleTo(this.#before[index])));
            const largest = Math.max(...changes);
            this.jumps += largest > JUMP ? 1 : 0;
            this.change = Math.max(this.change, largest);
        }
        this.#before = now;
        this.violations += this.#violation() > ROUNDING ? 1 : 0;
        for (const [index, foot] of this.#feet.entries()) {
            place.setFromMatrixPosition(foot.matrixWorld);
            this.#held[index] = stands[index] ? (this.#held[index] ?? place.clone()) : null;
            this.slide = Math.max(this.slide, this.#held[index]?.distanceTo(place) ?? 0);
        }
        this.frames += 1;
    }
}
