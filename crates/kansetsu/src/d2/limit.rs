//! Limits of joints in the plane.
//!
//! ```
//! use kansetsu::d2::limit::Interval;
//!
//! let elbow = Interval::new(0.0, 2.5);
//! assert_eq!(elbow.project(1.0), 1.0);
//! assert_eq!(elbow.project(-0.2), 0.0);
//! assert_eq!(elbow.project(-2.0), 2.5, "nearer round the back");
//! ```

use crate::{
    Error,
    math::angle::{bounds, clamp_angle, wrap_angle},
};

/// An interval of a joint's angle relative to rest.
///
/// It is an interval on the circle. `[135°, 225°]` is a quarter turn around the back. A full turn
/// or more allows every angle. An infinite or NaN bound leaves its side open, up to half a turn
/// from rest. A lower bound above the upper one means the single angle half-way.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval {
    /// The lower bound, radians.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least::open", with = "crate::open::least")
    )]
    pub min: f32,
    /// The upper bound, radians.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest::open", with = "crate::open::greatest")
    )]
    pub max: f32,
}

impl Interval {
    /// Every angle.
    pub const FREE: Self = Self { min: f32::NEG_INFINITY, max: f32::INFINITY };

    /// The angles from `min` to `max`, radians.
    #[must_use]
    pub const fn new(min: f32, max: f32) -> Self {
        Self { min, max }
    }

    /// The allowed angle nearest to `angle` on the circle: `angle` itself with its full turns if it
    /// is allowed, else one of the bounds. It is discontinuous only opposite to the middle of the
    /// interval. A non-finite angle counts as 0.
    #[must_use]
    pub fn project(&self, angle: f32) -> f32 {
        clamp_angle(if angle.is_finite() { angle } else { 0.0 }, self.min, self.max)
    }

    /// The derivative of the projected angle: 1 inside, 0 outside.
    #[must_use]
    pub fn derivative(&self, angle: f32) -> f32 {
        if self.project(angle) == angle { 1.0 } else { 0.0 }
    }

    /// The distance of `angle` from the interval, radians; 0 inside.
    #[must_use]
    pub fn violation(&self, angle: f32) -> f32 {
        let angle = if angle.is_finite() { angle } else { 0.0 };
        wrap_angle(self.project(angle) - angle).abs()
    }

    /// The active bounds, `[min, max]`: those within `tolerance` radians of `angle` or violated by
    /// it. An interval that is a point or the whole circle has none.
    pub fn active_bounds(
        &self,
        angle: f32,
        tolerance: f32,
    ) -> impl Iterator<Item = &'static str> + use<> {
        let angle = self.project(angle);
        let ends = bounds(self.min, self.max).filter(|[min, max]| max - min > 2.0 * tolerance);
        let at = |bound: f32| wrap_angle(angle - bound).abs() <= tolerance;
        let [min, max] = ends.map_or([false; 2], |ends| ends.map(at));
        [min.then_some("min"), max.then_some("max")].into_iter().flatten()
    }

    /// The interval of the joint on the other side of a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { min: -self.max, max: -self.min }
    }

    /// Checks that no bound is NaN and that an infinite bound is on its own side.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] names the invalid bound.
    pub fn check(&self) -> Result<(), Error> {
        crate::math::angle::check_bounds("a bound of an interval", self.min, self.max)
    }
}
