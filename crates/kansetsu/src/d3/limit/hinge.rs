//! A hinge: the joint rotates about one axis, within an interval.

use glam::{Mat3, Vec3};

use super::{
    active::Bounds,
    check::check_length,
    direction::outer,
    half::Half,
    interval::{Interval, Place, ROUNDING},
};
use crate::{
    Error,
    math::{Rot, angle::check_bounds, vector},
};

/// One axis and an interval of angles about it.
///
/// The nearest allowed rotation, by the angle between the two, drops the swing, which is the
/// component that is not about the axis, and clamps the angle to the nearest bound on the circle.
/// It is discontinuous in two places only: where the angle is opposite to the middle of the
/// interval, and where the swing is half a turn, so that the angle about the axis is undefined (0
/// is used).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hinge {
    /// The axis in the joint's rest frame; not zero, of any length.
    pub axis: Vec3,
    /// The lower bound, radians. Intervals wrap: `[135°, 225°]` is a quarter turn around the back.
    /// An infinite bound leaves its side open, up to half a turn from rest.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least::open", with = "crate::open::least")
    )]
    pub min: f32,
    /// The upper bound, radians. If it is less than `min`, the single angle half-way is allowed.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest::open", with = "crate::open::greatest")
    )]
    pub max: f32,
}

impl Hinge {
    /// The angles from `min` to `max` about `axis`.
    #[must_use]
    pub const fn new(axis: Vec3, min: f32, max: f32) -> Self {
        Self { axis, min, max }
    }

    /// Every angle about `axis`.
    #[must_use]
    pub const fn free(axis: Vec3) -> Self {
        Self { axis, min: f32::NEG_INFINITY, max: f32::INFINITY }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the axis of a hinge limit", &self.axis.to_array())?;
        check_bounds("a bound of a hinge limit", self.min, self.max)
    }

    pub(super) fn prepare(&self) -> Ready {
        Ready {
            axis: vector::unit(self.axis).unwrap_or(Vec3::X),
            interval: Interval::new(self.min, self.max),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ready {
    axis: Vec3,
    interval: Interval,
}

impl Ready {
    pub(super) fn project(&self, turn: Rot) -> Rot {
        let half = self.half(turn);
        let on_axis = turn.vector().cross(self.axis).length_squared() <= 0.25 * ROUNDING * ROUNDING;
        if on_axis && self.interval.place(half) == Place::Inside {
            return turn;
        }
        let allowed = self.interval.nearest(half);
        Rot::from_parts(self.axis * allowed.sin, allowed.cos)
    }

    /// Inside the interval the angle follows the twist, with the gradient in left rotations of
    /// `angle = 2 atan2(v·a, w)`; at a bound nothing moves.
    pub(super) fn derivative(&self, turn: Rot) -> Mat3 {
        let half = self.half(turn);
        let squared = half.cos * half.cos + half.sin * half.sin;
        if self.interval.place(half) != Place::Inside || squared < 1e-12 {
            return Mat3::ZERO;
        }
        let v = turn.vector();
        let gradient = (self.axis * turn.w + v.cross(self.axis)) * turn.w + v * half.sin;
        outer(self.axis, gradient * (1.0 / squared))
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let [min, max] = self.interval.active(self.half(turn), tolerance);
        [min.then_some("min"), max.then_some("max"), None]
    }

    /// Half the angle about the axis; the vector's length is the cosine of half the swing.
    fn half(&self, turn: Rot) -> Half {
        Half::new(turn.w, turn.vector().dot(self.axis))
    }
}
