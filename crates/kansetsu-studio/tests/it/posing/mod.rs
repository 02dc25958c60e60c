//! Drags, from outside.

mod contact;
mod documents;
mod drags;
mod grips;
mod limits;
mod natural;
pub mod random;
mod requests;
mod slow_paths;
mod squat;
mod straight_limbs;
