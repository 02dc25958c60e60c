//! A model's bones, with the rules by which MikuMikuDance moves them.

use kansetsu::glam::{Quat, Vec3};

use super::names::Name;

/// The bones of a model: right-handed, metres, facing +Z.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// In the file's order.
    pub bones: Vec<Bone>,
    /// The joint of each bone.
    pub joints: Vec<usize>,
    /// The morphs that the figure has as morph targets and expressions.
    pub morphs: Vec<NamedMorph>,
    /// The bones in the order of evaluation.
    pub(super) order: Vec<usize>,
}

/// A morph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedMorph {
    /// Its name.
    pub name: String,
    /// The bytes of its name in a PMD file, which cuts names also inside a character; else empty.
    pub raw_name: Vec<u8>,
    /// The bones that it moves, with their translations and rotations at weight 1.
    pub bones: Vec<(usize, Vec3, Quat)>,
}

/// A bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// The bytes of its name in a PMD file, which cuts names also inside a character; else empty.
    pub raw_name: Vec<u8>,
    /// Its rest position, in model space.
    pub position: Vec3,
    /// The index of its parent.
    pub parent: Option<usize>,
    /// The layer: lower ones are evaluated first.
    pub layer: i32,
    /// Whether it is evaluated after physics.
    pub after_physics: bool,
    /// The bone that it follows.
    pub append: Option<Append>,
    /// The only axis of rotation, of any length.
    pub fixed_axis: Option<Vec3>,
    /// Its IK chain.
    pub ik: Option<Ik>,
}

/// How a bone follows another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Append {
    /// The index of the followed bone.
    pub source: usize,
    /// The fraction of that bone's motion; negative ratios reverse it.
    pub ratio: f32,
    /// Whether it follows the rotation.
    pub rotates: bool,
    /// Whether it follows the translation.
    pub translates: bool,
}

/// The links that rotate so that `target` reaches the IK bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Ik {
    /// The index of the bone that reaches.
    pub target: usize,
    /// The most iterations.
    pub iterations: u32,
    /// The largest rotation of a link per step, radians.
    pub max_angle: f32,
    /// The links, the nearest to the target first.
    pub links: Vec<IkLink>,
}

/// An IK link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkLink {
    /// Its index.
    pub bone: usize,
    /// The minimum and maximum angles about its axes, radians.
    pub limits: Option<[Vec3; 2]>,
}

impl Model {
    /// Bones with these parts; references to missing bones, links and targets must be removed
    /// before.
    pub(super) fn new(bones: Vec<Bone>) -> Self {
        let mut order: Vec<usize> = (0..bones.len()).collect();
        order.sort_by_key(|&bone| (bones[bone].after_physics, bones[bone].layer, bone));
        Self { joints: (0..bones.len()).collect(), bones, order, morphs: Vec::new() }
    }

    pub(super) fn bone_names(&self) -> Vec<Name<'_>> {
        self.bones.iter().map(|bone| Name { text: &bone.name, raw: &bone.raw_name }).collect()
    }

    pub(super) fn morph_names(&self) -> Vec<Name<'_>> {
        self.morphs.iter().map(|morph| Name { text: &morph.name, raw: &morph.raw_name }).collect()
    }

    /// The rest position of a bone relative to its parent.
    pub(super) fn rest(&self, bone: usize) -> Vec3 {
        let place = self.bones[bone].position;
        self.bones[bone].parent.map_or(place, |parent| place - self.bones[parent].position)
    }
}
