//! A figure: what a file holds.

use kansetsu::d3::{Pose, Rig, Twist};
use kansetsu::glam::{Affine3, Vec3};
use kansetsu_humanoid::retarget::Character;

use crate::mqo::Triangle;
use crate::reference::Reference;
use crate::urdf::Robot;
use crate::{Clip, Image, Material, Mesh, Meta, Skin};

/// A rig with everything that makes it visible and moving.
#[derive(Clone, Debug)]
pub struct Figure {
    /// A name for people: the scene's, the file's or the embedded figure's.
    pub name: String,
    /// Skeleton, limits, limbs, mirror pairs, roles, stance, masses, IK stops. Every node of a glTF
    /// file is a joint.
    pub rig: Rig,
    /// For each joint, the index of the glTF node it came from. As long as the skeleton.
    pub nodes: Vec<Option<usize>>,
    /// For each joint, whether a skin uses it. As long as the skeleton.
    pub is_skinned: Vec<bool>,
    /// Where the front of a figure is by the convention of its format, a horizontal unit vector in
    /// model space: +Z unless the format says otherwise. See [`Self::front`].
    pub format_front: Vec3,
    /// How the twist of limbs is spread over twist joints.
    pub twists: Vec<Twist>,
    /// The pose that the file was saved in, where that is not the rest pose: see
    /// [`Self::saved_pose`].
    pub pose: Option<Pose>,
    /// The pose in which the body is measured, which is the rest pose of the skeleton: how it was
    /// found.
    pub reference: Reference,
    /// Who made it and what may be done with it, where its file says so.
    pub meta: Option<Meta>,
    /// The joints of a robot with the names, limits and ways of their values, where it is one.
    pub robot: Option<Robot>,
    /// The triangles that were read as bones, where its format has such.
    pub triangles: Vec<Triangle>,
    /// The skins that meshes refer to.
    pub skins: Vec<Skin>,
    /// The surfaces, those that the file hides too.
    pub meshes: Vec<Mesh>,
    /// The materials that primitives refer to.
    pub materials: Vec<Material>,
    /// The images that materials refer to.
    pub images: Vec<Image>,
    /// The motions.
    pub clips: Vec<Clip>,
}

/// A sole is no farther below the lowest joint than this, as a fraction of the height of the
/// joints: 12 cm of an adult, whose ankles are at 7 to 11.
pub(crate) const SOLE: f32 = 0.08;

impl Figure {
    /// A figure of joints alone.
    #[must_use]
    pub fn new(name: impl Into<String>, rig: Rig) -> Self {
        let count = rig.skeleton.len();
        Self {
            name: name.into(),
            rig,
            nodes: vec![None; count],
            is_skinned: vec![false; count],
            format_front: Vec3::Z,
            twists: Vec::new(),
            pose: None,
            reference: Reference::default(),
            meta: None,
            robot: None,
            triangles: Vec::new(),
            skins: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            images: Vec::new(),
            clips: Vec::new(),
        }
    }

    /// The meshes that are drawn.
    pub fn visible_meshes(&self) -> impl Iterator<Item = &Mesh> {
        self.meshes.iter().filter(|mesh| !mesh.is_hidden)
    }

    /// How high the floor is on which it stands at rest, metres: 0 where the lowest joint of its
    /// human body is near that, else there, as in files whose hips are the origin. Of other bodies
    /// all joints count.
    #[must_use]
    pub fn floor_at_rest(&self) -> f32 {
        let rest = self.rig.skeleton.forward(&self.rig.skeleton.rest_pose());
        let [lowest, highest] = self.span_along(&rest, Vec3::Y);
        if lowest.is_finite() && lowest.abs() > SOLE * (highest - lowest) { lowest } else { 0.0 }
    }

    /// How high the lowest and the highest joint of its human body are along a unit vector, metres;
    /// of other bodies all joints count.
    pub(crate) fn span_along(&self, model_from_joint: &[Affine3], up: Vec3) -> [f32; 2] {
        let human: Option<Vec<usize>> = self.rig.humanoid().map(|human| human.joints().collect());
        let joints = human.unwrap_or_else(|| (0..model_from_joint.len()).collect());
        let heights = || {
            joints
                .iter()
                .filter_map(|&joint| Some(model_from_joint.get(joint)?.translation.dot(up)))
        };
        [heights().fold(f32::INFINITY, f32::min), heights().fold(f32::NEG_INFINITY, f32::max)]
    }

    /// The joint that a person means by `name`: a joint of this name, a humanoid role such as
    /// "leftHand", or `#` and an index. Of several joints of the same name, the only one that a
    /// skin uses is meant, since meshes are often called like the bones that carry them.
    ///
    /// # Errors
    /// [`kansetsu::Error::UnknownJoint`] with similar names, [`kansetsu::Error::AmbiguousJoint`].
    pub fn find_joint(&self, name: &str) -> Result<usize, kansetsu::Error> {
        match self.rig.joint(name) {
            Err(kansetsu::Error::AmbiguousJoint { name, joints }) => {
                let mut used = joints
                    .iter()
                    .copied()
                    .filter(|&joint| self.is_skinned.get(joint) == Some(&true));
                match (used.next(), used.next()) {
                    (Some(joint), None) => Ok(joint),
                    _ => Err(kansetsu::Error::AmbiguousJoint { name, joints }),
                }
            }
            found => found.map(|joint| joint.index() as usize),
        }
    }

    /// The index of the clip of this name, or of the clip that `#` and an index name; `None` when
    /// there is none. Of several clips of the same name the first is meant.
    #[must_use]
    pub fn find_clip(&self, name: &str) -> Option<usize> {
        let named = self.clips.iter().position(|clip| clip.name == name);
        named.or_else(|| {
            name.strip_prefix('#')?.parse().ok().filter(|&index: &usize| index < self.clips.len())
        })
    }
}

/// What a retargeter reads of a figure: joints that a clip does not key keep the saved pose.
impl<'a> From<&'a Figure> for Character<'a> {
    fn from(figure: &'a Figure) -> Self {
        Self {
            name: &figure.name,
            rig: &figure.rig,
            twists: &figure.twists,
            pose: figure.saved_pose(),
        }
    }
}
