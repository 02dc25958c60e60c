/** Resolves when sessions can have the posture "likely", once the package itself is ready. */
export declare const ready: Promise<void>;
