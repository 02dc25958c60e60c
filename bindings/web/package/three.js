// Kansetsu for three.js. Load the WebAssembly first: await `ready` of "kansetsu", or `init()` of "kansetsu/wasm".

export { CCDIKSolver } from "./three/ccd_ik_solver.js";
export { IK } from "./three/ik.js";
export { IKHelper } from "./three/helper.js";
