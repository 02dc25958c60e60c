//! A file as it was read.

use crate::{asf, bvh, gltf, mmd, mqo};

/// A file as it was read: what the figure does not hold.
#[derive(Clone, Debug)]
pub enum Document {
    /// The format is only read.
    None,
    /// glTF or GLB.
    Gltf(Box<gltf::Document>),
    /// BVH.
    Bvh(Box<bvh::Document>),
    /// URDF: what there is to it stands in [`Figure::robot`](crate::Figure::robot).
    Urdf,
    /// PMX or PMD: the bones with what they follow and lead.
    Mmd(Box<mmd::Model>),
    /// MQO or MQOZ: how the triangles were read as bones.
    Mqo(Box<mqo::Document>),
    /// ASF: the bones with their axes.
    Asf(Box<asf::Acclaim>),
    /// VMD.
    Vmd(Box<mmd::Vmd>),
}
