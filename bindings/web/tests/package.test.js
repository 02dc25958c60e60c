// The interface: sessions solve, and misuse is an exception that names the argument.

import assert from "node:assert/strict";
import test from "node:test";

import { OUTCOMES, Rig, Session, ready } from "kansetsu";
import * as formats from "kansetsu/formats";

assert.throws(() => new Rig({ joints: [] }), /not loaded: await `ready`/);
assert.throws(() => formats.figure("arm"), /not loaded: await `init/);
await Promise.all([ready, formats.init()]);

const mannequin = formats.figure("mannequin");
const HAND = [0.3, 1.3, 0.4];

/** A chain of `count` joints along Y. */
function chain(count, limits) {
    const rest = Array.from({ length: count }, (_, joint) => [0, joint > 0 ? 0.5 : 0, 0, 0, 0, 0, 1, 1, 1, 1]).flat();
    const names = Array.from({ length: count }, (_, joint) => `joint ${joint}`);
    return Rig.fromArrays({ names, parents: names.map((_, joint) => joint - 1), rest, limits });
}

/** The position of a joint by forward kinematics. */
function positionOf(rig, pose, joint) {
    const index = rig.joint(joint);
    return [...rig.forward(pose).subarray(16 * index + 12, 16 * index + 15)];
}

function distance(a, b) {
    return Math.hypot(...a.map((value, axis) => value - b[axis]));
}

test("a hand reaches its target, and a pinned foot stays", () => {
    const session = mannequin.session({ posture: "given" });
    const before = mannequin.restPose();
    session.pin("leftFoot");
    session.setTarget("leftHand", { position: HAND });
    const report = session.solve(before.slice());
    assert.equal(report.outcome, "reached");
    assert.ok(report.isReached && report.steps > 0 && report.distance < 1e-4);
    assert.ok(distance(positionOf(mannequin, report.pose, "leftHand"), HAND) < 1e-4);
    const foot = positionOf(mannequin, before, "leftFoot");
    assert.ok(distance(positionOf(mannequin, report.pose, "leftFoot"), foot) < 1e-4);
    assert.ok(Math.max(...mannequin.violations(report.pose)) < 1e-3);
    const [target] = report.targets;
    assert.deepEqual([target.joint, target.index, target.isReached, target.outcome], ["LeftHand", mannequin.joint("leftHand"), true, "reached"]);
    assert.ok(distance(target.target, HAND) < 1e-6 && distance(target.reached, HAND) < 1e-4);
    assert.ok(report.pins.some((pin) => pin.index === mannequin.joint("leftFoot")));
    assert.deepEqual(JSON.parse(JSON.stringify(report)).outcome, "reached");
});

test("step, follow and measure", () => {
    const session = new Session(mannequin);
    const pose = session.solve().pose;
    session.setTarget("leftHand", { position: HAND });
    const far = session.measure(pose);
    assert.ok(!far.isReached && far.distance > 0.1);
    let report;
    for (let frame = 0; frame < 200; frame++) {
        report = session.step(pose);
    }
    assert.ok(report.isSettled && report.isReached, JSON.stringify(report));
    session.reset();
    const motion = mannequin.restPose();
    const followed = session.follow(motion);
    assert.ok(followed.isReached);
    assert.deepEqual(motion, mannequin.restPose());
    assert.ok(distance(positionOf(mannequin, followed.pose, "leftHand"), HAND) < 1e-3);
    session.release("leftHand");
    assert.equal(session.measure(pose).targets.length, 0);
});

test("every field of a target has its effect", () => {
    const rig = chain(6);
    const session = rig.session({ root: "rotates" });
    const solve = (target) => {
        session.clear();
        session.setTarget("joint 5", target);
        return session.solve(rig.restPose());
    };
    const at = (report) => positionOf(rig, report.pose, 5);
    assert.ok(distance(at(solve({ position: [1, 1, 0.5] })), [1, 1, 0.5]) < 1e-3);
    assert.ok(Math.abs(at(solve({ position: [1, 1, 0], plane: [1, 0, 0] }))[0] - 1) < 1e-3);
    const line = at(solve({ position: [1, 0, 0], line: [0, 1, 0] }));
    assert.ok(Math.hypot(line[0] - 1, line[2]) < 1e-3);
    const near = solve({ position: [1, 1, 0], radius: 0.2 });
    assert.ok(near.isReached && near.distance <= 0.2 + 1e-4 && near.distance > 0.1);
    const turned = solve({ position: [1, 1, 0], rotation: [0, 0, 0, 1] });
    const column = turned && rig.forward(turned.pose).subarray(16 * 5, 16 * 5 + 3);
    assert.ok(turned.isReached && Math.abs(column[0] - 1) < 1e-3);
    const aimed = rig.forward(solve({ align: [[0, 1, 0], [1, 0, 0]] }).pose).subarray(16 * 5 + 4, 16 * 5 + 7);
    assert.ok(aimed[0] > 0.999);
    const looking = solve({ lookAt: [[0, 1, 0], [3, 1, 0]] });
    const tip = at(looking);
    const axis = rig.forward(looking.pose).subarray(16 * 5 + 4, 16 * 5 + 7);
    const way = [3 - tip[0], 1 - tip[1], -tip[2]];
    assert.ok((axis[0] * way[0] + axis[1] * way[1] + axis[2] * way[2]) / Math.hypot(...way) > 0.999);
    const point = solve({ position: [1, 1, 0], point: [0, 0.3, 0] });
    const map = rig.forward(point.pose).subarray(16 * 5);
    assert.ok(distance([0, 1, 2].map((row) => map[12 + row] + 0.3 * map[4 + row]), [1, 1, 0]) < 1e-3);
    session.clear();
    session.setTarget("joint 5", { position: [0, 0.3, 0], relativeTo: "joint 1" });
    const relative = session.solve(rig.restPose());
    const frame = rig.forward(relative.pose).subarray(16);
    const expected = [0, 1, 2].map((row) => frame[12 + row] + 0.3 * frame[4 + row]);
    assert.ok(distance(at(relative), expected) < 1e-3);
});

test("limits from arrays hold and are reported", () => {
    const limits = Array.from({ length: 4 }, () => ({ kind: "hinge", axis: [0, 0, 1], min: -0.2, max: 0.2 }));
    const rig = chain(4, limits);
    const session = rig.session({ root: "fixed" });
    session.setTarget(3, { position: [1.5, 0, 0] });
    const report = session.solve();
    assert.ok(!report.isReached);
    assert.ok(Math.max(...rig.violations(report.pose)) < 1e-4);
    assert.ok(report.activeLimits.some(({ bound }) => bound === "min"), JSON.stringify(report.activeLimits));
    assert.ok(OUTCOMES.includes(report.outcome));
    assert.equal(rig.limits[0].kind, "hinge");
    assert.ok(rig.violations(new Float32Array([...rig.restPose().subarray(0, 13), 0, 0, 0.5, Math.sqrt(0.75), ...rig.restPose().subarray(17)]))[1] > 0.5);
});

test("a rig passes through JSON, and a humanoid is detected", () => {
    const again = new Rig(JSON.parse(JSON.stringify(mannequin)));
    assert.deepEqual(again.toJSON(), mannequin.toJSON());
    const { joints } = mannequin.toJSON();
    const plain = new Rig({ joints }, { humanoid: true });
    assert.equal(plain.roles.leftHand, mannequin.roles.leftHand);
    assert.ok(plain.limits.filter(Boolean).length > 10 && plain.limbs.length >= 4);
    assert.equal(new Rig({ joints }).limits.filter(Boolean).length, 0);
});

test("the posture of recorded people needs the prior", async () => {
    const likely = { posture: "likely" };
    assert.throws(() => mannequin.session(likely), /await ready.*kansetsu\/prior/);
    assert.throws(() => Session.fromRequest(mannequin, { options: likely }), /kansetsu\/prior/);
    await (await import("kansetsu/prior")).ready;
    const session = mannequin.session(likely);
    const plain = mannequin.session({ posture: "given" });
    const targets = { leftHand: HAND, rightHand: [-0.3, 1.0, 0.35], head: [0, 1.45, 0.2] };
    const [leaned, given] = [session, plain].map((posed) => {
        for (const [joint, position] of Object.entries(targets)) {
            posed.setTarget(joint, { position });
        }
        return posed.solve().pose;
    });
    assert.notDeepEqual(leaned, given, "the prior changes the pose");
});

test("NaN and unknown fields are refused", () => {
    const joints = [{ name: "a", parent: null }];
    const hinge = (min) => ({ joints, limits: [{ kind: "hinge", axis: [0, 0, 1], min, max: undefined }] });
    assert.throws(() => new Rig(hinge(NaN)), /rig: min is NaN/);
    assert.equal(new Rig(hinge(-Infinity)).limits[0].max, null);
    assert.throws(() => Session.fromRequest(mannequin, "{"), /request/);
    assert.throws(() => Session.fromRequest(mannequin, null), /request: expected an object, got null/);
    assert.throws(() => new Rig({ joints, message: "request" }), /request|joints/);
    assert.throws(() => new Rig({ joints, joint: 1 }), /joint/);
});

test("options are taken, and unknown ones refused", () => {
    const session = mannequin.session({ locked: ["leftLowerArm"], stiffness: { leftUpperArm: 2 }, posture: "given" });
    session.setTarget("leftHand", { position: HAND });
    const lower = 10 * mannequin.joint("leftLowerArm") + 3;
    const rest = mannequin.restPose();
    const { pose } = session.solve(rest.slice());
    assert.deepEqual(pose.slice(lower, lower + 4), rest.slice(lower, lower + 4));
    session.setOptions({ posture: "given" });
    assert.notDeepEqual(session.solve(rest.slice()).pose.slice(lower, lower + 4), rest.slice(lower, lower + 4));
    assert.throws(() => mannequin.session({ postur: "given" }), /postur/);
    assert.throws(() => mannequin.session({ tolerance: NaN }), /options\.tolerance: expected a finite number/);
    assert.throws(() => mannequin.session({ locked: ["leftHnd"] }), /locked\[0\]: .*"LeftHand"/);
    assert.throws(() => mannequin.session({ stiffness: { head: "2" } }), /stiffness\.head/);
});

test("misuse is an exception that names the argument", () => {
    const session = mannequin.session();
    const pose = mannequin.restPose();
    const broken = pose.slice();
    broken[13] = NaN;
    const cases = [
        [() => session.setTarget("leftHnd", { position: HAND }), /joint: .*"leftHnd".*"LeftHand"/],
        [() => session.setTarget(99, { position: HAND }), /joint: joint 99 does not exist/],
        [() => session.setTarget(1.5, { position: HAND }), /joint: joint 1.5/],
        [() => session.setTarget(null, { position: HAND }), /joint: expected the name or index/],
        [() => session.setTarget("leftHand"), /target: expected an object/],
        [() => session.setTarget("leftHand", {}), /is empty/],
        [() => session.setTarget("leftHand", { positon: HAND }), /unknown field "positon"/],
        [() => session.setTarget("leftHand", { position: [1, 2] }), /position: expected 3 numbers, got 2/],
        [() => session.setTarget("leftHand", { position: [1, NaN, 2] }), /position\[1\]: expected a finite number, got NaN/],
        [() => session.setTarget("leftHand", { position: ["1", 2, 3] }), /position\[0\]: expected a number, got string/],
        [() => session.setTarget("leftHand", { position: HAND, radius: Infinity }), /radius/],
        [() => session.setTarget("leftHand", { position: HAND, radius: -1 }), /radius/],
        [() => session.setTarget("leftHand", { rotation: [0, 0, 0, 0] }), /LeftHand/],
        [() => session.setTarget("leftHand", { position: HAND, rotation: [0, 0, 0, 1], lookAt: [[0, 0, 1], HAND] }), /rotation and lookAt/],
        [() => session.setTarget("leftHand", { lookAt: HAND }), /lookAt: expected an axis/],
        [() => session.setTarget("leftHand", { position: HAND, relativeTo: "nobody" }), /relativeTo/],
        [() => session.solve(new Float32Array(3)), /pose: expected \d+ numbers, 10 for each joint, got 3/],
        [() => session.solve([1, 2, 3]), /pose: expected a Float32Array, got Array/],
        [() => session.solve(broken), /translation|rotation/],
        [() => session.solve(pose, -1), /steps/],
        [() => session.step(undefined), /pose/],
        [() => session.follow(pose, new Float32Array(1)), /pose/],
        [() => mannequin.forward(broken), /pose\[13\]/],
        [() => mannequin.forward(new Float32Array(pose.length)), /pose: the rotation of joint 0 is zero/],
        [() => new Session({}), /rig: expected a Rig/],
        [() => Session.fromRequest(mannequin, "{"), /request/],
        [() => Session.fromRequest(mannequin, { targets: [{ joint: "nobody", position: HAND }] }), /nobody/],
        [() => Rig.fromArrays({ names: ["a"], parents: [0], rest: new Float32Array(10) }), /parents\[0\]/],
        [() => Rig.fromArrays({ names: ["a"], parents: [-1], rest: [1] }), /rest: expected 10 numbers, got 1/],
        [() => new Rig({ joints: [{ name: "a", parent: null }], base: 7 }), /7/],
        [() => new Rig({ joints: [] }), /joint/],
        [() => new Rig({ joints: [{ name: "a", parent: null }], limits: [{ kind: "hinge", axis: [0, 0, 0] }] }), /axis/],
        [() => formats.open(new Uint8Array(0)), /./],
        [() => formats.open("text"), /bytes: expected/],
        [() => formats.open(new TextEncoder().encode("not a model")), /./],
        [() => formats.figure("nobody"), /mannequin/],
    ];
    for (const [call, message] of cases) {
        assert.throws(call, message, String(call));
        assert.throws(call, (error) => error instanceof Error && !(error instanceof WebAssembly.RuntimeError));
    }
    // A failed call leaves the pose unchanged.
    assert.ok(Number.isNaN(broken[13]) && broken[12] === pose[12]);
    session.setTarget("leftHand", { position: HAND });
    assert.ok(session.solve(pose).isReached);
});

test("a freed handle is an exception", () => {
    const rig = chain(3);
    const session = rig.session();
    rig.free();
    assert.throws(() => rig.restPose(), /rig: it was freed/);
    assert.throws(() => rig.session(), /rig: it was freed/);
    assert.throws(() => rig.free(), /rig: it was freed/);
    session.setTarget(2, { position: [0.5, 0.5, 0] });
    assert.ok(session.solve(new Float32Array(30).map((_, index) => [0, index > 9 ? 0.5 : 0, 0, 0, 0, 0, 1, 1, 1, 1][index % 10])).isReached);
    session.free();
    assert.throws(() => session.solve(new Float32Array(30)), /session: it was freed/);
    assert.throws(() => session.clear(), /session: it was freed/);
});

test("growing memory leaves sessions and poses intact", () => {
    const session = mannequin.session({ posture: "given" });
    session.setTarget("leftHand", { position: HAND });
    const first = session.solve(mannequin.restPose()).pose;
    const many = Array.from({ length: 150 }, () => chain(200).session());
    assert.deepEqual(session.solve(mannequin.restPose()).pose, first);
    many.forEach((other) => other.free());
});
