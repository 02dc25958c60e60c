//! Keyed motion.

use kansetsu::glam::{Quat, Vec3};

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

/// The keyed values: one per key, or three (in-tangent, value, out-tangent) when the interpolation is cubic.
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
