//! The source of a figure's reference pose.

/// The source of a figure's reference pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The rest pose of the file.
    #[default]
    Rest,
    /// A rig file, or the rig in a document's extras.
    Rig,
    /// A frame of a motion, with straight arms and legs.
    Frame {
        /// The index of the clip.
        clip: usize,
        /// The frame, from 0, at the rate of the clip's keys.
        frame: usize,
    },
    /// The directions of the bones, if no frame shows a standing person.
    Bones,
}

/// The reference pose of a figure: its source and its score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// Its source.
    pub source: Source,
    /// How well the rest pose of the file fits a standing person, in [0, 1]; `None` for a figure
    /// that is not a two-legged human body.
    pub score: Option<f32>,
    /// The part of the rest pose that fits worst, in words; empty if all fit.
    pub problem: String,
    /// Whether a loader or [`Figure::set_reference_frame`](crate::Figure::set_reference_frame) may
    /// replace the rest pose of the file.
    pub(super) is_free: bool,
}

impl Reference {
    /// Whether the figure is measured in another pose than the rest pose of its file.
    #[must_use]
    pub const fn is_replaced(&self) -> bool {
        matches!(self.source, Source::Frame { .. } | Source::Bones)
    }
}
