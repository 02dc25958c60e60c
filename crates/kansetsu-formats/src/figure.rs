//! A figure: what a file holds.

use std::collections::BTreeMap;

use kansetsu::d3::balance::Mass;
use kansetsu::d3::{Arm, Balance, Capsule, Humanoid, Leg, Pose, Posture, Rig, Twist};
use kansetsu::glam::{Affine3, Vec3};

use crate::mqo::Triangle;
use crate::reference::Reference;
use crate::urdf::Robot;
use crate::{Clip, Image, Material, Mesh, Meta, Role, Skin};

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
    /// Where the front of a figure is by the convention of its format, a horizontal unit vector in model space: +Z unless the format
    /// says otherwise. See [`Self::front`].
    pub front_of_format: Vec3,
    /// What each humanoid role is played by.
    pub roles: BTreeMap<Role, usize>,
    /// How the twist of limbs is spread over twist joints.
    pub twists: Vec<Twist>,
    /// Where its mass is, where somebody said so; [`Self::balance`] finds it for humans.
    pub masses: Vec<Mass>,
    /// A relaxed stance, where somebody made one; [`Self::posture`] finds one for humans.
    pub stance: Option<Pose>,
    /// The pose that the file was saved in, where that is not the rest pose: see [`Self::standing_pose`].
    pub pose: Option<Pose>,
    /// The pose in which the body is measured, which is the rest pose of the skeleton: how it was found.
    pub reference: Reference,
    /// Joints that a chain does not go above by itself: those that hang on a bone that floats.
    pub stops: Vec<usize>,
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

