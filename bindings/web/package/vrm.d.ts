import type { VRM } from "@pixiv/three-vrm";
import type { IK, IKOptions } from "./three.js";

export { IK } from "./three.js";

export interface VRMOptions extends Omit<IKOptions, "joints" | "humanoid"> {
    /** "normalized" (default) for models whose `vrm.update()` copies the pose; "raw" for the bones of the file. */
    bones?: "normalized" | "raw";
}

/** An IK for a VRM model with its humanoid roles, anatomical limits and limbs. Make it in the rest pose. */
export declare function fromVRM(vrm: VRM, options?: VRMOptions): IK;
