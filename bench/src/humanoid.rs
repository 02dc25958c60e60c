//! Goals of the humanoid.

use glam::{DVec3, Quat};
use kansetsu::d3::Pose;
use kansetsu_evidence::{humanoid::Humanoid, judge, random::Random};

use crate::shape::random_turn;

/// The range of a joint without a limit in random poses, radians.
const TURN: f32 = 0.6;

/// The positions of the ends in `count` random poses inside the limits, with a fixed root.
pub fn targets(humanoid: &Humanoid, count: usize) -> Vec<Vec<DVec3>> {
    let mut random = Random::scattered(7);
    (0..count).map(|_| places(humanoid, &random_pose(humanoid, &mut random))).collect()
}

/// The positions of the ends.
pub fn places(humanoid: &Humanoid, pose: &Pose) -> Vec<DVec3> {
    let all = judge::forward(&humanoid.skeleton, pose);
    humanoid.ends.iter().map(|&end| all[end].0).collect()
}

fn random_pose(humanoid: &Humanoid, random: &mut Random) -> Pose {
    let mut pose = humanoid.skeleton.rest_pose();
    for (local, limit) in pose.locals.iter_mut().zip(&humanoid.limits).skip(1) {
        local.rotation = match limit {
            Some(_) => random_turn(random, limit.as_ref()),
            None => Quat::from_scaled_axis(random.direction() * (random.unit() * TURN)),
        };
    }
    pose
}
