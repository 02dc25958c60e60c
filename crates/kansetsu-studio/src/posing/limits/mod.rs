//! Limits on the body: what is drawn at a joint, handles that change it, and limits that fit a
//! motion.
//!
//! Everything is in the joint's *rest frame*, the frame in which limits speak, with the joint at
//! the origin and directions as unit vectors; [`LimitSite`] has the placement of that frame in the
//! world. Every point of a boundary comes with a rotation at the bound that the solver enforces, so
//! the drawing shows the real limit.

mod angles;
mod boundary;
mod fit;
mod handle;
mod site;

pub use boundary::{BoundaryPoint, Stroke, boundary};
pub use fit::{Fit, LimitKind, fit};
pub use handle::{HandleId, LimitDrag, LimitHandle, handles};
pub use site::LimitSite;
