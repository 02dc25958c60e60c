//! A circular cone: a direction of the joint stays near another one.

use glam::Vec3;

use super::{Bounds, check_length, check_numbers};
use crate::{
    Error,
    math::{Rot, vector},
};

/// The direction `axis` of the joint stays within `angle` of the direction `center`. The twist about the axis
/// is free.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cone {
    /// The direction that is kept, in the joint's own frame: mostly along the bone. Its length does not
    /// matter, but must not be zero.
    pub axis: Vec3,
    /// The middle of the cone in the joint's rest frame; mostly equal to `axis`.
    pub center: Vec3,
    /// Half the opening angle, radians in [0, π]; outside it is brought into that range.
    pub angle: f32,
}

impl Cone {
    /// A cone of half angle `angle` around where `axis` is at rest.
    #[must_use]
    pub const fn around(axis: Vec3, angle: f32) -> Self {
        Self { axis, center: axis, angle }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the axis of a cone limit", &self.axis.to_array())?;
        check_length("the center of a cone limit", &self.center.to_array())?;
        check_numbers("the angle of a cone limit", &[self.angle])
    }

    pub(super) fn project(&self, turn: Rot) -> Rot {
        let (swing_axis, swing) = self.swing(turn);
        let limit = self.angle.clamp(0.0, std::f32::consts::PI);
        if swing <= limit { turn } else { (Rot::from_axis_angle(swing_axis, limit - swing) * turn).normalized() }
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let (_, swing) = self.swing(turn);
        [(swing >= self.angle - tolerance).then_some("swing"), None, None]
    }

    /// The axis and the angle by which the direction has left the middle.
    fn swing(&self, turn: Rot) -> (Vec3, f32) {
        let axis = vector::unit(self.axis).unwrap_or(Vec3::X);
        let center = vector::unit(self.center).unwrap_or(Vec3::X);
        let now = turn.rotate(axis);
        let across = center.cross(now);
        let angle = crate::ops::atan2(across.length(), center.dot(now));
        (vector::unit(across).unwrap_or_else(|| vector::perpendicular(center, axis)), angle)
    }
}
