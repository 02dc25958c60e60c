// A human body of bones and capsules, with the names of VRM 1.0.

import * as THREE from "three";

/** Parent, and position relative to it, metres. The body faces +Z with its arms to the sides. */
const BONES = {
    hips: [null, 0, 0.93, 0],
    spine: ["hips", 0, 0.1, 0],
    chest: ["spine", 0, 0.17, 0],
    neck: ["chest", 0, 0.24, 0],
    head: ["neck", 0, 0.09, 0.01],
    leftUpperArm: ["chest", 0.17, 0.18, 0],
    leftLowerArm: ["leftUpperArm", 0.27, 0, 0],
    leftHand: ["leftLowerArm", 0.25, 0, 0],
    leftUpperLeg: ["hips", 0.09, -0.05, 0],
    leftLowerLeg: ["leftUpperLeg", 0, -0.41, 0.005],
    leftFoot: ["leftLowerLeg", 0, -0.4, -0.01],
    leftToes: ["leftFoot", 0, -0.055, 0.14],
};

/** The height of the ankles above the soles. */
export const ANKLE = 0.07;

/** The bones by name, and the skinned mesh that other solvers want. */
export function makeBody(color, extra = []) {
    const bones = {};
    const add = (name, parent, position) => {
        const bone = new THREE.Bone();
        bone.name = name;
        bone.position.set(...position);
        bones[parent]?.add(bone);
        bones[name] = bone;
    };
    for (const [name, [parent, ...position]] of Object.entries(BONES)) {
        add(name, parent, position);
        if (name.startsWith("left")) {
            const [x, ...rest] = position;
            add(name.replace("left", "right"), parent.replace("left", "right"), [-x, ...rest]);
        }
    }
    const material = new THREE.MeshStandardMaterial({ color, roughness: 0.7 });
    const capsule = (bone, end, radius) => {
        const length = end.length();
        const mesh = new THREE.Mesh(new THREE.CapsuleGeometry(radius, length, 6, 12), material);
        mesh.position.copy(end).multiplyScalar(0.5);
        mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), end.clone().normalize());
        bone.add(mesh);
    };
    for (const bone of Object.values(bones)) {
        for (const child of bone.children.filter((child) => child.isBone)) {
            const isTrunk = ["hips", "spine", "chest"].includes(bone.name);
            capsule(bone, child.position, isTrunk ? 0.075 : 0.045);
        }
    }
    capsule(bones.head, new THREE.Vector3(0, 0.12, 0.01), 0.09);
    const root = new THREE.Group();
    root.add(bones.hips);
    for (const bone of extra) {
        root.add(bone);
    }
    root.updateMatrixWorld(true);
    const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry(), material);
    mesh.bind(new THREE.Skeleton([...Object.values(bones), ...extra]));
    return { root, bones, mesh };
}
