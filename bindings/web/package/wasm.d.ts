export * from "./core.js";

/** What a WebAssembly module can be read from. */
export type Source = URL | string | Request | Response | Promise<Response> | ArrayBuffer | Uint8Array | WebAssembly.Module;

/** Loads the WebAssembly, once: `solver_bg.wasm` beside the script, or the given source. Rigs can be made afterwards. */
export declare function init(source?: Source): Promise<void>;
