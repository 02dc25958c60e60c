//! A BVH file as it was read, for saving.

use super::hierarchy::Node;
use super::motion::Motion;

/// A BVH file as it was read: what it takes to write it again with equal numbers.
#[derive(Clone, Debug)]
pub struct Document {
    /// In the order of the skeleton's joints.
    pub(super) nodes: Vec<Node>,
    pub(super) motion: Motion,
}

impl Document {
    /// How many frames it has.
    #[must_use]
    pub const fn frames(&self) -> usize {
        self.motion.frames
    }

    /// Seconds from frame to frame.
    #[must_use]
    pub const fn frame_time(&self) -> f64 {
        self.motion.frame_time
    }

    /// The file again: the same joints, the same numbers; defects that were warned of are mended.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        super::layout::text(&self.nodes, &self.motion).into_bytes()
    }
}
