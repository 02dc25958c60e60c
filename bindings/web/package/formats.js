// Rigs from files and embedded figures. The WebAssembly is a separate file, loaders_bg.wasm.

import start, { figure as figureOf, open as openFile } from "./loaders.js";
import { check, kindOf } from "./arguments.js";
import { Rig } from "./core.js";
import { moduleOf } from "./load.js";

let started;
let isLoaded = false;

/** Loads the WebAssembly, once. Files can be opened when the promise resolves. */
export function init(source) {
    started ??= load(source);
    return started;
}

async function load(source) {
    const module = await moduleOf(source, new URL("./loaders_bg.wasm", import.meta.url));
    await start({ module_or_path: module });
    isLoaded = true;
}

/** Opens a file: glTF, GLB, VRM, FBX, BVH, ASF, URDF, PMX, PMD, MQO. */
export function open(bytes, { name = "", files = {} } = {}) {
    isReady();
    const data = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
    check(data instanceof Uint8Array, `bytes: expected an ArrayBuffer or a Uint8Array, got ${kindOf(bytes)}`, TypeError);
    check(typeof name === "string", `name: expected a text, got ${kindOf(name)}`, TypeError);
    const beside = typeof files === "function" ? files : (path) => files[path] ?? null;
    const { format, rig, warnings, notes } = JSON.parse(openFile(data, name, beside));
    return { format, rig: new Rig(rig), warnings, notes };
}

/** The rig of an embedded figure, for example "mannequin". */
export function figure(name) {
    isReady();
    check(typeof name === "string", `name: expected a text, got ${kindOf(name)}`, TypeError);
    return new Rig(JSON.parse(figureOf(name)));
}

function isReady() {
    check(isLoaded, "the formats are not loaded: await `init()` of \"kansetsu/formats\"");
}
