//! Vectors, rotations and dense equations, bit-identical on every platform: functions that glam
//! leaves to the platform or lacks.

pub(crate) mod angle;
pub(crate) mod arc;
pub mod factor;
pub(crate) mod lanes;
pub(crate) mod reach;
mod rigid;
mod rot;
pub(crate) mod rot_four;
mod smoothstep;
pub(crate) mod so3;
pub mod vector;

pub(crate) use rigid::Rigid;
pub use rot::Rot;
pub use smoothstep::smoothstep;