/// A sole is no farther below the lowest joint than this, as a fraction of the height of the joints: 12 cm of an adult, whose ankles are at 7 to 11.
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
            deforms: vec![false; count],
            front_of_format: Vec3::Z,
            roles: BTreeMap::new(),
            twists: Vec::new(),
            masses: Vec::new(),
            stance: None,
            pose: None,
            reference: Reference::default(),
            stops: Vec::new(),
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

    /// The joints of its human body, where it has trunk, arms and legs.
    #[must_use]
    pub fn humanoid(&self) -> Option<Humanoid> {
        let role = |role| self.roles.get(&role).copied();
        let row = |roles: &[Role]| roles.iter().filter_map(|&one| role(one)).collect::<Vec<_>>();
        let arm = |[clavicle, upper, lower, hand]: [Role; 4]| {
            Some(Arm { clavicle: role(clavicle), upper: role(upper)?, lower: role(lower)?, hand: role(hand)? })
        };
        let leg = |[upper, lower, foot, toes]: [Role; 4]| {
            Some(Leg { upper: role(upper)?, lower: role(lower)?, foot: role(foot)?, toes: role(toes) })
        };
        Some(Humanoid {
            hips: role(Role::Hips)?,
            spine: row(&[Role::Spine, Role::Chest, Role::UpperChest]),
            neck: row(&[Role::Neck, Role::Head]),
            arms: [
                arm([Role::LeftShoulder, Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand])?,
                arm([Role::RightShoulder, Role::RightUpperArm, Role::RightLowerArm, Role::RightHand])?,
            ],
            legs: [
                leg([Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes])?,
                leg([Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes])?,
            ],
            eyes: row(&[Role::LeftEye, Role::RightEye]),
        })
    }

    /// How high the floor is on which it stands at rest, metres: 0 where the lowest joint of its human body is near that, else there, as in files
    /// whose hips are the origin. Of other bodies all joints count.
    #[must_use]
    pub fn floor_at_rest(&self) -> f32 {
        let rest = self.rig.skeleton.forward(&self.rig.skeleton.rest_pose());
        let [lowest, highest] = self.span_along(&rest, Vec3::Y);
        if lowest.is_finite() && lowest.abs() > SOLE * (highest - lowest) { lowest } else { 0.0 }
    }

    /// How high the lowest and the highest joint of its human body are along a unit vector, metres; of other bodies all joints count.
    pub(crate) fn span_along(&self, model_from_joint: &[Affine3], up: Vec3) -> [f32; 2] {
        let human: Option<Vec<usize>> = self.humanoid().map(|human| human.joints().collect());
        let joints = human.unwrap_or_else(|| (0..model_from_joint.len()).collect());
        let heights = || joints.iter().filter_map(|&joint| Some(model_from_joint.get(joint)?.translation.dot(up)));
        [heights().fold(f32::INFINITY, f32::min), heights().fold(f32::NEG_INFINITY, f32::max)]
    }

    /// What it is at ease with: a relaxed stance if it is human, else the rest pose, every joint as stiff as the others.
    #[must_use]
    pub fn posture(&self) -> Posture {
        let Rig { skeleton, limits, .. } = &self.rig;
        let human = self.humanoid().and_then(|humanoid| Posture::humanoid(skeleton, limits, &humanoid).ok());
        let mut posture = human.unwrap_or_else(|| Posture::even(skeleton.rest_pose()));
        if let Some(stance) = self.stance.as_ref().filter(|stance| stance.locals.len() == skeleton.len()) {
            posture.ease = stance.clone();
        }
        posture
    }

    /// How its mass is spread and what it stands on, if it is human.
    #[must_use]
    pub fn balance(&self) -> Option<Balance> {
        let mut balance = Balance::humanoid(&self.rig.skeleton, &self.humanoid()?).ok()?;
        if !self.masses.is_empty() {
            balance.masses.clone_from(&self.masses);
        }
        Some(balance)
    }

    /// The parts of its body that should keep out of each other, if it is human.
    #[must_use]
    pub fn apart(&self) -> Vec<[Capsule; 2]> {
        let pairs = self.humanoid().map(|humanoid| Capsule::pairs_of(&self.rig.skeleton, &humanoid, &self.posture().ease));
        pairs.and_then(Result::ok).unwrap_or_default()
    }

    /// The joint that a person means by `name`: a joint of this name, a humanoid role such as "leftHand", or `#` and
    /// an index. Of several joints of the same name, the only one that a skin uses is meant, since meshes are often
    /// called like the bones that carry them.
    ///
    /// # Errors
    /// [`kansetsu::Error::UnknownJoint`] with similar names, [`kansetsu::Error::AmbiguousJoint`].
    pub fn find_joint(&self, name: &str) -> Result<usize, kansetsu::Error> {
        let count = self.rig.skeleton.len();
        let error = match self.rig.skeleton.find(name) {
            Ok(joint) => return Ok(joint),
            Err(kansetsu::Error::AmbiguousJoint { name, joints }) => {
                let mut used = joints.iter().copied().filter(|&joint| self.deforms.get(joint) == Some(&true));
                if let (Some(joint), None) = (used.next(), used.next()) {
                    return Ok(joint);
                }
                return Err(kansetsu::Error::AmbiguousJoint { name, joints });
            }
            Err(error) => error,
        };
        if let Some(joint) = Role::from_name(name).and_then(|role| self.roles.get(&role)) {
            return Ok(*joint);
        }
        match name.strip_prefix('#').and_then(|index| index.parse::<usize>().ok()) {
            Some(joint) if joint < count => Ok(joint),
            Some(joint) => Err(kansetsu::Error::JointOutOfRange { joint, count }),
            None => Err(error),
        }
    }

    /// The index of the clip of this name, or of the clip that `#` and an index name; `None` when there is none.
    /// Of several clips of the same name the first is meant.
    #[must_use]
    pub fn find_clip(&self, name: &str) -> Option<usize> {
        let named = self.clips.iter().position(|clip| clip.name == name);
        named.or_else(|| name.strip_prefix('#')?.parse().ok().filter(|&index: &usize| index < self.clips.len()))
    }
}
