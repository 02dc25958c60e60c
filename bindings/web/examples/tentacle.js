import * as THREE from "three";
import { ready } from "kansetsu";
import { IK, IKHelper } from "kansetsu/three";
import { followPointer, stage } from "./stage.js";

const JOINTS = 16;
const LENGTH = 0.11;

await ready;
const view = stage({ position: [0, 1, 3.2], look: [0, 0.9, 0] });

// A chain of bones, thinner towards the tip.
const bones = Array.from({ length: JOINTS + 1 }, (_, index) => {
    const bone = new THREE.Bone();
    bone.name = `joint ${index}`;
    bone.position.y = index > 0 ? LENGTH : 0;
    const radius = 0.085 * (1 - index / (JOINTS + 4));
    const color = new THREE.Color().setHSL(0.9 + 0.12 * (index / JOINTS), 0.55, 0.5);
    const ball = new THREE.Mesh(new THREE.SphereGeometry(radius, 24, 16), new THREE.MeshStandardMaterial({ color, roughness: 0.5 }));
    return bone.add(ball);
});
bones.reduce((parent, bone) => (parent.add(bone), bone));
view.scene.add(bones[0]);

const limits = new Map(bones.map((bone) => [bone, { kind: "cone", axis: [0, 1, 0], center: [0, 1, 0], angle: THREE.MathUtils.degToRad(25) }]));
const ik = new IK(bones[0], { limits });
const target = new THREE.Object3D();
view.scene.add(ik.place(target, bones[JOINTS]), new IKHelper(ik, { limits: false }));
ik.setTarget(bones[JOINTS], target);
followPointer(view, () => target.position, (point) => target.position.copy(point));

const state = document.querySelector("#state");
/** The next frame. */
function advance() {
    const report = ik.update();
    state.textContent = `${report.outcome}, ${(1000 * report.distance).toFixed(1)} mm`;
    window.demo.frames += 1;
    return report;
}

window.demo = { ik, bones, target, advance, frames: 0 };
view.run(advance);
