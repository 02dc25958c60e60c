//! A model's bones, as MikuMikuDance moves them.

use kansetsu::glam::Vec3;

/// The bones of a model: right-handed, metres, facing +Z.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// In the file's order.
    pub bones: Vec<Bone>,
    /// For each bone, the joint of the skeleton that it is.
    pub joints: Vec<usize>,
    /// The bones in the order in which they are moved.
    pub(super) order: Vec<usize>,
}

/// A bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// Where it is at rest, in model space.
    pub position: Vec3,
    /// Index of the bone that it hangs on.
    pub parent: Option<usize>,
    /// When it is moved: lower layers first.
    pub layer: i32,
    /// Whether it is moved after all that physics moves.
    pub after_physics: bool,
    /// Whose motion it follows.
    pub append: Option<Append>,
    /// The only axis that it turns about, of any length.
    pub fixed_axis: Option<Vec3>,
    /// What it leads.
    pub ik: Option<Ik>,
}

/// How a bone follows another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Append {
    /// Index of the bone that it follows.
    pub source: usize,
    /// How much of that bone's motion; negative ratios turn the other way.
    pub ratio: f32,
    /// Whether it turns along.
    pub rotates: bool,
    /// Whether it moves along.
    pub translates: bool,
}

/// The bones that are led so that `target` comes to the leading bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Ik {
    /// Index of the bone that is to reach.
    pub target: usize,
    /// How many rounds at most.
    pub iterations: u32,
    /// How much a bone turns in a step at most, radians.
    pub max_angle: f32,
    /// The bones that turn, the nearest to the target first.
    pub links: Vec<IkLink>,
}

/// A bone that is led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkLink {
    /// Its index.
    pub bone: usize,
    /// The least and the greatest angles about its axes, radians.
    pub limits: Option<[Vec3; 2]>,
}

impl Model {
    /// Bones with these parts; bones, links and targets that do not exist must have been taken out.
    pub(super) fn new(bones: Vec<Bone>) -> Self {
        let mut order: Vec<usize> = (0..bones.len()).collect();
        order.sort_by_key(|&bone| (bones[bone].after_physics, bones[bone].layer, bone));
        Self { joints: (0..bones.len()).collect(), bones, order }
    }

    /// Where a bone is at rest against its parent.
    pub(super) fn rest(&self, bone: usize) -> Vec3 {
        let place = self.bones[bone].position;
        self.bones[bone].parent.map_or(place, |parent| place - self.bones[parent].position)
    }
}
