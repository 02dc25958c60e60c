//! A figure: the contents of a file.

use kansetsu::animation::SpringBones;
use kansetsu::d3::{Pose, Rig, Twist};
use kansetsu::glam::{Affine3, Vec3};
use kansetsu_humanoid::retarget::Character;

use crate::mqo::Triangle;
use crate::reference::Reference;
use crate::urdf::Robot;
use crate::{Clip, Expression, Gaze, Image, Material, Mesh, Meta, Morph, Skin};

/// A rig with its surfaces and motions.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name for people: that of the scene, the file or the embedded figure.
    pub name: String,
    /// Skeleton, limits, limbs, mirror pairs, roles, stance, masses, IK stops. Every node of a glTF
    /// file is a joint.
    pub rig: Rig,
    /// For each joint, the index of its glTF node. As long as the skeleton.
    pub nodes: Vec<Option<usize>>,
    /// For each joint, whether a skin uses it. As long as the skeleton.
    pub is_skinned: Vec<bool>,
    /// The front of a figure by the convention of its format, a horizontal unit vector in model
    /// space: +Z unless the format says otherwise. See [`Self::front`].
    pub format_front: Vec3,
    /// The distribution of the twist of limbs over twist joints.
    pub twists: Vec<Twist>,
    /// The pose in which the file was saved, if it is not the rest pose: see [`Self::saved_pose`].
    pub pose: Option<Pose>,
    /// The source of the reference pose. The reference pose is the rest pose of the skeleton, in
    /// which the body is measured.
    pub reference: Reference,
    /// The author and the licence, if its file states them.
    pub meta: Option<Meta>,
    /// The joints of a robot, if it is one, with the names, limits and mappings of their values.
    pub robot: Option<Robot>,
    /// The triangles that became bones, if its format has them.
    pub triangles: Vec<Triangle>,
    /// The skins that meshes refer to.
    pub skins: Vec<Skin>,
    /// The surfaces, hidden ones included.
    pub meshes: Vec<Mesh>,
    /// The morph targets of the meshes.
    pub morphs: Vec<Morph>,
    /// The expressions of an avatar.
    pub expressions: Vec<Expression>,
    /// How the eyes of an avatar look at a point.
    pub gaze: Option<Gaze>,
    /// The spring bones of an avatar.
    pub springs: SpringBones,
    /// The materials that primitives refer to.
    pub materials: Vec<Material>,
    /// The images that materials refer to.
    pub images: Vec<Image>,
    /// The motions.
    pub clips: Vec<Clip>,
}

/// The largest distance of a sole below the lowest joint, as a fraction of the height of the
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
            morphs: Vec::new(),
            expressions: Vec::new(),
            gaze: None,
            springs: SpringBones::default(),
            materials: Vec::new(),
            images: Vec::new(),
            clips: Vec::new(),
        }
    }

    /// The visible meshes.
    pub fn visible_meshes(&self) -> impl Iterator<Item = &Mesh> {
        self.meshes.iter().filter(|mesh| !mesh.is_hidden)
    }

    /// The height of the floor at rest, metres: 0 if the lowest joint of its human body is near
    /// that, otherwise the lowest joint, as in files whose hips are the origin. For other bodies
    /// all joints count.
    #[must_use]
    pub fn floor_at_rest(&self) -> f32 {
        let rest = self.rig.skeleton.forward(&self.rig.skeleton.rest_pose());
        let [lowest, highest] = self.span_along(&rest, Vec3::Y);
        if lowest.is_finite() && lowest.abs() > SOLE * (highest - lowest) { lowest } else { 0.0 }
    }

    /// The lowest and the highest coordinate of the joints of its human body along a unit vector,
    /// metres; for other bodies all joints count.
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

    /// The joint that a user means by `name`: a joint name, a humanoid role such as "leftHand", or
    /// `#` and an index. If several joints have the name, the only one that a skin uses is meant,
    /// since meshes often have the names of their bones.
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

    /// The index of the clip of this name, or of the clip that `#` and an index name; `None` if
    /// there is none. If several clips have the name, the first is meant.
    #[must_use]
    pub fn find_clip(&self, name: &str) -> Option<usize> {
        let named = self.clips.iter().position(|clip| clip.name == name);
        named.or_else(|| {
            name.strip_prefix('#')?.parse().ok().filter(|&index: &usize| index < self.clips.len())
        })
    }
}

/// The input of a retargeter from a figure: joints without keys in a clip keep the saved pose.
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
