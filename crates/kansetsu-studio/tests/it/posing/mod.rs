//! Drags, from outside.

mod documents;
mod drags;
mod grips;
mod limits;
pub mod random;
mod slow_paths;
mod straight_limbs;
