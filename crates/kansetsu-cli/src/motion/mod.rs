//! Poses over time.

mod moments;
mod play;
mod summary;

pub(crate) use moments::{MomentArgs, Moments};
pub(crate) use play::play;
pub(crate) use summary::Summary;
