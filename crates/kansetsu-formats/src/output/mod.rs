//! The shared part of the writers for other programs (FBX, USD): joints, surfaces, frames, and the
//! report of data that is left out.

mod joints;
mod losses;
mod pose;
mod surface;
mod take;
mod written;

pub(crate) use joints::{Part, is_scaled, parts};
pub(crate) use losses::Losses;
pub(crate) use pose::check_pose;
pub(crate) use surface::{Surface, distinct, fault, surfaces};
pub(crate) use take::{Take, takes};
pub use written::Written;
