//! Intervals of angles on the circle.

use std::f32::consts::{PI, TAU};

use glam::Vec2;

use super::vector;
use crate::{Error, ops};

/// The effective bounds; `None` if every angle is allowed.
///
/// An infinite or NaN bound leaves its side open, up to half a turn from rest: -π below, π above. A
/// lower bound above the upper one means the single angle half-way.
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

/// The allowed angle nearest to `angle` on the circle: `angle` itself with its full turns, or one
/// of the bounds.
pub(crate) fn clamp_angle(angle: f32, min: f32, max: f32) -> f32 {
    let Some([min, max]) = bounds(min, max) else { return angle };
    let (middle, reach) = (0.5 * min + 0.5 * max, 0.5 * (max - min));
    let offset = wrap_angle(angle - middle);
    // The rounding error of the subtraction counts as inside, so that a clamped angle is unchanged.
    let rounding = 4.0 * f32::EPSILON * angle.abs().max(middle.abs()).max(1.0);
    if offset.abs() <= reach + rounding {
        angle
    } else if offset > 0.0 {
        max
    } else {
        min
    }
}

/// The same angle in [-π, π]; 0 for a non-finite one.
pub(crate) fn wrap_angle(angle: f32) -> f32 {
    if angle.abs() <= PI {
        return angle;
    }
    let wrapped = angle - TAU * (angle / TAU).round();
    if wrapped.is_finite() { wrapped.clamp(-PI, PI) } else { 0.0 }
}

/// Checks that no bound is NaN and that an infinite bound is on its own side.
pub(crate) fn check_bounds(what: &'static str, min: f32, max: f32) -> Result<(), Error> {
    let wrong = |value: f32, other_side: f32| value.is_nan() || value == other_side;
    if wrong(min, f32::INFINITY) {
        Err(Error::InvalidNumber { what, value: min })
    } else if wrong(max, f32::NEG_INFINITY) {
        Err(Error::InvalidNumber { what, value: max })
    } else {
        Ok(())
    }
}

/// The angle from `a` to `b`, radians in (-π, π], counter-clockwise; 0 if one of them is zero.
pub(crate) fn signed_angle(a: Vec2, b: Vec2) -> f32 {
    let unit = |v: Vec2| vector::unit(v.extend(0.0)).map(|v| v.truncate());
    let (Some(a), Some(b)) = (unit(a), unit(b)) else { return 0.0 };
    ops::atan2(a.perp_dot(b), a.dot(b))
}
