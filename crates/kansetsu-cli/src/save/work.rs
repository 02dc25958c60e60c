//! What is saved.

use std::path::Path;

use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, gltf};

/// The changes to save, besides the contents of the figure's file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work<'a> {
    /// The pose of the figure.
    pub(crate) pose: Option<&'a Pose>,
    /// New clips.
    pub(crate) clips: &'a [Clip],
    /// Whether the pose may become the rest pose of a VRM.
    pub(crate) bake: gltf::Bake,
}

/// The context of an error.
pub(super) fn failed(path: &Path) -> String {
    format!("\"{}\" cannot be saved", path.display())
}
