//! The rate of motions in files.

/// Frames per second of a file's clips when they become motions.
pub(super) const FILE_FRAME_RATE: f32 = 30.0;
