//! How the panel with the poses puts them on.

use std::sync::Arc;

use crate::{document::SavedPose, library::Group, text::Phrase};

/// How poses are put on: what the fields above the list say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// How much of the pose, in [0, 1].
    pub weight: f32,
    /// The part of the body; `None` is all of it.
    pub group: Option<Group>,
    /// Whether left and right are swapped.
    pub mirrored: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self { weight: 1.0, group: None, mirrored: false }
    }
}

/// The pose that was applied last. The fields above the list change it until another step follows.
#[derive(Clone, Debug)]
pub struct PutOn {
    /// What the step is called.
    pub label: Phrase,
    /// The pose.
    pub pose: Arc<SavedPose>,
    /// Of the document with it.
    pub(crate) revision: u64,
    /// Whether it is a step that can be undone: a degree of 0 changes nothing.
    pub(crate) is_step: bool,
}

/// How the panel with the poses puts them on.
#[derive(Clone, Debug, Default)]
pub struct PoseList {
    /// What the fields above the list say.
    pub manner: Manner,
    /// What was put on last.
    pub(crate) put_on: Option<PutOn>,
}
