//! A loaded BVH file, for saving.

use super::hierarchy::Node;
use super::motion::Motion;

/// A loaded BVH file: the data for writing it again with equal numbers.
#[derive(Clone, Debug)]
pub struct Document {
    /// In the order of the skeleton's joints.
    pub(super) nodes: Vec<Node>,
    pub(super) motion: Motion,
}

impl Document {
    /// The number of frames.
    #[must_use]
    pub const fn frames(&self) -> usize {
        self.motion.frames
    }

    /// The frame time, seconds.
    #[must_use]
    pub const fn frame_time(&self) -> f64 {
        self.motion.frame_time
    }

    /// Writes the file again: the same joints, the same numbers; defects with a warning are fixed.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        super::layout::text(&self.nodes, &self.motion).into_bytes()
    }
}
