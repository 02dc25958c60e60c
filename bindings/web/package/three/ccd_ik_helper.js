// Shows the chains of a CCDIKSolver.

import { BufferGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";

const inverse = new Matrix4();
const place = new Vector3();

/** Spheres at targets (red), effectors (green) and links (blue), and lines between them. */
export class CCDIKHelper extends Group {
    constructor(mesh, iks = [], sphereSize = 0.25) {
        super();
        this.root = mesh;
        this.iks = iks;
        this.matrixAutoUpdate = false;
        this.sphereGeometry = new SphereGeometry(sphereSize, 16, 8);
        this.targetSphereMaterial = overlay(0xff8888);
        this.effectorSphereMaterial = overlay(0x88ff88);
        this.linkSphereMaterial = overlay(0x8888ff);
        this.lineMaterial = new LineBasicMaterial({ color: new Color(0xff0000), depthTest: false, depthWrite: false, transparent: true });
        this.#fill();
    }

    #fill() {
        for (const ik of this.iks) {
            this.#sphere(ik.target, this.targetSphereMaterial);
            this.#sphere(ik.effector, this.effectorSphereMaterial);
            for (const { index } of ik.links) {
                this.#sphere(index, this.linkSphereMaterial);
            }
            const geometry = new BufferGeometry();
            geometry.setAttribute("position", new Float32BufferAttribute(6 * (ik.links.length + 1), 3));
            const line = new LineSegments(geometry, this.lineMaterial);
            line.userData.bones = [ik.target, ik.effector, ...ik.links.map(({ index }) => index)];
            line.frustumCulled = false;
            this.add(line);
        }
    }

    #sphere(bone, material) {
        const sphere = new Mesh(this.sphereGeometry, material);
        sphere.userData.bone = bone;
        this.add(sphere);
    }

    updateMatrixWorld(force) {
        if (this.visible) {
            inverse.copy(this.root.matrixWorld).invert();
            const { bones } = this.root.skeleton;
            const at = (index) => place.setFromMatrixPosition(bones[index].matrixWorld).applyMatrix4(inverse);
            for (const child of this.children) {
                if (child.isMesh) {
                    child.position.copy(at(child.userData.bone));
                } else {
                    const { position } = child.geometry.attributes;
                    const chain = child.userData.bones;
                    for (let index = 1; index < chain.length; index++) {
                        position.setXYZ(2 * index - 2, ...at(chain[index - 1]));
                        position.setXYZ(2 * index - 1, ...at(chain[index]));
                    }
                    position.needsUpdate = true;
                }
            }
        }
        this.matrix.copy(this.root.matrixWorld);
        super.updateMatrixWorld(force);
    }

    dispose() {
        this.sphereGeometry.dispose();
        for (const material of [this.targetSphereMaterial, this.effectorSphereMaterial, this.linkSphereMaterial, this.lineMaterial]) {
            material.dispose();
        }
        for (const child of this.children) {
            if (!child.isMesh) {
                child.geometry.dispose();
            }
        }
    }
}

function overlay(color) {
    return new MeshBasicMaterial({ color: new Color(color), depthTest: false, depthWrite: false, transparent: true });
}
