//! Angles between rotations.

use kansetsu::glam::Quat;

/// The angle of the rotation between two, in [0, π]; by the vector part, which keeps its digits
/// near zero.
pub(crate) fn angle_between(a: Quat, b: Quat) -> f32 {
    let turn = a.inverse() * b;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}
