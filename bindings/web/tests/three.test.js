// IK: any tree of objects, targets and pins as objects, updates that write quaternions only.

import assert from "node:assert/strict";
import test from "node:test";

import { Bone, Group, Mesh, Object3D, Quaternion, Scene, Skeleton, Vector3 } from "three";
import { IK, IKHelper } from "kansetsu/three";

assert.throws(() => new IK(new Bone().add(new Bone())), /not loaded: await `ready`/);

const { ready } = await import("kansetsu");
await ready;
const { makeBody } = await import("./body.js");

/** A chain of objects along Y. */
function chainOf(count, Kind) {
    const objects = Array.from({ length: count }, (_, index) => {
        const object = new Kind();
        object.name = `joint ${index}`;
        object.position.y = index > 0 ? 0.5 : 0;
        return object;
    });
    objects.reduce((parent, object) => (parent.add(object), object));
    return objects;
}

function place(object) {
    return object.getWorldPosition(new Vector3());
}

/** Everything of an object but its rotation. */
function rigid(objects) {
    return objects.map(({ position, scale }) => [...position.toArray(), ...scale.toArray()]);
}

test("a chain of any objects reaches a target, and only quaternions change", () => {
    for (const Kind of [Bone, Group, Object3D, Mesh]) {
        const objects = chainOf(6, Kind);
        const scene = new Scene().add(objects[0]);
        const ik = new IK(objects[0]);
        const target = new Object3D();
        target.position.set(1, 1.2, 0.4);
        scene.add(target);
        ik.setTarget(objects[5], target);
        const before = rigid(objects);
        const report = ik.solve();
        assert.ok(report.isReached);
        scene.updateMatrixWorld(true);
        assert.ok(place(objects[5]).distanceTo(target.position) < 1e-3, Kind.name);
        assert.deepEqual(rigid(objects), before);
    }
});

test("a skeleton below a scaled and turned armature, with a target below another object", () => {
    const bones = chainOf(5, Bone);
    const armature = new Object3D();
    armature.scale.setScalar(0.01);
    armature.rotation.x = -Math.PI / 2;
    bones.slice(1).forEach((bone) => (bone.position.y *= 100));
    armature.add(bones[0]);
    const model = new Group().add(armature);
    model.position.set(2, 0, -1);
    const scene = new Scene().add(model);
    const target = new Object3D();
    const carrier = new Group().add(target);
    carrier.position.set(2.5, 0.5, -1.8);
    scene.add(carrier);
    for (const root of [model, armature, bones[0], new Skeleton(bones)]) {
        bones.forEach((bone) => bone.quaternion.identity());
        const ik = new IK(root);
        ik.setTarget("joint 4", target);
        const turn = armature.quaternion.clone();
        assert.ok(ik.solve().isReached);
        assert.ok(armature.quaternion.equals(turn));
        scene.updateMatrixWorld(true);
        assert.ok(place(bones[4]).distanceTo(place(target)) < 1e-3);
    }
});

test("update continues, and settles on a target that jumped", () => {
    const objects = chainOf(6, Bone);
    const ik = new IK(objects[0]);
    const target = new Object3D();
    ik.place(target, objects[5]);
    ik.setTarget(objects[5], target);
    ik.update();
    target.position.set(1.2, 0.8, 0.5);
    let report;
    let largest = 0;
    for (let frame = 0; frame < 300; frame++) {
        const before = objects.map((object) => object.quaternion.clone());
        report = ik.update();
        if (frame > 0) {
            objects.forEach((object, index) => (largest = Math.max(largest, object.quaternion.angleTo(before[index]))));
        }
    }
    assert.ok(report.isReached && report.isSettled);
    assert.ok(largest < (6 / 180) * Math.PI, `${(largest / Math.PI) * 180}°`);
    const settled = objects.map((object) => object.quaternion.toArray());
    ik.update();
    assert.deepEqual(objects.map((object) => object.quaternion.toArray()), settled);
});

test("limits by name and by object hold and are drawn", () => {
    const objects = chainOf(5, Bone);
    const scene = new Scene().add(objects[0]);
    const hinge = { kind: "hinge", axis: [0, 0, 1], min: -0.3, max: 0.3 };
    const limits = new Map([...objects.slice(0, 3).map((object) => [object, hinge]), ["joint 3", { kind: "cone", axis: [0, 1, 0], center: [0, 1, 0], angle: 0.2 }]]);
    const ik = new IK(objects[0], { limits, root: "fixed" });
    const target = new Object3D();
    target.position.set(2, 0, 1);
    scene.add(target);
    ik.setTarget(objects[4], target);
    const report = ik.solve();
    assert.ok(!report.isReached && report.activeLimits.length > 0);
    assert.ok(Math.max(...ik.violations().values()) < 1e-4);
    const helper = new IKHelper(ik);
    scene.add(helper);
    scene.updateMatrixWorld(true);
    assert.ok(helper.geometry.drawRange.count > 300);
    assert.ok([...helper.geometry.attributes.position.array].every(Number.isFinite));
    objects[1].rotation.z = 2;
    assert.ok(ik.violations().get(objects[1]) > 1.6);
    assert.throws(() => new IK(objects[0], { limits: { nobody: hinge } }), /limits: there is no joint "nobody"/);
});

