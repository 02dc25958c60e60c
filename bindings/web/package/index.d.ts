export * from "./core.js";

/** Resolves when rigs can be made. */
export declare const ready: Promise<void>;
