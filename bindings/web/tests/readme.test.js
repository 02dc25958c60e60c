// The example of the README, in Node.js and in a page; the entry point with a separate file, too.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

import { Browser, serve } from "./browser.js";

const printed = readFileSync("readme.txt", "utf8");
const code = readFileSync("readme.mjs", "utf8");

/** The same example with the WebAssembly in a separate file. */
const separate = code.replace('import { ready } from "kansetsu";', 'import { init as initSolver } from "kansetsu/wasm";\nconst ready = initSolver();');

test("Node.js prints what the README says", () => {
    assert.notEqual(separate, code);
    writeFileSync("readme-wasm.mjs", separate);
    for (const script of ["readme.mjs", "readme-wasm.mjs"]) {
        assert.equal(execFileSync(process.execPath, [script], { encoding: "utf8" }), printed, script);
    }
});

test("a page prints what the README says", async () => {
    const imports = Object.fromEntries(
        [["kansetsu", "index.js"], ["kansetsu/wasm", "wasm.js"], ["kansetsu/formats", "formats.js"]].map(([name, file]) => [name, `./node_modules/kansetsu/${file}`]),
    );
    const page = (script) => `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({ imports })}</script>
        <script>window.lines = []; console.log = (line) => lines.push(line);</script><script type="module">${script}</script>`;
    writeFileSync("readme.html", page(code));
    writeFileSync("readme-wasm.html", page(separate));
    const server = await serve(process.cwd());
    const browser = await Browser.start();
    try {
        for (const name of ["readme.html", "readme-wasm.html"]) {
            await browser.open(`${server.address}/${name}`);
            await browser.until("window.lines?.length > 0");
            assert.deepEqual(await browser.evaluate("lines"), printed.trimEnd().split("\n"), name);
            assert.deepEqual(browser.faults, []);
        }
    } finally {
        await browser.close();
        await server.close();
    }
});
