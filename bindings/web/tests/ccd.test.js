// CCDIKSolver: a drop-in for the class of three.js whose limits hold.

import assert from "node:assert/strict";
import test from "node:test";

import { Bone, BufferGeometry, Euler, Group, Quaternion, Skeleton, SkinnedMesh, Vector3 } from "three";
import { CCDIKSolver as Original } from "three/addons/animation/CCDIKSolver.js";
import { ready } from "kansetsu";
import { CCDIKSolver } from "kansetsu/three";

await ready;

/** A chain of bones along Y below a root, and a target bone, as in the example of three.js. */
function makeMesh(links = 3, length = 1) {
    const root = new Bone();
    const bones = [root];
    for (let index = 0; index <= links; index++) {
        const bone = new Bone();
        bone.position.y = length;
        bones.at(-1).add(bone);
        bones.push(bone);
    }
    const target = new Bone();
    root.add(target);
    bones.push(target);
    const mesh = new SkinnedMesh(new BufferGeometry());
    mesh.add(root);
    mesh.bind(new Skeleton(bones));
    mesh.updateMatrixWorld(true);
    return { mesh, bones, target, effector: links + 1, links: Array.from({ length: links }, (_, index) => links - index) };
}

function ikOf({ bones, effector, links }, limits = {}) {
    return { target: bones.length - 1, effector, links: links.map((index) => ({ index, ...limits })) };
}

function miss({ mesh, bones, target, effector }) {
    mesh.updateMatrixWorld(true);
    const at = (bone) => new Vector3().setFromMatrixPosition(bone.matrixWorld);
    return at(bones[effector]).distanceTo(at(target));
}

/** Moves the target to random places and calls `check` after each update. */
function walk(chain, solver, check, count = 60) {
    let seed = 1;
    const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 2 - 1;
    for (let frame = 0; frame < count; frame++) {
        chain.target.position.set(random() * 3, 1 + random() * 3, random() * 3);
        chain.mesh.updateMatrixWorld(true);
        solver.update();
        check(frame);
    }
}

/** How far an angle is outside an interval on the circle. */
function outside(angle, low, high) {
    const middle = (low + high) / 2;
    const turn = Math.atan2(Math.sin(angle - middle), Math.cos(angle - middle));
    return Math.max(0, Math.abs(turn) - (high - low) / 2);
}

test("it reaches what can be reached, like the original", () => {
    for (const Solver of [CCDIKSolver, Original]) {
        const chain = makeMesh();
        const solver = new Solver(chain.mesh, [{ ...ikOf(chain), iteration: 100 }]);
        for (const place of [[1.5, 2, 0.5], [1.6, 1.9, 0.4], [-1, 2, 1]]) {
            chain.target.position.set(...place);
            chain.mesh.updateMatrixWorld(true);
            assert.equal(solver.update(), solver);
            assert.ok(miss(chain) < 0.02, `${Solver === Original ? "original" : "ours"}: ${miss(chain)} at ${place}`);
        }
    }
});

// three.js issue 25338: rotationMin and rotationMax were ignored.
test("rotationMin and rotationMax hold at every update", () => {
    const chain = makeMesh(4);
    const min = new Vector3(-0.3, -0.1, -0.5);
    const max = new Vector3(0.6, 0.2, 0.4);
    const solver = new CCDIKSolver(chain.mesh, [ikOf(chain, { rotationMin: min, rotationMax: max })]);
    let largest = 0;
    walk(chain, solver, (frame) => {
        for (const index of chain.links) {
            const { rotation } = chain.bones[index];
            for (const axis of ["x", "y", "z"]) {
                const excess = Math.max(min[axis] - rotation[axis], rotation[axis] - max[axis]);
                assert.ok(excess < 1e-4, `frame ${frame}, bone ${index}, ${axis}: ${rotation[axis]}`);
                largest = Math.max(largest, Math.abs(rotation[axis]));
            }
        }
    });
    assert.ok(largest > 0.5, "the bones moved");
});

