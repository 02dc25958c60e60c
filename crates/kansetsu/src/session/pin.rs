//! Pins of joints, in place or to a target.

use glam::Affine3;

use super::Target;
use crate::{
    Error, JointId,
    d3::{Goal, Skeleton, rotation_of},
};

/// A pinned joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pin {
    pub(super) joint: JointId,
    /// Whether position and rotation are pinned.
    holds: [bool; 2],
    /// The target of the pin; `None` keeps the placement of a pose.
    target: Option<Target>,
    /// The goal of the previous step.
    pub(super) goal: Option<Goal>,
}

impl Pin {
    /// A joint that keeps its position, its rotation or both.
    pub(super) const fn keeping(joint: JointId, holds: [bool; 2]) -> Self {
        Self { joint, holds, target: None, goal: None }
    }

    /// A joint that is pinned to a target.
    pub(super) const fn at(joint: JointId, target: Target) -> Self {
        Self {
            joint,
            holds: [target.position.is_some(), target.rotation.is_some()],
            target: Some(target),
            goal: None,
        }
    }

    /// Whether its target has a weight, which would have no effect.
    pub(super) fn has_weight(&self) -> bool {
        self.target.is_some_and(|target| target.weight != 1.0)
    }

    /// Whether it conflicts with another target of the joint: on the same point, or the rotation.
    pub(super) fn clashes(&self, target: &Target) -> bool {
        let is_same_point = self.target.map_or([0.0; 3], |pinned| pinned.point) == target.point;
        target.position.is_some() && self.holds[0] && is_same_point
            || target.rotation.is_some() && self.holds[1]
    }

    /// The pin as a goal: its target, its placement in the previous step, or the placement of the
    /// pose.
    pub(super) fn goal(
        &self,
        skeleton: &Skeleton,
        model_from_joint: &[Affine3],
        is_kept: bool,
    ) -> Result<Goal, Error> {
        let joint = skeleton.index_of(self.joint)?;
        if let Some(target) = &self.target {
            return Ok(target.goal(skeleton, joint)?.pinned());
        }
        let goal = pinned(joint, &model_from_joint[joint]);
        let present = Goal { orientation: goal.orientation.filter(|_| self.holds[1]), ..goal };
        Ok(self.goal.filter(|_| is_kept).unwrap_or(present))
    }
}

/// A joint keeps position and rotation.
pub(super) fn pinned(joint: usize, model_from_joint: &Affine3) -> Goal {
    Goal::position(joint, model_from_joint.translation)
        .with_orientation(rotation_of(model_from_joint))
        .pinned()
}
