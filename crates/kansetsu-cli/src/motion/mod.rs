//! Scenes solved frame by frame.

mod clip;
mod play;
mod summary;

pub(crate) use clip::clip_of;
pub(crate) use play::play;
pub(crate) use summary::Summary;
