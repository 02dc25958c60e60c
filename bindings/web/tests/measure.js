// Prints the overhead of calls, the time of solves, and the time from the start of a page to its first solve.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Session, ready } from "kansetsu";
import { figure, init } from "kansetsu/formats";
import { ready as prior } from "kansetsu/prior";
import { Browser, serve } from "./browser.js";
import { rowsOf } from "./requests.js";

await Promise.all([ready, prior, init()]);

function nanoseconds(call, count = 200_000) {
    for (let warm = 0; warm < count / 10; warm++) {
        call();
    }
    const start = performance.now();
    for (let turn = 0; turn < count; turn++) {
        call();
    }
    return (1e6 * (performance.now() - start)) / count;
}

/** A row of a table. */
const show = (name, value) => console.log(`| ${name} | ${value} |`);

const rig = figure("tentacle");
const session = rig.session();
const pose = rig.restPose();
const target = { position: [0, 0.5, 0] };
for (const [name, call] of Object.entries({
    "session.reset()": () => session.reset(),
    "rig.joint(name)": () => rig.joint("#7"),
    "session.setTarget(joint, { position })": () => session.setTarget(20, target),
    "session.pin(joint), release": () => (session.pin(3), session.release(3)),
})) {
    show(`\`${name}\``, `${nanoseconds(call).toFixed(0)} ns`);
}
session.clear();
show("`session.step(pose)` without targets", `${nanoseconds(() => session.step(pose), 20_000).toFixed(0)} ns`);

const folder = process.env.KANSETSU_REQUESTS;
if (folder) {
    const rows = rowsOf(readFileSync(join(folder, "requests.txt"), "utf8"), readFileSync(join(folder, "expected.txt"), "utf8"));
    const own = rows.filter((row) => row.path.startsWith("figure:")).map((row) => {
        const start = new Float32Array(Uint32Array.from(row.start, (word) => parseInt(word, 16)).buffer);
        return { session: Session.fromRequest(figure(row.path.slice(7)), row.request), start, steps: row.steps };
    });
    // The fastest solve of each request: others wait for other programs.
    const fastest = own.map(() => Infinity);
    for (let round = 0; round < 5; round++) {
        own.forEach((row, index) => {
            const pose = row.start.slice();
            const start = performance.now();
            row.session.solve(pose, row.steps);
            fastest[index] = Math.min(fastest[index], performance.now() - start);
        });
    }
    const ours = (1000 * fastest.reduce((sum, time) => sum + time, 0)) / own.length;
    const native = Number(readFileSync(join(folder, "native.txt"), "utf8"));
    show(`solve, mean of ${own.length} requests of figures`, `${ours.toFixed(0)} µs, ${(ours / native).toFixed(2)} times the ${native.toFixed(0)} µs of the native library`);
}

const server = await serve(process.cwd());
const browser = await Browser.start();
const times = [];
for (let run = 0; run < 5; run++) {
    await browser.open(`${server.address}/first.html?${run}`);
    await browser.until("window.first");
    times.push(await browser.evaluate("first"));
}
const [{ load, solve, total }] = times.toSorted((a, b) => a.total - b.total);
show("first solve in a page, fastest of 5", `${total.toFixed(1)} ms (load ${load.toFixed(1)}, first solve ${solve.toFixed(1)})`);
await browser.close();
await server.close();
