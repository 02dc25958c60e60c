//! Drags, from outside.

mod drags;
mod grips;
mod limits;
mod random;
mod slow_paths;
