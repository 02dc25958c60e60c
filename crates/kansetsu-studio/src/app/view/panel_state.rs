//! The state that panels own and change themselves.

use super::{TimeLine, TreeState};
use crate::app::{PathQuestion, PictureOrder, ShownValues, Thumbnails};

/// The state that panels own. They borrow it while they are shown; the studio keeps it.
#[derive(Default)]
pub struct PanelState {
    /// The list of joints.
    pub tree: TreeState,
    /// The timeline.
    pub time_line: TimeLine,
    /// The joint values of robots as they were shown last.
    pub shown_values: ShownValues,
    /// Small pictures of figures and poses.
    pub thumbnails: Thumbnails,
    /// What the next picture is to be like.
    pub picture: PictureOrder,
    /// The path that is asked for.
    pub path_question: Option<PathQuestion>,
}
