//! What a joint in the plane may do.
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
/// It lies on the circle: `[135°, 225°]` is a quarter turn around the back; a full turn or more
/// allows everything; an infinite bound (NaN counts as one) leaves its side open as far as half a
/// turn from rest; a lower bound above the upper one means the one angle half-way.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval {
    /// The least angle, radians.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least::open", with = "crate::open::least")
    )]
    pub min: f32,
    /// The greatest angle, radians.
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

    /// The allowed angle nearest to `angle` on the circle: `angle` itself, whole turns and all,
    /// when it is allowed, else one of the bounds. It jumps only opposite to the middle of the
    /// interval. An angle that is not finite counts as 0.
    #[must_use]
    pub fn project(&self, angle: f32) -> f32 {
        clamp_angle(if angle.is_finite() { angle } else { 0.0 }, self.min, self.max)
    }

    /// How the projected angle follows the angle: 1 inside, 0 outside.
    #[must_use]
    pub fn derivative(&self, angle: f32) -> f32 {
        if self.project(angle) == angle { 1.0 } else { 0.0 }
    }

    /// How far `angle` is outside, radians; 0 inside.
    #[must_use]
    pub fn violation(&self, angle: f32) -> f32 {
        let angle = if angle.is_finite() { angle } else { 0.0 };
        wrap_angle(self.project(angle) - angle).abs()
    }

    /// The bounds that `angle` stands on, within `tolerance` radians, or that it is beyond: `min`,
    /// `max`. An interval that is a point or everything has none.
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

    /// Whether the bounds are numbers, infinite on their own side at most.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] names the one that is not.
    pub fn check(&self) -> Result<(), Error> {
        crate::math::angle::check_bounds("a bound of an interval", self.min, self.max)
    }
}
