//! Between two values.

use kansetsu::d3::{Limit, Transform};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::math::Rot;
use kansetsu::ops;

use crate::anatomy::frame::{product, rotate, turn};

/// The shortest way from one turn to another, a fraction of it.
pub(super) fn slerp(from: Quat, to: Quat, part: f32) -> Quat {
    Transform::from_rotation(from).blended(&Transform::from_rotation(to), part).rotation
}

/// The turn about the vertical that brings Z nearest to where this one brings it.
pub(super) fn level(q: Quat) -> Quat {
    let front = rotate(q, Vec3::Z);
    turn(Vec3::Y, ops::atan2(front.x, front.z))
}

/// The mean of turns that are not far from each other; `None` of none.
pub(super) fn mean(turns: impl Iterator<Item = Quat>) -> Option<Quat> {
    let sum = turns.fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, q| {
        if Rot::from(sum).dot(q.into()) < 0.0 { sum - q } else { sum + q }
    });
    let length = Rot::from(sum).squared().sqrt();
    (length > 1e-6).then(|| product(sum * (1.0 / length), Quat::IDENTITY))
}

/// The angle of a turn, radians.
pub(super) fn angle(q: Quat) -> f32 {
    2.0 * ops::atan2((q.x * q.x + q.y * q.y + q.z * q.z).sqrt(), q.w.abs())
}

/// The allowed turn that is nearest.
pub(super) fn allowed(limit: Option<&Limit>, turn: Quat) -> Quat {
    limit.map_or(turn, |limit| limit.project(turn))
}
