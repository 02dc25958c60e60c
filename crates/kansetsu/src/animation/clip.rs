//! Keyed motion.

use glam::{Quat, Vec3};

/// A motion: tracks that key the local transforms of joints, and the weights of expressions, over
/// time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// The clip's name; may be empty.
    pub name: String,
    /// The time of the last key, seconds.
    pub duration: f32,
    /// One track per joint and property.
    pub tracks: Vec<Track>,
    /// One track per expression or morph target.
    pub weights: Vec<WeightTrack>,
}

/// The keys of the weight of an expression or a morph target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightTrack {
    /// The name of the expression or the morph target.
    pub name: String,
    /// The time of each key, seconds, ascending.
    pub times: Vec<f32>,
    /// The keyed weights, usually 0 to 1; three per key (in-tangent, value, out-tangent) when the
    /// interpolation is cubic.
    pub values: Vec<f32>,
    /// How values between two keys are interpolated.
    pub interpolation: Interpolation,
}

/// The keys of one property of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The index of the joint.
    pub joint: usize,
    /// The time of each key, seconds, ascending.
    pub times: Vec<f32>,
    /// The keyed values.
    pub values: Values,
    /// How values between two keys are interpolated.
    pub interpolation: Interpolation,
}

/// The keyed values: one per key, or three (in-tangent, value, out-tangent) when the interpolation
/// is cubic.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Local translations, metres.
    Translation(Vec<Vec3>),
    /// Local rotations; tangents are not unit quaternions.
    Rotation(Vec<Quat>),
    /// Local scales.
    Scale(Vec<Vec3>),
}

/// How values between two keys are interpolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the previous key.
    Step,
    /// Linear; for rotations the shortest arc at constant speed.
    #[default]
    Linear,
    /// A cubic Hermite spline with the tangents stored beside the values.
    Cubic,
}

impl Clip {
    /// Whether it has no tracks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty() && self.weights.is_empty()
    }

    /// The frame time, seconds, if all keys lie on equally spaced frames that start at 0. Recorded
    /// motion does.
    #[must_use]
    pub fn frame_time(&self) -> Option<f64> {
        let tracks = self.tracks.iter().map(|track| &track.times);
        let times: Vec<&Vec<f32>> =
            tracks.chain(self.weights.iter().map(|track| &track.times)).collect();
        let densest = times.iter().max_by_key(|times| times.len())?;
        let [first, last] = [densest.first()?, densest.last()?].map(|&time| f64::from(time));
        let steps = densest.len().checked_sub(1).filter(|&steps| steps > 0)?;
        let step = (last - first) / steps as f64;
        let on_frame = |&time: &f32| {
            let frame = f64::from(time) / step;
            (frame - frame.round()).abs() < ON_FRAME
        };
        let is_even = step > 0.0 && times.iter().copied().flatten().all(on_frame);
        is_even.then_some(step)
    }
}

/// The largest distance of a key from its frame, in frames. Times in `f32` are no more exact after
/// some hours.
const ON_FRAME: f64 = 0.02;

impl Track {
    /// The times of the first and the last key, seconds; zeros if there are no keys.
    #[must_use]
    pub fn span(&self) -> [f32; 2] {
        [self.times.first().copied().unwrap_or(0.0), self.times.last().copied().unwrap_or(0.0)]
    }
}

impl WeightTrack {
    /// A weight that does not change.
    #[must_use]
    pub fn constant(name: impl Into<String>, weight: f32) -> Self {
        Self { name: name.into(), times: vec![0.0], values: vec![weight], ..Self::default() }
    }
}

impl Values {
    /// The number of elements: three per key of a cubic track, else one.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Translation(list) | Self::Scale(list) => list.len(),
            Self::Rotation(list) => list.len(),
        }
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
