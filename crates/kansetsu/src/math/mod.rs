//! Vectors and rotations: what glam leaves to the platform or does not have.

pub(crate) mod angle;
pub(crate) mod reach;
mod rot;
pub(crate) mod vector;

pub(crate) use rot::Rot;
