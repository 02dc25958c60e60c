//! The Rust crate `rebirth-ik`.

mod convert;
mod points;
mod tree;
mod two_bone;

pub use points::Points;
pub use tree::{Goals, Rotations, Tree};
pub use two_bone::TwoBone;
