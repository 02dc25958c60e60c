//! Converts vectors for the rival, and sets the maximum number of rounds of both.

use glam::{DVec3, Vec3};
use rebirth_ik as rival;

/// Maximum number of rounds. Its `Config` has 20 by default; more reach more and take longer.
pub(super) const ROUNDS: u32 = 100;

pub(super) fn vector(v: Vec3) -> rival::Vec3 {
    rival::Vec3::new(v.x, v.y, v.z)
}

pub(super) fn vector_f64(v: rival::Vec3) -> DVec3 {
    DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}
