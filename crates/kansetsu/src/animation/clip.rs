//! Keyed motion.

use glam::{Quat, Vec3};

/// A motion: tracks that key the joints' local transforms over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Its name; may be empty.
    pub name: String,
    /// Seconds from 0 to the last key.
    pub duration: f32,
    /// One track per joint and property.
    pub tracks: Vec<Track>,
}

/// The keys of one property of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Which joint.
    pub joint: usize,
    /// When each key is, seconds, ascending.
    pub times: Vec<f32>,
    /// What each key holds.
    pub values: Values,
    /// How values between keys are found.
    pub interpolation: Interpolation,
}

/// The keyed values: one per key, or three (in-tangent, value, out-tangent) when the interpolation
/// is cubic.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Local translations, metres.
    Translation(Vec<Vec3>),
    /// Local rotations; tangents are no unit quaternions.
    Rotation(Vec<Quat>),
    /// Local scales.
    Scale(Vec<Vec3>),
}

/// How values between keys are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the key before.
    Step,
    /// A straight line; for rotations the shortest arc at constant speed.
    #[default]
    Linear,
    /// A cubic Hermite spline with the tangents that stand beside the values.
    Cubic,
}

impl Clip {
    /// The seconds from frame to frame, if all keys lie on frames at even distances from 0 on, as
    /// recorded motion does.
    #[must_use]
    pub fn frame_time(&self) -> Option<f64> {
        let densest = self.tracks.iter().max_by_key(|track| track.times.len())?;
        let [first, last] = densest.span().map(f64::from);
        let steps = densest.times.len().checked_sub(1).filter(|&steps| steps > 0)?;
        let step = (last - first) / steps as f64;
        let on_frame = |&time: &f32| {
            let frame = f64::from(time) / step;
            (frame - frame.round()).abs() < ON_FRAME
        };
        let is_even = step > 0.0 && self.tracks.iter().flat_map(|track| &track.times).all(on_frame);
        is_even.then_some(step)
    }
}

/// As much of a frame may a key stand beside it: times of 32 bits have no more digits over some
/// hours.
const ON_FRAME: f64 = 0.02;

impl Track {
    /// When its first and its last key are, seconds; zeros when it has none.
    #[must_use]
    pub fn span(&self) -> [f32; 2] {
        [self.times.first().copied().unwrap_or(0.0), self.times.last().copied().unwrap_or(0.0)]
    }
}

impl Values {
    /// How many elements there are: three for each key of a cubic track, else one.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Translation(list) | Self::Scale(list) => list.len(),
            Self::Rotation(list) => list.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
