// A walk: where the hips and the feet should be, and how the rest of the body moves, at a time.

import * as THREE from "three";

import { ANKLE } from "./body.js";

/** Seconds of two steps. */
const PERIOD = 2.4;
/** The part of it that a foot stands. */
const STANCE = 0.66;
/** Metres a second. */
const SPEED = 0.34;
const WIDTH = 0.09;
const LIFT = 0.06;

const UP = new THREE.Vector3(0, 1, 0);

/** The height of the ground. */
export function ground(x, z) {
    return 0.06 * Math.sin(1.7 * z + 0.6 * x) + 0.04 * Math.sin(3.1 * z - 2.3 * x) + 0.02 * Math.sin(5.2 * z + 1);
}

function normalAt(x, z) {
    const step = 0.05;
    const slope = (dx, dz) => (ground(x + dx, z + dz) - ground(x - dx, z - dz)) / (2 * step);
    return new THREE.Vector3(-slope(step, 0), 1, -slope(0, step)).normalize();
}

/** The place of a foot: position of the ankle, rotation, and whether it is planted. */
export function foot(side, time) {
    const phase = time / PERIOD + (side > 0 ? 0 : 0.5);
    const step = Math.floor(phase);
    const part = phase - step;
    const here = planted(side, step);
    if (part < STANCE) {
        return { ...here, stands: true };
    }
    const t = (part - STANCE) / (1 - STANCE);
    // Starts and ends at rest, with continuous acceleration.
    const s = t * t * t * (10 - 15 * t + 6 * t * t);
    const there = planted(side, step + 1);
    const position = here.position.clone().lerp(there.position, s);
    position.y += LIFT * 16 * t * t * (1 - t) * (1 - t) + ridge(here.position, there.position, s);
    return { position, rotation: here.rotation.clone().slerp(there.rotation, s), stands: false };
}

/** How far the ground between two places is above the straight line. */
function ridge(from, to, s) {
    const z = from.z + (to.z - from.z) * s;
    const line = from.y + (to.y - from.y) * s - ANKLE;
    return Math.max(0, ground(from.x, z) - line) * 4 * s * (1 - s);
}

function planted(side, step) {
    // In the middle of its stance the foot is below the hips.
    const middle = (step + STANCE / 2 - (side > 0 ? 0 : 0.5)) * PERIOD;
    const [x, z] = [side * WIDTH, SPEED * middle];
    const normal = normalAt(x, z);
    const position = new THREE.Vector3(x, ground(x, z), z).addScaledVector(normal, ANKLE);
    return { position, rotation: new THREE.Quaternion().setFromUnitVectors(UP, normal) };
}

/** Where the hips are: low enough for both feet. */
export function hips(time, legLength) {
    const z = SPEED * time;
    // The mean of the ground around, so that the body does not bob with every stone.
    let height = 0;
    for (let part = -4; part <= 4; part++) {
        height += ground(0, z + 0.12 * part) / 9;
    }
    const sway = Math.sin((2 * Math.PI * time) / PERIOD - 2 * Math.PI * (STANCE / 2) + Math.PI / 2);
    return new THREE.Vector3(0.015 * sway, height + legLength - 0.1, z);
}

/** Poses everything but the legs' targets: arms swing, the trunk turns. */
export function sway(bones, time) {
    const swing = Math.sin((2 * Math.PI * time) / PERIOD);
    bones.spine.rotation.set(0.03, 0.04 * swing, 0);
    bones.chest.rotation.set(0.02, 0.05 * swing, 0);
    for (const [side, name] of [[1, "left"], [-1, "right"]]) {
        bones[`${name}UpperArm`].rotation.set(0, side * -0.28 * swing, side * -1.25, "ZYX");
        bones[`${name}LowerArm`].rotation.set(0, side * -0.35, 0);
        bones[`${name}UpperLeg`].rotation.set(-0.25, 0, 0);
        bones[`${name}LowerLeg`].rotation.set(0.5, 0, 0);
        bones[`${name}Foot`].rotation.set(-0.25, 0, 0);
    }
}
