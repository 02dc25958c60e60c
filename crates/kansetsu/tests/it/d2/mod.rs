//! Bodies in the plane.

mod after;
mod body;
mod skeleton;
mod solve;
mod two_bone;

use kansetsu::d2::{Interval, Pose, Skeleton, Transform};
use kansetsu::glam::Vec2;

use crate::random::Random;

/// A straight chain along +X with these segment lengths under a root with this transform; joint i
/// is the chain's i-th, from 1 on.
fn straight(root: Transform, lengths: &[f32]) -> Skeleton {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", root);
    let mut last = builder.child(root, "0", Transform::IDENTITY);
    for (index, &length) in lengths.iter().enumerate() {
        last = builder.child(
            last,
            (index + 1).to_string(),
            Transform::from_translation(Vec2::X * length),
        );
    }
    builder.build().unwrap()
}

fn tip(skeleton: &Skeleton, pose: &Pose) -> Vec2 {
    skeleton.forward(pose)[skeleton.len() - 1].translation
}

/// Every joint but the root at a random angle inside its limit.
fn random_pose(random: &mut Random, skeleton: &Skeleton, limits: &[Option<Interval>]) -> Pose {
    let mut pose = skeleton.rest_pose();
    for (local, limit) in pose.locals.iter_mut().zip(limits).skip(1) {
        let limit = limit.unwrap_or(Interval::new(-3.0, 3.0));
        local.rotation += random.range(limit.min, limit.max);
    }
    pose
}

fn direction(random: &mut Random) -> Vec2 {
    let angle = random.range(-3.2, 3.2);
    Vec2::new(angle.cos(), angle.sin())
}
