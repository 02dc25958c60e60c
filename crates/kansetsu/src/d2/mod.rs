//! Articulated bodies in the plane.

pub mod limit;
