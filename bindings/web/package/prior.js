// The statistical prior of `posture: "likely"`.

import { usePrior } from "./core.js";
import { unpack } from "./unpack.js";
import packed from "./people.js";

/** Resolves when sessions can have the posture "likely", once the package itself is ready. */
export const ready = unpack(packed, "application/octet-stream")
    .then((response) => response.arrayBuffer())
    .then((bytes) => usePrior(new Uint8Array(bytes)));
// The caller who awaits it gets the error. Without one it must not end Node.js.
ready.catch(() => {});
