//! The motion of one body on another.

use std::sync::OnceLock;

use kansetsu::{animation::Clip, glam::Vec3};
use kansetsu_formats::{Figure, gltf};
use kansetsu_humanoid::retarget::Retarget;

use super::problem::{self, Values};
use crate::{Outcome, Target, checks, seeds};

pub(super) fn targets() -> Vec<Target> {
    // A run poses two bodies for every frame.
    vec![
        Target::new("retarget", check, problem::seeds).slow(10, std::time::Duration::from_secs(20)),
    ]
}

/// The most frames of a motion.
const FRAMES: usize = 6;

/// The mannequin, and a person of fifteen bones.
fn figures() -> &'static [Figure; 2] {
    static FIGURES: OnceLock<[Figure; 2]> = OnceLock::new();
    FIGURES.get_or_init(|| {
        let small = gltf::read(&seeds::vrm("VRMC_vrm"), &|path| Err(path.to_owned()));
        let small = small.unwrap_or_else(|error| panic!("a seed is not sound: {error}"));
        [seeds::small("mannequin"), small.figure]
    })
}

/// Any motion is refused, or gives finite poses.
fn check(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let all = figures();
    let (from, to) = (&all[values.below(2)], &all[values.below(2)]);
    let rest = from.rig.rest_pose();
    let frames = (0..=values.below(FRAMES)).map(|_| {
        let mut pose = values.pose(&from.rig);
        let hips = from.rig.base_joint();
        pose.locals[hips].translation += values.vector(0.3);
        if values.is_wild && values.in_ten(2) {
            pose.locals[hips].scale = Vec3::splat(values.number());
        }
        pose
    });
    let frames: Vec<_> = frames.collect();
    let rate = [30.0, 60.0, 1.0, 1000.0][values.below(4)];
    let clip = Clip::from_poses("motion", &rest, &frames, rate);
    match Retarget::default().run(from, &clip, to) {
        Ok(done) => {
            done.poses.iter().try_for_each(|pose| checks::pose(&to.rig.skeleton, pose))?;
            Ok(Outcome::new("retargeted"))
        }
        Err(error) => Ok(Outcome::new(&error.to_string())),
    }
}
