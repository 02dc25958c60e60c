//! A pose with the positions of its joints.

use kansetsu::d3::Pose;
use kansetsu::glam::Affine3;

use crate::{Clip, Figure};

/// The frame rate of a clip without a fixed frame time, frames per second.
const RATE: f64 = 30.0;

/// An examined pose.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Clip and frame; `None` for the rest pose.
    pub(super) frame: Option<[usize; 2]>,
    pub(super) pose: Pose,
    pub(super) maps: Vec<Affine3>,
}

impl Sample {
    /// A frame of an existing clip.
    pub(super) fn of(figure: &Figure, clip: usize, frame: usize) -> Self {
        let mut pose = figure.saved_pose();
        let motion = &figure.clips[clip];
        motion.sample((frame as f64 * step_of(motion)) as f32, &mut pose);
        let maps = figure.rig.skeleton.forward(&pose);
        Self { frame: Some([clip, frame]), pose, maps }
    }

    pub(super) fn rest(figure: &Figure) -> Self {
        let pose = figure.rig.skeleton.rest_pose();
        let maps = figure.rig.skeleton.forward(&pose);
        Self { frame: None, pose, maps }
    }
}

/// The frame time, seconds.
pub(super) fn step_of(clip: &Clip) -> f64 {
    clip.frame_time().unwrap_or(1.0 / RATE)
}
