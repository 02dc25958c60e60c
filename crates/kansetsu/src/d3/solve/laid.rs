//! Two segments laid into the plane that they bend in.

use glam::Vec3;

use crate::math::{Rot, vector};

/// A limb may stay longer than what it should span by this part of its length: laid to the last, it
/// would turn by the root of what a target moves near the fold.
const NEARLY_FOLDED: f32 = 7e-5;

/// A lower segment laid nearer to the plane that a limb is to bend in.
pub(crate) struct Laid {
    /// The turn that does it.
    pub(crate) turn: Rot,
    /// What of it is then along the plane's axis.
    pub(crate) lift: f32,
}

/// Lays the lower segment of two with these lengths so near to the plane across the axis that
/// bending in it gives them the span.
pub(crate) fn laid([a, b]: [f32; 2], span: f32, (axis, lower): (Vec3, Vec3)) -> Laid {
    let lift = lower.dot(axis);
    // What bending turns towards or away from the upper segment must be at least so long.
    let span = span + NEARLY_FOLDED * (a + b);
    let flat = (a * a + b * b - span * span) / (2.0 * a);
    let most = ((b - flat) * (b + flat)).max(0.0).sqrt();
    if lift.abs() <= most {
        return Laid { turn: Rot::IDENTITY, lift };
    }
    let across = vector::unit(lower - axis * lift).unwrap_or(lower);
    let lift = most.copysign(lift);
    let turn =
        Rot::between(lower, across * ((b - lift) * (b + lift)).max(0.0).sqrt() + axis * lift, axis);
    Laid { turn, lift }
}
