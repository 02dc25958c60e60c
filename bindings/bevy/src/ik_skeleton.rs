//! The joints of a rig, and its session.

use std::collections::HashMap;

use bevy_ecs::{component::Component, entity::Entity};
use kansetsu::{IkSession, JointId, Pose, Rig, Target};

use crate::{IkJoint, IkMethod, IkOptions};

/// The joints that the plugin found below an [`IkRig`](crate::IkRig).
///
/// It is added to the same entity. Remove it to read the hierarchy again, for example after joints
/// have other parents. The rig is then that of the present transforms.
#[derive(Component, Debug)]
pub struct IkSkeleton {
    pub(crate) joints: Vec<Entity>,
    pub(crate) indices: HashMap<Entity, usize>,
    /// The parent of the roots: model space is its space.
    pub(crate) model: Entity,
    pub(crate) session: IkSession,
    /// The options and the method of the last frame.
    pub(crate) options: Option<IkOptions>,
    pub(crate) method: Option<IkMethod>,
    pub(crate) pins: Vec<(JointId, PinKind)>,
    /// The transforms as they are in the hierarchy.
    pub(crate) present: Pose,
    /// The pose without inverse kinematics: what others wrote into the transforms.
    pub(crate) animated: Pose,
    /// What was last written.
    pub(crate) written: Option<Pose>,
    /// The result of this frame.
    pub(crate) solved: Option<Pose>,
    /// Joints without an entity.
    pub(crate) lost: Vec<bool>,
}

/// How a joint is pinned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PinKind {
    Placement,
    Position,
    To(Target),
}

impl IkSkeleton {
    pub(crate) fn new(rig: &Rig, joints: Vec<Entity>, model: Entity) -> Self {
        let rest = rig.rest_pose();
        Self {
            indices: joints.iter().enumerate().map(|(index, &joint)| (joint, index)).collect(),
            lost: vec![false; joints.len()],
            joints,
            model,
            session: IkSession::new(rig, kansetsu::Options::default()),
            options: None,
            method: None,
            pins: Vec::new(),
            present: rest.clone(),
            animated: rest,
            written: None,
            solved: None,
        }
    }

    /// The rig: skeleton, roles, limits and limbs. Change a clone and give it to
    /// [`IkRig::with_rig`](crate::IkRig::with_rig) to pose the hierarchy with other limits.
    #[must_use]
    pub const fn rig(&self) -> &Rig {
        self.session.rig()
    }

    /// The entity of each joint, in the order of the skeleton.
    #[must_use]
    pub fn joints(&self) -> &[Entity] {
        &self.joints
    }

    /// The joint that is meant.
    ///
    /// # Errors
    /// A sentence for an entity that is no joint of this rig, or a name without a joint.
    pub fn joint(&self, joint: &IkJoint) -> Result<JointId, String> {
        let index = match joint {
            IkJoint::Name(name) => {
                self.rig().joint(name).map_err(|error| error.to_string())?.index() as usize
            }
            IkJoint::Entity(entity) => *self
                .indices
                .get(entity)
                .ok_or_else(|| format!("{entity} is not a joint of the rig"))?,
        };
        if self.lost[index] {
            return Err(self.lost_joint(index));
        }
        Ok(self.rig().skeleton.id(index))
    }

    pub(crate) fn lost_joint(&self, index: usize) -> String {
        let name = &self.rig().skeleton.joints()[index].name;
        format!(
            "the joint \"{name}\" ({}) was despawned, or lost its Transform",
            self.joints[index]
        )
    }
}
