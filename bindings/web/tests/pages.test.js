// The example pages in a browser: real pointer events move the joints, which are read back and compared with the library.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test, { after, before } from "node:test";

import { Rig, ready } from "kansetsu";
import { Browser, serve } from "./browser.js";

await ready;

/** Models for the VRM page: the VRM files of the test data. */
const corpus = process.env.KANSETSU_CORPUS;
/** Pictures of the pages go here. */
const shots = process.env.KANSETSU_SHOTS;
const MODELS = ["vrm/unity_example_vrm1.vrm", "vrm/rest_a_pose_t_position_rest.vrm", "cases/human_vrm0.vrm"];

let browser;
let server;

before(async () => {
    const files = Object.fromEntries(MODELS.map((model) => [`/models/${model}`, join(corpus ?? "", model)]));
    server = await serve(process.cwd(), files);
    browser = await Browser.start();
});

after(async () => {
    await browser?.close();
    await server?.close();
});

async function open(page) {
    await browser.open(`${server.address}/${page}`);
    await browser.until("window.demo?.frames > 2");
}

async function shoot(name) {
    const picture = await browser.screenshot();
    assert.ok(picture.length > 5000, `${name}: an empty picture`);
    if (shots) {
        mkdirSync(shots, { recursive: true });
        writeFileSync(join(shots, `${name}.png`), picture);
    }
}

/** Where an object is in the world. */
const PLACE = "(object) => object.getWorldPosition(object.position.clone()).toArray()";

/** Frames of the page at once: software graphics draw few in a second. Returns the last report. */
const advance = (count) => browser.evaluate(`(() => {
    let report;
    for (let frame = 0; frame < ${count}; frame++) { report = demo.advance(1 / 60); }
    return report.toJSON();
})()`);

test("the tentacle follows the pointer", async () => {
    await open("tentacle.html");
    const tips = [];
    for (const [x, y] of [[520, 180], [300, 260], [540, 330]]) {
        for (let step = 1; step <= 10; step++) {
            await browser.point(420 + ((x - 420) * step) / 10, 300 + ((y - 300) * step) / 10);
        }
        const report = await advance(120);
        const found = await browser.evaluate(`({
            tip: (${PLACE})(demo.bones.at(-1)), target: demo.target.position.toArray(),
            violation: Math.max(...demo.ik.violations().values()),
            rig: demo.ik.rig.toJSON(), rotations: demo.bones.map((bone) => bone.quaternion.toArray()),
        })`);
        const miss = Math.hypot(...found.tip.map((value, axis) => value - found.target[axis]));
        assert.equal(report.outcome, "reached");
        assert.ok(miss < 2e-3, `${miss} m from the target`);
        assert.ok(found.violation < 1e-3, `${found.violation} rad outside a limit`);
        tips.push(found.tip);
        // The library's forward kinematics of the joints that were read.
        const rig = new Rig(found.rig);
        const pose = rig.restPose();
        found.rotations.forEach((rotation, joint) => pose.set(rotation, 10 * joint + 3));
        const tip = rig.forward(pose).subarray(16 * (rig.length - 1) + 12).slice(0, 3);
        assert.ok(Math.hypot(...tip.map((value, axis) => value - found.tip[axis])) < 1e-3);
    }
    assert.ok(Math.hypot(...tips[0].map((value, axis) => value - tips[1][axis])) > 0.2, "the tip moved");
    await shoot("tentacle");
    assert.deepEqual(browser.faults, []);
});

test("feet on terrain: no jumps, no violated limits, no slides", async () => {
    await open("terrain.html");
    await browser.evaluate("demo.isPaused = true");
    const { ours, theirs } = await browser.evaluate(`(() => {
        for (let frame = 0; frame < 900; frame++) { demo.advance(); }
        demo.show();
        const plain = ({ change, jumps, violations, slide, frames }) => ({ change, jumps, violations, slide, frames });
        return { ours: plain(demo.meters.ours), theirs: plain(demo.meters.theirs) };
    })()`);
    console.log("Kansetsu", ours);
    console.log("CCDIKSolver", theirs);
    assert.ok(ours.frames >= 900);
    assert.equal(ours.jumps, 0);
    assert.equal(ours.violations, 0);
    assert.ok(ours.slide <= 1e-3, `a planted foot slides by ${ours.slide} m`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await shoot("terrain");
    assert.deepEqual(browser.faults, []);
});

// With CI=true nothing is skipped.
const isThere = process.env.CI === "true" || existsSync(corpus ?? "");
const vrm = { skip: isThere ? false : "KANSETSU_CORPUS names no folder of test data" };

test("the hand of a VRM model follows the pointer, its feet stay", vrm, async () => {
    for (const model of MODELS) {
        for (const bones of ["normalized", "raw"]) {
            await open(`vrm.html?model=/models/${model}&bones=${bones}`);
            await browser.until("demo.ik");
            const read = () =>
                browser.evaluate(`(() => {
                    const at = (role) => (${PLACE})(demo.ik.object(role));
                    return {
                        hand: at("leftHand"), feet: ["left", "right"].map((side) => at(demo.ik.rig.roles[side + "Toes"] === undefined ? side + "Foot" : side + "Toes")), target: demo.target.position.toArray(),
                        raw: (${PLACE})(demo.vrm.humanoid.getRawBoneNode("leftHand")),
                        roles: Object.keys(demo.ik.rig.roles).length, limits: demo.ik.rig.limits.filter(Boolean).length, limbs: demo.ik.rig.limbs.length,
                        violation: Math.max(...demo.ik.violations().values()),
                    };
                })()`);
            const start = await read();
            const name = `${basename(model)}, ${bones}`;
            assert.ok(start.roles >= 15 && start.limits >= 12 && start.limbs >= 4, `${name}: ${JSON.stringify(start)}`);
            for (let step = 0; step <= 20; step++) {
                await browser.point(560 - 4 * step, 330 - 6 * step);
            }
            const report = await advance(200);
            const end = await read();
            const distance = (a, b) => Math.hypot(...a.map((value, axis) => value - b[axis]));
            assert.equal(report.outcome, "reached", `${name}: ${JSON.stringify(report)}`);
            assert.ok(distance(end.hand, end.target) < 2e-3, `${name}: ${distance(end.hand, end.target)} m from the target`);
            assert.ok(distance(end.hand, start.hand) > 0.1, `${name}: the hand did not move`);
            assert.ok(distance(end.raw, end.hand) < 0.01, `${name}: the model's own bone is ${distance(end.raw, end.hand)} m off`);
            // Toes stay on the floor; heels may rise.
            end.feet.forEach((foot, side) => {
                const moved = distance(foot, start.feet[side]);
                assert.ok(moved < 2e-3, `${name}: foot ${side} moved by ${moved} m`);
            });
            assert.ok(end.violation < 1e-3, `${name}: ${end.violation} rad outside a limit`);
            await shoot(`vrm-${basename(model)}-${bones}`);
            assert.deepEqual(browser.faults, []);
        }
    }
});

function basename(path) {
    return path.slice(dirname(path).length + 1);
}
