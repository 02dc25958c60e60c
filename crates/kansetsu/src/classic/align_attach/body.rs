//! The body that align-and-attach moves.

use glam::{DQuat, Quat};

use super::AlignLimits;
use crate::{Error, classic::double, d3::Skeleton};

/// The joints of an arm or a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AlignLimb {
    /// The clavicle; legs have none.
    pub shoulder: Option<usize>,
    /// The upper arm or upper leg.
    pub upper: usize,
    /// The lower arm or lower leg.
    pub lower: usize,
    /// The hand or foot: the end effector.
    pub tip: usize,
}

/// The joints of a humanoid that the method moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AlignJoints {
    /// The joint that is translated.
    pub hips: usize,
    /// The left arm.
    pub left_arm: AlignLimb,
    /// The right arm.
    pub right_arm: AlignLimb,
    /// The left leg.
    pub left_leg: AlignLimb,
    /// The right leg.
    pub right_leg: AlignLimb,
}

/// A humanoid ready for the method: joints, limits and the axes that the limits refer to.
#[derive(Clone, Debug, PartialEq)]
pub struct AlignBody {
    pub(super) joints: AlignJoints,
    pub(super) limits: AlignLimits,
    pub(super) rest: Vec<DQuat>,
    /// The axes of the limits in each joint's rest frame.
    pub(super) joint_from_table: Vec<DQuat>,
}

impl AlignLimb {
    /// From the tip to the base: lower, upper, shoulder.
    pub(super) fn inwards(&self) -> impl Iterator<Item = usize> {
        [Some(self.lower), Some(self.upper), self.shoulder].into_iter().flatten()
    }

    /// Checks that each joint is a descendant of the one before it.
    fn check(&self, skeleton: &Skeleton) -> Result<(), Error> {
        double::check_joint(skeleton, self.tip)?;
        let mut end = self.tip;
        for joint in self.inwards() {
            double::check_joint(skeleton, joint)?;
            if joint == end || !skeleton.ancestors(end).any(|ancestor| ancestor == joint) {
                let name = |joint: usize| skeleton.joints()[joint].name.clone();
                return Err(Error::NotAChain { base: name(joint), tip: name(end) });
            }
            end = joint;
        }
        Ok(())
    }
}

impl AlignBody {
    /// A humanoid. `model_from_table` rotates the axes of the limits to those of the model at rest.
    /// It is the identity for a figure that faces -Z as in VRM 0 (left at -X), and 180° about Y for
    /// one that faces +Z.
    ///
    /// Limits are relative to the rest pose and about the model's axes at rest, independent of the
    /// axes of the joints.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`], [`Error::InvalidNumber`] for a limit of
    /// NaN or a rotation without length.
    pub fn new(
        skeleton: &Skeleton,
        joints: AlignJoints,
        limits: AlignLimits,
        model_from_table: Quat,
    ) -> Result<Self, Error> {
        double::check_joint(skeleton, joints.hips)?;
        for limb in [joints.left_arm, joints.right_arm, joints.left_leg, joints.right_leg] {
            limb.check(skeleton)?;
        }
        limits.check()?;
        let table = model_from_table.as_dquat();
        if !(table.is_finite() && table.length() > 1e-6) {
            return Err(Error::InvalidNumber {
                what: "the rotation of the limits' axes",
                value: model_from_table.w,
            });
        }
        let table = table.normalize();
        let pose = skeleton.rest_pose();
        let joint_from_table = (0..skeleton.len()).map(|joint| {
            let model_from_joint =
                double::rotation_in(&double::model_from(skeleton, &pose, Some(joint)));
            model_from_joint.unwrap_or(DQuat::IDENTITY).inverse() * table
        });
        let rest = pose.locals.iter().map(double::rotation).collect();
        Ok(Self { joints, limits, rest, joint_from_table: joint_from_table.collect() })
    }

    /// The joints that the method moves.
    #[must_use]
    pub fn joints(&self) -> &AlignJoints {
        &self.joints
    }

    /// The limits that the method respects.
    #[must_use]
    pub fn limits(&self) -> &AlignLimits {
        &self.limits
    }
}