// three.js issue 25331: a bone with a limitation rotated about other axes, too.
test("limitation allows one axis only, with its bounds", () => {
    const axes = [new Vector3(1, 0, 0), new Vector3(0, 0, -1), new Vector3(1, 1, 0).normalize()];
    for (const limitation of axes) {
        const chain = makeMesh(3);
        const rotationMin = new Vector3(-0.4, -0.4, -0.4);
        const rotationMax = new Vector3(0.9, 0.9, 0.9);
        const solver = new CCDIKSolver(chain.mesh, [ikOf(chain, { limitation, rotationMin, rotationMax })]);
        let largest = 0;
        walk(chain, solver, (frame) => {
            for (const index of chain.links) {
                const { quaternion, rotation } = chain.bones[index];
                const about = new Vector3(quaternion.x, quaternion.y, quaternion.z);
                assert.ok(about.clone().cross(limitation).length() < 1e-4, `frame ${frame}, bone ${index}: another axis`);
                for (const axis of ["x", "y", "z"]) {
                    const excess = Math.max(rotationMin[axis] - rotation[axis], rotation[axis] - rotationMax[axis]);
                    assert.ok(excess < 5e-3, `frame ${frame}, bone ${index}, ${axis}: ${rotation[axis]}`);
                }
                largest = Math.max(largest, about.length());
            }
        });
        assert.ok(largest > 0.15, "the bones moved");
    }
});

// three.js issue 29682: intervals beyond ±π were clamped to the wrong side.
test("intervals beyond half a turn hold", () => {
    const low = (135 / 180) * Math.PI;
    const high = (225 / 180) * Math.PI;
    for (const turns of [0, -2 * Math.PI]) {
        const chain = makeMesh(3);
        const limits = { limitation: new Vector3(1, 0, 0), rotationMin: new Vector3(low + turns, 0, 0), rotationMax: new Vector3(high + turns, 0, 0) };
        // The last link is folded back: it starts inside its interval.
        const ik = ikOf(chain);
        ik.links[0] = { ...ik.links[0], ...limits };
        const bone = chain.bones[ik.links[0].index];
        bone.rotation.x = Math.PI;
        const solver = new CCDIKSolver(chain.mesh, [ik]);
        const angles = [];
        walk(chain, solver, (frame) => {
            const angle = 2 * Math.atan2(bone.quaternion.x, bone.quaternion.w);
            angles.push(angle);
            assert.ok(outside(angle, low, high) < 1e-4, `frame ${frame}: ${angle}`);
        });
        const [first] = angles;
        assert.ok(angles.some((angle) => outside(angle, first - 0.3, first + 0.3) > 0), "the bone moved");
    }
});

test("it reaches within limits where the original stops short", () => {
    // A knee that bends one way, and a hip.
    const limits = [
        { limitation: new Vector3(1, 0, 0), rotationMin: new Vector3(0, 0, 0), rotationMax: new Vector3(2.6, 0, 0) },
        { rotationMin: new Vector3(-2, -0.6, -0.6), rotationMax: new Vector3(0.6, 0.6, 0.6) },
    ];
    const misses = [CCDIKSolver, Original].map((Solver) => {
        const chain = makeMesh(2);
        const ik = { ...ikOf(chain), iteration: 50 };
        ik.links = ik.links.map((link, index) => ({ ...link, ...limits[index] }));
        const solver = new Solver(chain.mesh, [ik]);
        let worst = 0;
        // Poses inside the limits: what can be reached.
        for (let step = 0; step < 40; step++) {
            const knee = 0.3 + 1.8 * Math.abs(Math.sin(step * 0.7));
            const hip = new Euler(-1.4 * Math.abs(Math.sin(step * 0.37)), 0.3 * Math.sin(step * 1.3), 0.4 * Math.sin(step * 0.9));
            const tip = new Vector3(0, 1, 0).applyEuler(new Euler(knee, 0, 0)).add(new Vector3(0, 1, 0)).applyEuler(hip);
            chain.target.position.copy(tip).add(new Vector3(0, 1, 0));
            // The target jumps: a few frames to get there.
            for (let frame = 0; frame < 3; frame++) {
                chain.mesh.updateMatrixWorld(true);
                solver.update();
            }
            worst = Math.max(worst, miss(chain));
        }
        return worst;
    });
    assert.ok(misses[0] < 1e-2, `ours misses by ${misses[0]}, the original by ${misses[1]}`);
    console.log(`largest miss: ${misses[0].toFixed(4)}, of the original ${misses[1].toFixed(4)}`);
});

