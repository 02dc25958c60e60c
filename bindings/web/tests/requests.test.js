// The 200 requests of the session API: bit-identical with the library, in Node.js and in a page.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";

import { ready } from "kansetsu";
import { figure, init, open } from "kansetsu/formats";
import { ready as prior } from "kansetsu/prior";
import { Browser, serve } from "./browser.js";
import { differenceOf, rowsOf } from "./requests.js";

await Promise.all([ready, prior, init()]);

const folder = process.env.KANSETSU_REQUESTS;
assert.ok(folder, "KANSETSU_REQUESTS names no folder of the example write_requests; use `cargo xtask bindings --web`");
const read = (name) => readFileSync(join(folder, name), "utf8");
const rows = rowsOf(read("requests.txt"), read("expected.txt"));
assert.ok(rows.length >= 100, `${rows.length} rows`);

const rigs = new Map();

function rigOf(path) {
    if (!rigs.has(path)) {
        const beside = (name) => (existsSync(join(dirname(path), name)) ? readFileSync(join(dirname(path), name)) : null);
        rigs.set(path, path.startsWith("figure:") ? figure(path.slice(7)) : open(readFileSync(path), { name: path, files: beside }).rig);
    }
    return rigs.get(path);
}

test("each pose has the bits of the library in Node.js", () => {
    for (const [index, row] of rows.entries()) {
        assert.equal(differenceOf(rigOf(row.path), row), null, `row ${index} (${row.path})`);
    }
    console.log(`${rows.length} requests in Node.js`);
});

test("each pose has the bits of the library in a page", async () => {
    const paths = [...new Set(rows.map((row) => row.path))];
    // Files are opened in Chromium, too, except those that need other files beside them.
    const isAlone = (path) => !path.endsWith(".urdf");
    const files = { "/requests.txt": join(folder, "requests.txt"), "/expected.txt": join(folder, "expected.txt") };
    const sources = paths.map((path, index) => {
        files[`/files/${index}`] = path;
        return isAlone(path) ? { path, url: path.startsWith("figure:") ? null : `/files/${index}` } : { path, rig: rigOf(path).toJSON() };
    });
    const server = await serve(process.cwd(), files);
    const browser = await Browser.start();
    try {
        await browser.open(`${server.address}/requests.html`);
        await browser.until("window.solveAll");
        const { count, differences } = await browser.evaluate(`solveAll(${JSON.stringify(sources)})`);
        assert.deepEqual(differences, []);
        assert.equal(count, rows.length);
        assert.deepEqual(browser.faults, []);
        console.log(`${count} requests in Chromium`);
    } finally {
        await browser.close();
        await server.close();
    }
});
