//! The poses of a clip, frame by frame.

use anyhow::bail;
use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, Figure};

/// The most frames: an hour and a half at 60 frames per second.
pub(super) const MOST: f32 = 324_000.0;

/// The poses of a clip at a fixed frame time from its start; the last one is at its end or just
/// before.
pub(crate) fn at_frames(
    figure: &Figure,
    clip: &Clip,
    frame_time: f64,
) -> anyhow::Result<Vec<Pose>> {
    let last = (f64::from(clip.duration) / frame_time + 1e-3).floor();
    if !(0.0..f64::from(MOST)).contains(&last) {
        bail!(
            "the clip \"{}\" of {} s has too many frames of {frame_time} s; use a smaller --rate",
            clip.name,
            clip.duration
        );
    }
    let pose = |frame: usize| {
        let mut pose = figure.saved_pose();
        clip.sample((frame as f64 * frame_time) as f32, &mut pose);
        pose
    };
    Ok((0..=last as usize).map(pose).collect())
}
