//! The Rust crate `rebirth-ik`.

mod points;
mod tree;
mod two_bone;

pub use points::Points;
pub use tree::{Goals, Rotations, Tree};
pub use two_bone::TwoBone;

use glam::{DVec3, Vec3};
use rebirth_ik as rival;

/// How many rounds it may take. Its `Config` says 20 by default; more reach more and take longer.
const ROUNDS: u32 = 100;

fn vector(v: Vec3) -> rival::Vec3 {
    rival::Vec3::new(v.x, v.y, v.z)
}

fn vector_f64(v: rival::Vec3) -> DVec3 {
    DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}
