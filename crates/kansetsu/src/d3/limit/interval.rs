//! An interval of angles on the circle.

use std::f32::consts::{PI, TAU};

use super::half::Half;

/// What single precision cannot tell from the bound, radians: a turn that is outside by less counts as inside,
/// so that a projected turn is left alone, to the bit, when it is projected again. Composing three rotations
/// rounds by about 4e-7 rad.
pub(super) const ROUNDING: f32 = 1e-6;

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
            return Self { free: true, middle: Half::REST, reach: Half::new(0.0, 1.0), ends: [Half::REST; 2] };
        };
        let middle = Half::of(0.5 * min + 0.5 * max);
        Self { free: false, middle, reach: Half::of(0.5 * (max - min)), ends: [Half::of(min), Half::of(max)] }
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

    /// Where the angle with this half stands. The shorter the vector, the larger the rounding that is forgiven:
    /// it is what is left of a unit quaternion.
    pub(super) fn place(&self, half: Half) -> Place {
        if self.free {
            return Place::Inside;
        }
        let mut offset = half.minus(self.middle);
        if offset.cos < 0.0 {
            offset = offset.scaled(-1.0);
        }
        // The sine of half the angle by which it is outside, times the vector's length.
        let excess = offset.sin.abs() * self.reach.cos - offset.cos * self.reach.sin;
        if excess <= 0.5 * ROUNDING {
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
        match self.place(half) {
            Place::Inside => half,
            Place::BeyondMin => self.ends[0],
            Place::BeyondMax => self.ends[1],
        }
    }

    /// Whether the angle stands on (or beyond) the lower and the upper bound. A free interval has no bounds, and
    /// of one that is no wider than the tolerance nothing can be said.
    pub(super) fn active(&self, half: Half, tolerance: f32) -> [bool; 2] {
        if self.free || 2.0 * self.reach.sin <= tolerance {
            return [false; 2];
        }
        let half = self.nearest(half);
        self.ends.map(|end| half.minus(end).sin.abs() <= 0.5 * tolerance)
    }
}

/// The bounds that are meant; `None` when every angle is allowed.
///
/// An infinite bound (NaN counts as one) leaves its side open as far as half a turn from rest: -π below, π above. A lower
/// bound above the upper one means the one angle half-way.
pub(crate) fn bounds(min: f32, max: f32) -> Option<[f32; 2]> {
    let (low, high) = match (min.is_finite(), max.is_finite()) {
        (true, true) => (min, max),
        (true, false) => (min, min.max(PI)),
        (false, true) => (max.min(-PI), max),
        (false, false) => return None,
    };
    if high - low >= TAU {
        None
    } else if low > high {
        Some([0.5 * low + 0.5 * high; 2])
    } else {
        Some([low, high])
    }
}

/// The allowed angle nearest to `angle` on the circle, reached the short way: whole turns in `angle` stay.
pub(crate) fn clamp_angle(angle: f32, min: f32, max: f32) -> f32 {
    let Some([min, max]) = bounds(min, max) else { return angle };
    let (middle, reach) = (0.5 * min + 0.5 * max, 0.5 * (max - min));
    let offset = wrap_angle(angle - middle);
    if offset.abs() <= reach {
        angle
    } else if (angle - middle).abs() <= PI {
        if offset > 0.0 { max } else { min }
    } else {
        angle - offset + reach.copysign(offset)
    }
}

/// The same angle in [-π, π].
pub(crate) fn wrap_angle(angle: f32) -> f32 {
    if angle.abs() <= PI { angle } else { angle - TAU * (angle / TAU).round() }
}
