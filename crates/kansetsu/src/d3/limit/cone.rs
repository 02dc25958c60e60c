//! A circular cone: a direction of the joint stays near another one.

use glam::{Mat3, Vec3};

use super::{
    active::Bounds,
    check::{check_length, check_numbers},
    direction::Foot,
    half::Half,
    interval::ROUNDING,
};
use crate::{
    Error,
    math::{Rot, vector},
};

/// The direction `axis` of the joint stays within `angle` of the direction `center`. The twist
/// about the axis is free.
///
/// The nearest allowed rotation, by the angle between the two, moves the direction straight towards
/// the center. It is discontinuous only where the direction is opposite to the center.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cone {
    /// The limited direction, in the joint's own frame: mostly along the bone. Not zero, of any
    /// length.
    pub axis: Vec3,
    /// The middle of the cone in the joint's rest frame; mostly equal to `axis`.
    pub center: Vec3,
    /// Half the opening angle, radians in [0, π]; clamped to that range.
    pub angle: f32,
}

impl Cone {
    /// A cone of half angle `angle` around `axis` at rest.
    #[must_use]
    pub const fn around(axis: Vec3, angle: f32) -> Self {
        Self { axis, center: axis, angle }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the axis of a cone limit", &self.axis.to_array())?;
        check_length("the center of a cone limit", &self.center.to_array())?;
        check_numbers("the angle of a cone limit", &[self.angle])
    }

    pub(super) fn prepare(&self) -> Ready {
        let axis = vector::unit(self.axis).unwrap_or(Vec3::X);
        Ready {
            axis,
            center: vector::unit(self.center).unwrap_or(axis),
            half: half_opening(self.angle),
        }
    }
}

/// Half the opening angle, clamped to [0, π]; NaN is no limit.
pub(super) fn half_opening(angle: f32) -> Half {
    use std::f32::consts::PI;
    let angle = if angle.is_nan() { PI } else { angle.clamp(0.0, PI) };
    // The cosine of π/2 in single precision is not 0.
    if angle < PI { Half::of(angle) } else { Half::new(0.0, 1.0) }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ready {
    axis: Vec3,
    center: Vec3,
    half: Half,
}

impl Ready {
    pub(super) fn project(&self, turn: Rot) -> Rot {
        let now = turn.rotate(self.axis);
        match self.foot(now) {
            None => turn,
            Some(foot) => (foot.shortest_turn(now) * turn).normalized(),
        }
    }

    pub(super) fn derivative(&self, turn: Rot) -> Mat3 {
        let now = turn.rotate(self.axis);
        self.foot(now).map_or(Mat3::IDENTITY, |foot| foot.derivative(now))
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let near = self.excess(turn.rotate(self.axis)) >= -0.5 * tolerance;
        let open = self.half.cos <= 0.0 || 2.0 * self.half.sin <= tolerance;
        [(near && !open).then_some("swing"), None, None]
    }

    fn foot(&self, now: Vec3) -> Option<Foot> {
        let Half { cos, sin } = self.half;
        let whole = [cos * cos - sin * sin, 2.0 * sin * cos];
        (self.excess(now) > 0.5 * ROUNDING)
            .then(|| Foot::on_circle(self.center, whole, now, self.axis))
    }

    /// The sine of half the angle by which the direction is outside. Computed from chords, which is
    /// exact both next to the center and opposite to it; a cosine is not.
    fn excess(&self, now: Vec3) -> f32 {
        let (sin, cos) = ((now - self.center).length(), (now + self.center).length());
        0.5 * (sin * self.half.cos - cos * self.half.sin)
    }
}
