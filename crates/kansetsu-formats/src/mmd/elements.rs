//! The tables of the formats' elements.

use crate::element::{Element, noted, read, skipped};

/// The sentence for physics without a counterpart.
const PHYSICS: &str = "soft bodies and impulses of physics have no effect";

/// The sentence for physics that becomes spring bones.
const SPRINGS: &str = "rigid bodies are spring bones and colliders: they swing in the studio, and in motions with --springs; neighbours do not pull each other";

/// The sentence for morphs of materials and texture coordinates.
const LOOKS: &str = "changes of materials and texture coordinates by morphs are not shown";

/// The elements of PMX 2.0 and 2.1 and of PMD.
pub const ELEMENTS: [Element; 31] = [
    read("vertices"),
    noted("additional UVs", "further texture coordinates are not used"),
    read("weights/BDEF1"),
    read("weights/BDEF2"),
    read("weights/BDEF4"),
    skipped(
        "weights/SDEF",
        "spherical and dual quaternion weights (SDEF, QDEF) are applied as linear ones",
    ),
    skipped(
        "weights/QDEF",
        "spherical and dual quaternion weights (SDEF, QDEF) are applied as linear ones",
    ),
    read("triangles"),
    read("pictures"),
    read("materials"),
    noted("materials/edges", "edges, sphere and toon pictures of materials are not shown"),
    noted("materials/sphere", "edges, sphere and toon pictures of materials are not shown"),
    read("bones"),
    read("bones/append"),
    read("bones/fixed axis"),
    read("bones/IK"),
    noted("bones/local axes", "local axes of bones have no effect"),
    skipped("bones/local append", "bones follow others in model axes, not in local ones"),
    skipped("bones/external parent", "external parents of bones are not applied"),
    read("morphs/vertex"),
    read("morphs/bone"),
    read("morphs/group"),
    skipped("morphs/material", LOOKS),
    skipped("morphs/UV", LOOKS),
    skipped("morphs/flip", "flip morphs, which choose one of several morphs, are not applied"),
    skipped("morphs/impulse", PHYSICS),
    noted("display frames", "display frames have no effect"),
    noted("rigid bodies", SPRINGS),
    noted("joints", SPRINGS),
    skipped("soft bodies", PHYSICS),
    noted("bytes behind the end", "bytes behind the end are not read"),
];

/// The elements of VMD. Saving keeps them all.
pub const MOTION_ELEMENTS: [Element; 11] = [
    read("bone keys"),
    read("IK states"),
    skipped("keys of unknown bones", "VMD: keys are of bones that the figure does not have"),
    skipped(
        "IK states of unknown bones",
        "VMD: states of inverse kinematics are of bones that the figure does not have",
    ),
    read("morph keys"),
    skipped("keys of unknown morphs", "VMD: keys are of morphs that the figure does not have"),
    skipped("camera keys", "VMD: keys of the camera are not played; saving as VMD keeps them"),
    skipped("light keys", "VMD: keys of the light are not played; saving as VMD keeps them"),
    skipped(
        "self-shadow keys",
        "VMD: keys of self-shadows are not played; saving as VMD keeps them",
    ),
    skipped(
        "model visibility",
        "VMD: the model is hidden in some frames; it stays shown, and saving as VMD keeps that",
    ),
    noted("bytes behind the end", "VMD: bytes behind the end are kept by saving"),
];

/// The elements of VPD.
pub const POSE_ELEMENTS: [Element; 4] = [
    read("bones"),
    skipped("unknown bones", "VPD: the pose has bones that the figure does not have"),
    read("morphs"),
    skipped("unknown morphs", "VPD: the pose has morphs that the figure does not have"),
];
