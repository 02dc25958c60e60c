//! Clips as frames.

use kansetsu::d3::Pose;

use super::Losses;
use crate::{Clip, Error, Figure};

/// A clip as poses in sequence.
pub(crate) struct Take {
    pub(crate) name: String,
    /// Frames per second.
    pub(crate) rate: f64,
    /// The time of each pose, seconds: every frame, and the end of the clip.
    pub(crate) times: Vec<f64>,
    pub(crate) poses: Vec<Pose>,
}

/// The frame rate of a clip whose keys have none, frames per second. Half of it loses fast moves;
/// twice as much doubles the file.
const USUAL_RATE: f64 = 30.0;
/// The most frames: an hour and a half at 60 frames per second. Half refuses long recordings; twice
/// as many need twice the memory.
const MOST: f64 = 324_000.0;
/// The frames by which keys may be off at the end of a clip after rounding of its rate. Half keeps
/// more odd rates; twice as much is visible in fast moves.
const DRIFT: f64 = 1e-3;
/// The fraction of a frame that rounding of times may add. Half fails for times of some hours;
/// twice as much has no effect.
const ROUNDING: f64 = 1e-3;

/// The clips of a figure at `rate` frames per second, by default their own rates. Joints without
/// keys keep the pose `standing`.
///
/// # Errors
/// [`Error::Malformed`] for a clip with too many frames.
pub(crate) fn takes(
    figure: &Figure,
    standing: &Pose,
    (format, rate): (&'static str, Option<f32>),
    losses: &mut Losses,
) -> Result<Vec<Take>, Error> {
    let mut takes = Vec::new();
    for (index, clip) in figure.clips.iter().enumerate() {
        let name = if clip.name.is_empty() { format!("clip_{index}") } else { clip.name.clone() };
        if clip.tracks.is_empty() {
            losses.add("clips without keys", &name);
            continue;
        }
        let own = clip.frame_time().map(|step| whole(1.0 / step, clip.duration));
        if own.is_none() && rate.is_none() && clip.duration > 0.0 {
            losses.add("clips without a frame rate", &name);
        }
        let rate = rate.map(f64::from).or(own).unwrap_or(USUAL_RATE);
        let times = times(clip, rate).ok_or_else(|| Error::Malformed {
            format,
            place: format!("clip \"{name}\""),
            problem: format!("{} s at {rate} frames per second are too many frames", clip.duration),
        })?;
        let pose = |&time: &f64| {
            let mut pose = standing.clone();
            clip.sample(time as f32, &mut pose);
            pose
        };
        let poses = times.iter().map(pose).collect();
        takes.push(Take { name, rate, times, poses });
    }
    Ok(takes)
}

/// The whole frame rate that is meant: keys in single precision have it up to rounding.
fn whole(rate: f64, duration: f32) -> f64 {
    let drift = (rate.round() - rate).abs() * f64::from(duration);
    if drift < DRIFT && rate >= 1.0 { rate.round() } else { rate }
}

/// The frames from 0 to the end of the clip, and its end.
fn times(clip: &Clip, rate: f64) -> Option<Vec<f64>> {
    let end = f64::from(clip.duration);
    let last = (end * rate + ROUNDING).floor();
    if !(0.0..MOST).contains(&last) {
        return None;
    }
    let mut times: Vec<f64> = (0..=last as usize).map(|frame| frame as f64 / rate).collect();
    if end * rate - last > ROUNDING {
        times.push(end);
    }
    Some(times)
}
