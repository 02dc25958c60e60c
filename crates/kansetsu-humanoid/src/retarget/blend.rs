//! Interpolation of two values.

use kansetsu::d3::{Limit, Transform};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::math::Rot;
use kansetsu::ops;

use crate::anatomy::frame::{product, rotate, turn};

/// A fraction of the shortest arc from one rotation to another.
pub(super) fn slerp(from: Quat, to: Quat, part: f32) -> Quat {
    Transform::from_rotation(from).blended(&Transform::from_rotation(to), part).rotation
}

/// The rotation about the vertical that moves Z nearest to its image under this one.
pub(super) fn level(q: Quat) -> Quat {
    let front = rotate(q, Vec3::Z);
    turn(Vec3::Y, ops::atan2(front.x, front.z))
}

/// The mean of similar rotations; `None` if there are none.
pub(super) fn mean(turns: impl Iterator<Item = Quat>) -> Option<Quat> {
    let sum = turns.fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, q| {
        if Rot::from(sum).dot(q.into()) < 0.0 { sum - q } else { sum + q }
    });
    let length = Rot::from(sum).squared().sqrt();
    (length > 1e-6).then(|| product(sum * (1.0 / length), Quat::IDENTITY))
}

/// The angle of a rotation, radians.
pub(super) fn angle(q: Quat) -> f32 {
    2.0 * ops::atan2((q.x * q.x + q.y * q.y + q.z * q.z).sqrt(), q.w.abs())
}

/// The nearest allowed rotation.
pub(super) fn allowed(limit: Option<&Limit>, turn: Quat) -> Quat {
    limit.map_or(turn, |limit| limit.project(turn))
}
