// The package with its WebAssembly in the script: for bundlers, Node.js and plain module scripts.

import start from "./solver.js";
import { use } from "./core.js";
import { unpack } from "./unpack.js";
import packed from "./packed.js";

export { OUTCOMES, Report, Rig, Session } from "./core.js";

/** Resolves when rigs can be made. */
export const ready = start({ module_or_path: unpack(packed, "application/wasm") }).then(use);
// The caller who awaits it gets the error. Without one it must not end Node.js.
ready.catch(() => {});
