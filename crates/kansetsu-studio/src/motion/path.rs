//! Motion that is seen at once: the path of a joint, the poses of the keys around.

use kansetsu::{
    d3::{Pose, Skeleton},
    glam::{Affine3, Vec3},
};

use super::Motion;

/// Where `joint` is in model space, metres, at every frame of `[start, end]` (seconds). `rest` is
/// the pose below the keys.
#[must_use]
pub fn motion_path(
    motion: &Motion,
    skeleton: &Skeleton,
    rest: &Pose,
    joint: usize,
    [start, end]: [f32; 2],
) -> Vec<Vec3> {
    let (first, last) =
        ((start * motion.frame_rate).round() as i64, (end * motion.frame_rate).round() as i64);
    let (mut pose, mut placed): (Pose, Vec<Affine3>) = (rest.clone(), Vec::new());
    (first..=last)
        .filter_map(|frame| {
            pose.clone_from(rest);
            motion.sample(frame as f32 / motion.frame_rate, &mut pose);
            skeleton.forward_into(&pose, &mut placed);
            placed.get(joint).map(|model_from_joint| model_from_joint.translation)
        })
        .collect()
}

/// The times of at most `count` frames before and as many after `time`, nearest first.
#[must_use]
pub fn frames_around(motion: &Motion, time: f32, count: usize) -> [Vec<f32>; 2] {
    let step = |sign: f32| {
        let times = (1..=count).map(|frames| time + sign * frames as f32 / motion.frame_rate);
        let is_inside =
            |at: &f32| (-super::SAME_TIME..=motion.duration + super::SAME_TIME).contains(at);
        times.filter(is_inside).collect()
    };
    [step(-1.0), step(1.0)]
}

/// The times of at most `count` keys before and as many after `time`, nearest first: what onion
/// skin shows.
#[must_use]
pub fn key_poses_around(motion: &Motion, time: f32, count: usize) -> [Vec<f32>; 2] {
    let times = motion.key_times(None);
    let before = times
        .iter()
        .rev()
        .copied()
        .filter(|&at| at < time - super::SAME_TIME)
        .take(count)
        .collect();
    let after =
        times.iter().copied().filter(|&at| at > time + super::SAME_TIME).take(count).collect();
    [before, after]
}
