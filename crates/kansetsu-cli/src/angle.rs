//! Angles between rotations.

use kansetsu::glam::Quat;

/// The angle between two rotations, in [0, π]. It is computed from the vector part, which is
/// accurate near zero.
pub(crate) fn angle_between(a: Quat, b: Quat) -> f32 {
    let turn = a.inverse() * b;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}
