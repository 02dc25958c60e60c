//! A hinge: the joint turns about one axis, within an interval.

use glam::Vec3;

use super::{Bounds, check_length, check_numbers, clamp_angle};
use crate::{
    Error,
    math::{Rot, vector},
};

/// One axis and an interval of angles about it.
///
/// The nearest allowed turn drops the part of the turn that is not about the axis (its swing) and brings the
/// angle to the nearest bound on the circle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hinge {
    /// The axis in the joint's rest frame; its length does not matter, but must not be zero.
    pub axis: Vec3,
    /// The least angle, radians. Intervals wrap: `[135°, 225°]` is a quarter turn around the back.
    pub min: f32,
    /// The greatest angle, radians. When it is less than `min`, the one angle half-way is allowed.
    pub max: f32,
}

impl Hinge {
    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the axis of a hinge limit", &self.axis.to_array())?;
        check_numbers("a bound of a hinge limit", &[self.min, self.max])
    }

    pub(super) fn project(&self, turn: Rot) -> Rot {
        let axis = vector::unit(self.axis).unwrap_or(Vec3::X);
        let angle = turn.twist_angle(axis);
        let allowed = clamp_angle(angle, self.min, self.max);
        let swing = turn * Rot::from_axis_angle(axis, -angle);
        if allowed == angle && swing.vector().length_squared() < 1e-14 { turn } else { Rot::from_axis_angle(axis, allowed) }
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let angle = turn.twist_angle(vector::unit(self.axis).unwrap_or(Vec3::X));
        super::active_interval(angle, self.min, self.max, tolerance, ["min", "max"])
    }
}
