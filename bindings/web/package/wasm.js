// The package with its WebAssembly in a separate file, solver_bg.wasm.

import start from "./solver.js";
import { use } from "./core.js";
import { moduleOf } from "./load.js";

export { OUTCOMES, Report, Rig, Session } from "./core.js";

let started;

/** Loads the WebAssembly, once. Rigs can be made when the promise resolves. */
export function init(source) {
    started ??= load(source);
    return started;
}

async function load(source) {
    const module = await moduleOf(source, new URL("./solver_bg.wasm", import.meta.url));
    use(await start({ module_or_path: module }));
}
