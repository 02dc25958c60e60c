//! An interval of angles on the circle.

use super::half::Half;
use crate::math::angle::bounds;

/// What single precision cannot tell from the bound, radians: a turn that is outside by less counts
/// as inside, so that a projected turn is left alone, to the bit, when it is projected again.
/// Composing four rotations and taking them apart again rounds by up to 2.2e-6 rad.
pub(super) const ROUNDING: f32 = 3e-6;

/// Where an angle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Inside,
    BeyondMin,
    BeyondMax,
}

/// An interval with the half angles of its middle, its reach to either side and its ends.
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

    /// The half angles of the bounds: none when free, one when the interval is a point.
    pub(super) fn ends(&self) -> &[Half] {
        let count = if self.free { 0 } else { 1 + usize::from(self.ends[0] != self.ends[1]) };
        &self.ends[..count]
    }

    /// Where the angle with this half stands. The shorter the vector, the larger the rounding that
    /// is forgiven: it is what is left of a unit quaternion.
    pub(super) fn place(&self, half: Half) -> Place {
        self.place_within(half, 0.5 * ROUNDING)
    }

    /// With this much forgiven, as the sine of half an angle.
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

    /// The half of the nearest allowed angle; for no vector at all, the half nearest to rest.
    pub(super) fn nearest(&self, half: Half) -> Half {
        let half = half.unit().unwrap_or(Half::REST);
        match self.place_within(half, 0.0) {
            Place::Inside => half,
            Place::BeyondMin => self.ends[0],
            Place::BeyondMax => self.ends[1],
        }
    }

    /// Whether the angle stands on (or beyond) the lower and the upper bound. A free interval has
    /// no bounds, and of one that is no wider than the tolerance nothing can be said.
    pub(super) fn active(&self, half: Half, tolerance: f32) -> [bool; 2] {
        if self.free || 2.0 * self.reach.sin <= tolerance {
            return [false; 2];
        }
        let half = self.nearest(half);
        self.ends.map(|end| half.minus(end).sin.abs() <= 0.5 * tolerance)
    }
}
