//! An interval of angles on the circle.

use super::half::Half;
use crate::math::angle::bounds;

/// The tolerance of a bound in single precision, radians. A rotation outside by less counts as
/// inside, so that a second projection leaves a projected rotation unchanged, bit for bit.
/// Composing and decomposing four rotations rounds by up to 2.2e-6 rad.
pub(super) const ROUNDING: f32 = 3e-6;

/// The position of an angle relative to an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Inside,
    BeyondMin,
    BeyondMax,
}

/// An interval with the half angles of its middle, its half width and its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    free: bool,
    middle: Half,
    reach: Half,
    ends: [Half; 2],
}

impl Interval {
    pub(super) fn new(min: f32, max: f32) -> Self {
        let Some([min, max]) = bounds(min, max) else {
            return Self {
                free: true,
                middle: Half::REST,
                reach: Half::new(0.0, 1.0),
                ends: [Half::REST; 2],
            };
        };
        let middle = Half::of(0.5 * min + 0.5 * max);
        Self {
            free: false,
            middle,
            reach: Half::of(0.5 * (max - min)),
            ends: [Half::of(min), Half::of(max)],
        }
    }

    /// Whether every angle is allowed.
    pub(super) fn is_free(&self) -> bool {
        self.free
    }

    /// The half angles of the bounds: none if every angle is allowed, one if the interval is a
    /// point.
    pub(super) fn ends(&self) -> &[Half] {
        let count = if self.free { 0 } else { 1 + usize::from(self.ends[0] != self.ends[1]) };
        &self.ends[..count]
    }

    /// The position of the angle with this half. The vector holds two components of a unit
    /// quaternion; a shorter vector has a larger tolerance for rounding.
    pub(super) fn place(&self, half: Half) -> Place {
        self.place_within(half, 0.5 * ROUNDING)
    }

    /// The same with this tolerance, as the sine of half an angle.
    pub(super) fn place_within(&self, half: Half, slack: f32) -> Place {
        if self.free {
            return Place::Inside;
        }
        let mut offset = half.minus(self.middle);
        if offset.cos < 0.0 {
            offset = offset.scaled(-1.0);
        }
        // The sine of half the angle by which it is outside, times the vector's length.
        let excess = offset.sin.abs() * self.reach.cos - offset.cos * self.reach.sin;
        if excess <= slack {
            Place::Inside
        } else if offset.sin >= 0.0 {
            Place::BeyondMax
        } else {
            Place::BeyondMin
        }
    }

    /// Half of the nearest allowed angle; for a zero vector, the half nearest to rest.
    pub(super) fn nearest(&self, half: Half) -> Half {
        let half = half.unit().unwrap_or(Half::REST);
        match self.place_within(half, 0.0) {
            Place::Inside => half,
            Place::BeyondMin => self.ends[0],
            Place::BeyondMax => self.ends[1],
        }
    }

    /// Whether the lower and the upper bound are active: reached or violated. A free interval has
    /// no bounds, and one no wider than the tolerance reports none.
    pub(super) fn active(&self, half: Half, tolerance: f32) -> [bool; 2] {
        if self.free || 2.0 * self.reach.sin <= tolerance {
            return [false; 2];
        }
        let half = self.nearest(half);
        self.ends.map(|end| half.minus(end).sin.abs() <= 0.5 * tolerance)
    }
}
