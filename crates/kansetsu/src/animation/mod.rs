//! Keyed motion: clips, their sampling, clips from sampled poses, and spring bones.

mod clip;
mod curve;
mod from_poses;
mod spring;

pub use clip::{Clip, Interpolation, Track, Values, WeightTrack};
pub use spring::{
    ColliderGroup, ColliderShape, Spring, SpringBones, SpringCollider, SpringJoint, SpringLimit,
    SpringSimulation,
};
