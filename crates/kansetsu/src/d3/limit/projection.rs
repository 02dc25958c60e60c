//! A projection onto a limit, with its derivative.

use glam::{Mat3, Quat};

/// The nearest allowed turn and how it follows the turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The nearest allowed turn.
    pub rotation: Quat,
    /// Takes small rotations of the turn, as rotation vectors in the joint's rest frame (applied on
    /// the left: `exp(ω) · turn`), to those of the nearest allowed turn in the same frame: identity
    /// inside, of less rank outside, where some rotations change nothing. One-sided at a bound;
    /// zero where it does not exist.
    pub derivative: Mat3,
}
