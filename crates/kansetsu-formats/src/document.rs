//! The data of a file beside the figure.

use crate::{asf, bvh, gltf, mmd, mqo};

/// The data of a file that is not in the figure.
#[derive(Clone, Debug)]
pub enum Document {
    /// A format without saving.
    None,
    /// glTF or GLB.
    Gltf(Box<gltf::Document>),
    /// BVH.
    Bvh(Box<bvh::Document>),
    /// URDF: all of its data are in [`Figure::robot`](crate::Figure::robot).
    Urdf,
    /// PMX or PMD: the bones, their appended transforms and IK chains.
    Mmd(Box<mmd::Model>),
    /// MQO or MQOZ: the triangles that became bones.
    Mqo(Box<mqo::Document>),
    /// ASF: the bones with their axes.
    Asf(Box<asf::Acclaim>),
    /// VMD.
    Vmd(Box<mmd::Vmd>),
}
