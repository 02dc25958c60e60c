//! The tables of all formats.

use crate::element::Element;

/// The tables of all formats, by format.
pub const TABLES: [(&str, &[Element]); 9] = [
    ("glTF", &crate::gltf::ELEMENTS),
    ("FBX", &crate::fbx::ELEMENTS),
    ("BVH", &crate::bvh::ELEMENTS),
    ("ASF", &crate::asf::ELEMENTS),
    ("URDF", &crate::urdf::ELEMENTS),
    ("PMX", &crate::mmd::ELEMENTS),
    ("VMD", &crate::mmd::MOTION_ELEMENTS),
    ("VPD", &crate::mmd::POSE_ELEMENTS),
    ("MQO", &crate::mqo::ELEMENTS),
];
