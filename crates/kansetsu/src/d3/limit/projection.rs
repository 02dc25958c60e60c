//! A projection onto a limit, with its derivative.

use glam::{Mat3, Quat};

/// The nearest allowed rotation and its derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The nearest allowed rotation.
    pub rotation: Quat,
    /// Maps small rotations of the input, as rotation vectors in the joint's rest frame (applied on
    /// the left: `exp(ω) · turn`), to those of the nearest allowed rotation in the same frame. It
    /// is the identity inside and has a lower rank outside, where some rotations change nothing. It
    /// is one-sided at a bound, and zero where the derivative does not exist.
    pub derivative: Mat3,
}
