//! A value at a time.

use kansetsu::glam::Vec3;
use serde::{Deserialize, Serialize};

/// Keys nearer to each other than this are at the same time, seconds: a third of a frame at 3,000
/// frames per second.
pub const SAME_TIME: f32 = 1e-4;

/// A value at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Key<T> {
    /// Seconds.
    pub time: f32,
    /// The value there.
    pub value: T,
    /// How the way to the next key goes.
    #[serde(default)]
    pub interpolation: Interpolation,
    /// How fast a cubic curve comes in and goes out, per second: for rotations as angular velocity
    /// in the parent's frame (radians per second), else the change of the value. `None`: smooth
    /// through the neighbours, without overshooting them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slopes: Option<[Vec3; 2]>,
}

impl<T> Key<T> {
    /// A key with automatic slopes.
    pub const fn new(time: f32, value: T, interpolation: Interpolation) -> Self {
        Self { time, value, interpolation, slopes: None }
    }
}

/// How the way from a key to the next one goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// The key's value until the next key.
    Step,
    /// Straight, at constant speed; rotations along the shortest arc.
    Linear,
    /// A cubic curve with the slopes of both keys.
    #[default]
    Cubic,
}
