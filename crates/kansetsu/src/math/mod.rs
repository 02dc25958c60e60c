//! Vectors and rotations: what glam leaves to the platform or does not have.

pub(crate) mod angle;
pub(crate) mod arc;
pub(crate) mod factor;
pub(crate) mod lanes;
pub(crate) mod reach;
mod rigid;
mod rot;
pub(crate) mod so3;
pub(crate) mod vector;

pub(crate) use rigid::Rigid;
pub(crate) use rot::Rot;
