//! Poses over time.

mod clip;
mod moments;
mod play;
mod summary;

pub(crate) use clip::clip_of;
pub(crate) use moments::{MomentArgs, Moments};
pub(crate) use play::play;
pub(crate) use summary::Summary;
