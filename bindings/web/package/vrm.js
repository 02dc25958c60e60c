// Kansetsu for VRM models of @pixiv/three-vrm 3.

import { IK } from "./three/ik.js";
import { check, kindOf } from "./arguments.js";

export { IK } from "./three/ik.js";

/**
 * An IK for a VRM model with its humanoid roles, anatomical limits and limbs.
 *
 * Made while the model is in its rest pose. `bones: "normalized"` poses the normalized bones, which `vrm.update()` copies to
 * the model; `bones: "raw"` poses the bones of the file, for models whose `humanoid.autoUpdateHumanBones` is off.
 */
export function fromVRM(vrm, { bones = "normalized", roles = {}, ...options } = {}) {
    const humanoid = vrm?.humanoid;
    check(humanoid !== undefined && humanoid !== null, `vrm: expected a VRM of @pixiv/three-vrm, got ${kindOf(vrm)}`, TypeError);
    check(bones === "normalized" || bones === "raw", `bones: expected "normalized" or "raw", got ${String(bones)}`);
    const isRaw = bones === "raw";
    check(
        !isRaw || humanoid.autoUpdateHumanBones === false,
        "bones: \"raw\" needs `vrm.humanoid.autoUpdateHumanBones = false`, otherwise vrm.update() overwrites the pose",
    );
    const found = {};
    for (const role of Object.keys(humanoid.humanBones)) {
        const node = isRaw ? humanoid.getRawBoneNode(role) : humanoid.getNormalizedBoneNode(role);
        if (node) {
            found[role] = node;
        }
    }
    const played = { ...found, ...roles };
    check(played.hips !== undefined, "vrm: it has no bone with the role hips");
    const root = isRaw ? vrm.scene : humanoid.normalizedHumanBonesRoot;
    return new IK(root, { joints: Object.values(played), roles: played, humanoid: true, root: "fixed", ...options });
}
