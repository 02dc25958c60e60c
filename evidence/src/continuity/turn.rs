//! The largest joint rotation between two poses.

use glam::{DQuat, DVec3};
use kansetsu::d3::Pose;

/// The joint with the largest rotation between two poses, and its angle.
pub fn most_turned(before: &Pose, after: &Pose) -> (usize, f64) {
    let turns = before
        .locals
        .iter()
        .zip(&after.locals)
        .map(|(a, b)| angle(a.rotation.as_dquat(), b.rotation.as_dquat()));
    turns.enumerate().fold((0, 0.0), |most, turn| if turn.1 > most.1 { turn } else { most })
}

/// The angle between two rotations, exact for small ones.
pub(super) fn angle(a: DQuat, b: DQuat) -> f64 {
    let between = a.normalize().inverse() * b.normalize();
    2.0 * DVec3::new(between.x, between.y, between.z).length().atan2(between.w.abs())
}
