//! The tasks: each measures its residual and the directions of its rows in the tree's current pose.

mod balance;
mod pole;
mod position;
mod rotation;
mod separation;

pub(super) use balance::{Support, is_pinned};
pub(super) use pole::Pole;
pub(super) use position::Position;
pub(super) use rotation::{Aim, Rotation};
pub(super) use separation::Separation;
