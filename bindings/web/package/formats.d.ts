import type { Rig } from "./core.js";
import type { Source } from "./wasm.js";

/** Loads the WebAssembly, once: `loaders_bg.wasm` beside the script, or the given source. Files can be opened afterwards. */
export declare function init(source?: Source): Promise<void>;

/** The content of a file. */
export interface File {
    format: string;
    rig: Rig;
    /** Warnings about the file, and its data that is not imported. Show them to the user. */
    warnings: string[];
    /** Data that does not affect posing. */
    notes: string[];
}

export interface OpenOptions {
    /** A hint if the first bytes do not determine the format. */
    name?: string;
    /** The files that the file refers to, by path. */
    files?: Record<string, Uint8Array> | ((path: string) => Uint8Array | null);
}

/** Opens a file: glTF, GLB, VRM, FBX, BVH, ASF, URDF, PMX, PMD, MQO. */
export declare function open(bytes: ArrayBuffer | Uint8Array, options?: OpenOptions): File;

/** The rig of an embedded figure: mannequin, arm, leg, hand, spine, tentacle, quadruped, robot_arm. */
export declare function figure(name: string): Rig;
