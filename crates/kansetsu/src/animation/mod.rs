//! Keyed motion: clips, their sampling, and clips from sampled poses.

mod clip;
mod curve;
mod from_poses;

pub use clip::{Clip, Interpolation, Track, Values};
