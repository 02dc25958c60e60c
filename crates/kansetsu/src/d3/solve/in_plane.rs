//! Rotates a segment into the plane in which a limb bends.

use glam::Vec3;

use crate::math::{Rot, vector};

/// The remaining length of a limb beyond the required span, as a fraction of its length. A limb
/// that is rotated without this margin would rotate by the square root of a target's motion near
/// the fold.
const NEARLY_FOLDED: f32 = 7e-5;

/// A lower segment rotated closer to the plane in which a limb bends.
pub(crate) struct InPlane {
    /// The rotation.
    pub(crate) turn: Rot,
    /// The component along the plane's axis that remains.
    pub(crate) lift: f32,
}

/// Rotates the lower segment of two with these lengths as close to the plane perpendicular to the
/// axis as needed for a bend in it to reach the span.
pub(crate) fn rotated_into_plane(
    [a, b]: [f32; 2],
    span: f32,
    (axis, lower): (Vec3, Vec3),
) -> InPlane {
    let lift = lower.dot(axis);
    // The least length of the component that bending rotates towards or away from the upper
    // segment.
    let span = span + NEARLY_FOLDED * (a + b);
    let flat = (a * a + b * b - span * span) / (2.0 * a);
    let most = ((b - flat) * (b + flat)).max(0.0).sqrt();
    if lift.abs() <= most {
        return InPlane { turn: Rot::IDENTITY, lift };
    }
    let across = vector::unit(lower - axis * lift).unwrap_or(lower);
    let lift = most.copysign(lift);
    let turn =
        Rot::between(lower, across * ((b - lift) * (b + lift)).max(0.0).sqrt() + axis * lift, axis);
    InPlane { turn, lift }
}