test("a pin holds in the world while the body moves", () => {
    const { root, bones } = makeBody(0xffffff);
    const scene = new Scene().add(root);
    const ik = new IK(root, { joints: Object.values(bones), humanoid: true, root: "free" });
    assert.equal(ik.object("leftHand"), bones.leftHand);
    assert.equal(ik.base, bones.hips);
    scene.updateMatrixWorld(true);
    ik.solve();
    scene.updateMatrixWorld(true);
    ik.pin("leftFoot");
    ik.pin("rightFoot");
    const target = new Object3D();
    scene.add(target);
    ik.place(target, "leftHand");
    ik.setTarget("leftHand", target);
    const feet = [bones.leftFoot, bones.rightFoot].map(place);
    for (let frame = 0; frame < 60; frame++) {
        root.position.x += 0.002;
        target.position.z += 0.006;
        target.position.x += 0.002;
        const report = ik.update();
        scene.updateMatrixWorld(true);
        [bones.leftFoot, bones.rightFoot].forEach((foot, index) => {
            assert.ok(place(foot).distanceTo(feet[index]) < 1e-3, `frame ${frame}: ${place(foot).distanceTo(feet[index])}`);
        });
        assert.ok(report.distance < 0.05, `frame ${frame}: ${report.distance}`);
    }
    assert.ok(Math.max(...ik.violations().values()) < 1e-3);
    ik.release("leftFoot");
    assert.equal(ik.pins.length, 1);
    ik.clear();
    assert.equal(ik.targets.length + ik.pins.length, 0);
});

test("with a fixed root a body moves by quaternions only", () => {
    const { root, bones } = makeBody(0xffffff);
    const joints = Object.values(bones);
    const ik = new IK(root, { joints, humanoid: true, root: "fixed" });
    const target = new Object3D();
    target.position.set(0.35, 1.5, 0.4);
    ik.setTarget("leftHand", target);
    const before = rigid(joints);
    assert.ok(ik.solve().distance < 1e-3);
    root.updateMatrixWorld(true);
    assert.ok(place(bones.leftHand).distanceTo(target.position) < 1e-3);
    assert.deepEqual(rigid(joints), before);
    assert.ok(Math.max(...ik.violations().values()) < 1e-3);
});

test("a joint takes the rotation of its target, looks at it, or points along it", () => {
    const scene = new Scene();
    const target = new Object3D();
    scene.add(target);
    const make = (options) => {
        const objects = chainOf(6, Bone);
        scene.add(objects[0]);
        const ik = new IK(objects[0]);
        ik.setTarget(objects[5], target, options);
        assert.ok(ik.solve().isReached);
        scene.updateMatrixWorld(true);
        return objects[5];
    };
    target.position.set(0.9, 1.2, 0.3);
    target.rotation.set(0.3, 0.8, -0.4);
    const turned = make({ rotation: true });
    assert.ok(turned.getWorldQuaternion(new Quaternion()).angleTo(target.quaternion) < 2e-3);
    assert.ok(place(turned).distanceTo(target.position) < 1e-3);
    const looking = make({ lookAt: new Vector3(0, 0, 1) });
    const way = target.position.clone().sub(place(looking)).normalize();
    assert.ok(new Vector3(0, 0, 1).transformDirection(looking.matrixWorld).angleTo(way) < 2e-3);
    const aligned = make({ align: [0, 1, 0] });
    const along = new Vector3(0, 0, 1).transformDirection(target.matrixWorld);
    assert.ok(new Vector3(0, 1, 0).transformDirection(aligned.matrixWorld).angleTo(along) < 2e-3);
});

test("follow meets targets on top of a motion", () => {
    const objects = chainOf(6, Bone);
    const ik = new IK(objects[0]);
    const target = new Object3D();
    ik.setTarget(objects[5], target);
    for (let frame = 0; frame < 120; frame++) {
        objects.forEach((object, index) => object.rotation.set(0.1 * Math.sin(frame / 20 + index), 0, 0.15));
        target.position.set(-1.2 + 0.003 * frame, 1.5, 0.2);
        const report = ik.follow();
        objects[0].updateMatrixWorld(true);
        assert.ok(place(objects[5]).distanceTo(target.position) < 2e-3, `frame ${frame}: ${report.distance}`);
    }
});

test("misuse is an exception that names the argument", () => {
    const objects = chainOf(4, Bone);
    const ik = new IK(objects[0]);
    const target = new Object3D();
    const cases = [
        [() => new IK({}), /root: expected an Object3D or a Skeleton/],
        [() => new IK(new Skeleton([])), /root: there are no joints/],
        [() => new IK(objects[0], { joints: [1] }), /joints/],
        [() => new IK(objects[0], { posturee: "given" }), /posturee/],
        [() => new IK(objects[0], { roles: { hips: "nobody" } }), /roles\.hips/],
        [() => ik.setTarget("nobody", target), /joint: .*nobody/],
        [() => ik.setTarget(new Bone(), target), /is not a joint/],
        [() => ik.setTarget(objects[3], new Vector3()), /object: expected an Object3D, got Vector3/],
        [() => ik.setTarget(objects[3], target, { rotate: true }), /unknown field "rotate"/],
        [() => ik.update("much"), /steps/],
    ];
    for (const [call, message] of cases) {
        assert.throws(call, message, String(call));
    }
    ik.setTarget(objects[3], target);
    target.position.x = NaN;
    const before = objects.map((object) => object.quaternion.toArray());
    assert.throws(() => ik.update(), /position\[0\]: expected a finite number/);
    assert.deepEqual(objects.map((object) => object.quaternion.toArray()), before);
    ik.dispose();
    assert.throws(() => ik.update(), /freed/);
});
