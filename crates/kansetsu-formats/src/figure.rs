//! A figure: what a file holds.

use std::collections::BTreeMap;

use kansetsu::d3::Rig;

use crate::{Clip, Image, Material, Mesh, Role, Skin};

/// A rig with everything that makes it visible and moving.
#[derive(Clone, Debug)]
pub struct Figure {
    /// A name for people: the scene's, the file's or the embedded figure's.
    pub name: String,
    /// Skeleton, limits, limbs, mirror pairs. Every node of a glTF file is a joint.
    pub rig: Rig,
    /// For each joint, the index of the glTF node it came from. As long as the skeleton.
    pub nodes: Vec<Option<usize>>,
    /// For each joint, whether a skin uses it. As long as the skeleton.
    pub deforms: Vec<bool>,
    /// What each humanoid role is played by.
    pub roles: BTreeMap<Role, usize>,
    /// The skins that meshes refer to.
    pub skins: Vec<Skin>,
    /// The visible surfaces.
    pub meshes: Vec<Mesh>,
    /// The materials that primitives refer to.
    pub materials: Vec<Material>,
    /// The images that materials refer to.
    pub images: Vec<Image>,
    /// The motions.
    pub clips: Vec<Clip>,
}

impl Figure {
    /// A figure of joints alone.
    #[must_use]
    pub fn new(name: impl Into<String>, rig: Rig) -> Self {
        let count = rig.skeleton.len();
        Self {
            name: name.into(),
            rig,
            nodes: vec![None; count],
            deforms: vec![false; count],
            roles: BTreeMap::new(),
            skins: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            images: Vec::new(),
            clips: Vec::new(),
        }
    }
}