test("a slow target makes slow bones", () => {
    const chain = makeMesh(4);
    const solver = new CCDIKSolver(chain.mesh, [ikOf(chain, { rotationMin: new Vector3(-1, -1, -1), rotationMax: new Vector3(1, 1, 1) })]);
    let before;
    let largest = 0;
    for (let frame = 0; frame < 300; frame++) {
        const t = frame / 60;
        chain.target.position.set(2.5 * Math.sin(t), 3 + Math.cos(1.3 * t), 1.5 * Math.sin(0.7 * t));
        chain.mesh.updateMatrixWorld(true);
        solver.update();
        const now = chain.links.map((index) => chain.bones[index].quaternion.clone());
        before?.forEach((rotation, index) => {
            largest = Math.max(largest, rotation.angleTo(now[index]));
        });
        before = now;
    }
    assert.ok(largest < (6 / 180) * Math.PI, `${(largest * 180) / Math.PI}° in a frame`);
});

test("blendFactor, enabled and changed entries", () => {
    const chain = makeMesh(3);
    const ik = ikOf(chain);
    const solver = new CCDIKSolver(chain.mesh, [ik]);
    chain.target.position.set(1.5, 2, 0.5);
    chain.mesh.updateMatrixWorld(true);
    solver.update(0);
    assert.ok(chain.links.every((index) => chain.bones[index].quaternion.equals(new Quaternion())));
    solver.update(0.5);
    const half = miss(chain);
    assert.ok(half > 0.1);
    ik.links[1].enabled = false;
    const kept = [1, 2].map((link) => chain.bones[ik.links[link].index].quaternion.clone());
    solver.update();
    [1, 2].forEach((link, at) => assert.ok(chain.bones[ik.links[link].index].quaternion.equals(kept[at])));
    ik.links[1].enabled = true;
    ik.blendFactor = 1;
    solver.update(0.1);
    assert.ok(miss(chain) < 0.02, `${miss(chain)}`);
    const helper = solver.createHelper(0.1);
    helper.updateMatrixWorld(true);
    assert.equal(helper.children.filter((child) => child.isMesh).length, 5);
    solver.dispose();
});

test("it works below moved, turned and scaled parents", () => {
    const chain = makeMesh(3);
    const outer = new Group();
    outer.position.set(3, -2, 1);
    outer.rotation.set(0.5, 1, -0.3);
    outer.scale.setScalar(0.01);
    outer.add(chain.mesh);
    outer.updateMatrixWorld(true);
    const solver = new CCDIKSolver(chain.mesh, [ikOf(chain)]);
    chain.target.position.set(1.5, 2, 0.5);
    outer.updateMatrixWorld(true);
    solver.update();
    outer.updateMatrixWorld(true);
    assert.ok(miss(chain) < 2e-4, `${miss(chain)}`);
});

test("misuse is an exception", () => {
    const chain = makeMesh(2);
    assert.throws(() => new CCDIKSolver(chain.mesh, [{ ...ikOf(chain), effector: 99 }]), /effector: there is no bone 99/);
    assert.throws(() => new CCDIKSolver(chain.mesh, [{ ...ikOf(chain), target: -1 }]), /target/);
    assert.throws(() => new CCDIKSolver(chain.mesh, [{ ...ikOf(chain), links: [{ index: 4 }] }]), /not above/);
    const solver = new CCDIKSolver(chain.mesh, [ikOf(chain)]);
    chain.target.position.set(NaN, 0, 0);
    chain.mesh.updateMatrixWorld(true);
    const before = chain.links.map((index) => chain.bones[index].quaternion.clone());
    assert.throws(() => solver.update(), /position\[0\]: expected a finite number/);
    before.forEach((rotation, at) => assert.ok(chain.bones[chain.links[at]].quaternion.equals(rotation)));
});
