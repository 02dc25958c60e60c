import * as THREE from "three";
import { CCDIKSolver } from "three/addons/animation/CCDIKSolver.js";
import { ready } from "kansetsu";
import { IK, IKHelper } from "kansetsu/three";
import { ANKLE, makeBody } from "./body.js";
import { Meter } from "./meter.js";
import { stage } from "./stage.js";
import { foot, ground, hips, sway } from "./walk.js";

const STEP = 1 / 60;
const SIDES = [["left", 1], ["right", -1]];

await ready;
const view = stage({ position: [3.4, 1.5, 2.2], look: [0, 0.6, 0], fov: 35 });

/** A body on a strip of ground, and the objects that its feet follow. */
function walker(x, color) {
    const targets = SIDES.map(([side]) => Object.assign(new THREE.Bone(), { name: `${side}Target` }));
    const body = makeBody(color, targets);
    body.root.position.x = x;
    body.root.add(strip());
    view.scene.add(body.root);
    body.targets = targets;
    body.legLength = -(body.bones.leftLowerLeg.position.y + body.bones.leftFoot.position.y) + ANKLE;
    return body;
}

function strip() {
    const geometry = new THREE.PlaneGeometry(0.9, 40, 24, 800).rotateX(-Math.PI / 2).translate(0, 0, 16);
    const { position } = geometry.attributes;
    for (let index = 0; index < position.count; index++) {
        position.setY(index, ground(position.getX(index), position.getZ(index)));
    }
    geometry.computeVertexNormals();
    return new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color: 0x6b7d5a, roughness: 1, side: THREE.DoubleSide }));
}

const ours = walker(-0.5, 0x6fa8dc);
const theirs = walker(0.5, 0xd9a066);

const ik = new IK(ours.root, { joints: Object.values(ours.bones), humanoid: true, root: "fixed" });
for (const [index, [side]] of SIDES.entries()) {
    // A foot lies on the ground as far as its leg allows: a heel may rise by 0.5 rad.
    ik.setTarget(`${side}Foot`, ours.targets[index], { rotation: true, angle: 0.5 });
}
view.scene.add(new IKHelper(ik, { limits: false }));

const { bones: all } = theirs.mesh.skeleton;
const indexOf = (name) => all.findIndex((bone) => bone.name === name);
const iks = SIDES.map(([side]) => ({
    target: indexOf(`${side}Target`),
    effector: indexOf(`${side}Foot`),
    links: [
        { index: indexOf(`${side}LowerLeg`), limitation: new THREE.Vector3(1, 0, 0), rotationMin: new THREE.Vector3(0.02, 0, 0), rotationMax: new THREE.Vector3(2.4, 0, 0) },
        { index: indexOf(`${side}UpperLeg`), rotationMin: new THREE.Vector3(-2, -0.5, -0.5), rotationMax: new THREE.Vector3(0.5, 0.5, 0.5) },
    ],
    iteration: 20,
}));
const ccd = new CCDIKSolver(theirs.mesh, iks);

/** The feet of the walker that CCDIKSolver moves lie flat: it sets positions only. */
function turnFeet(body) {
    for (const [index, [side]] of SIDES.entries()) {
        const bone = body.bones[`${side}Foot`];
        bone.parent.updateWorldMatrix(true, false);
        const parent = bone.parent.getWorldQuaternion(new THREE.Quaternion()).invert();
        bone.quaternion.copy(parent.multiply(body.targets[index].getWorldQuaternion(new THREE.Quaternion())));
    }
}

const meters = {
    ours: new Meter(ours, () => Math.max(...ik.violations().values())),
    theirs: new Meter(theirs, () => Math.max(...iks.flatMap(({ links }) => links.map((link) => outside(all[link.index], link))))),
};

/** How far the Euler angles of a bone are outside the bounds of its link, radians. */
function outside({ rotation }, { rotationMin, rotationMax }) {
    return Math.max(...["x", "y", "z"].map((axis) => Math.max(rotationMin[axis] - rotation[axis], rotation[axis] - rotationMax[axis])));
}

let time = 0;

function place(body) {
    body.bones.hips.position.copy(hips(time, body.legLength));
    sway(body.bones, time);
    return SIDES.map(([, sign], index) => {
        const { position, rotation, stands } = foot(sign, time);
        body.targets[index].position.copy(position);
        body.targets[index].quaternion.copy(rotation);
        return stands;
    });
}

/** The next frame of both walkers. */
function advance() {
    const stands = place(ours);
    place(theirs);
    ours.root.updateMatrixWorld(true);
    theirs.root.updateMatrixWorld(true);
    const report = ik.follow();
    ccd.update();
    turnFeet(theirs);
    ours.root.updateMatrixWorld(true);
    theirs.root.updateMatrixWorld(true);
    meters.ours.add(stands);
    meters.theirs.add(stands);
    time += STEP;
    return report;
}

function show() {
    for (const [name, { change, jumps, violations, slide }] of Object.entries(meters)) {
        const write = (id, text) => (document.querySelector(`#${id}-${name}`).textContent = text);
        write("change", `${change.toFixed(1)}°`);
        write("jumps", jumps);
        write("violations", violations);
        write("slide", `${(1000 * slide).toFixed(2)} mm`);
    }
}

window.demo = { ik, ours, theirs, meters, advance, show, frames: 0, isPaused: false };
view.run(() => {
    if (!window.demo.isPaused) {
        advance();
    }
    const z = ours.bones.hips.position.z;
    view.camera.position.set(2.6, 1.7, z + 2.2);
    view.camera.lookAt(0, 0.55, z);
    if (window.demo.frames % 10 === 0) {
        show();
    }
    window.demo.frames += 1;
});
