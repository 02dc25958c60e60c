//! The present gesture: the drag, the hovered item, the edited field.

use eframe::egui::Id;
use kansetsu::d3::{Limit, Pose};

use super::{Gesture, Handle, LimitDrag, TimeLine, drag::JointDrag, gesture::SelectBox};
use crate::{
    motion::CopiedKeys,
    posing::{Obstacle, Posed},
    viewport::ClickCycle,
};

/// The present gesture, from one frame to the next.
#[derive(Default)]
pub struct Session {
    /// The drag that is going on.
    pub drag: Option<JointDrag>,
    /// The handle of a limit that is dragged.
    pub limit_drag: Option<LimitDrag>,
    /// The last drag, for "why it stopped".
    pub last_drag: Option<JointDrag>,
    /// The pose without what stopped the last drag, while that is pointed at.
    pub relaxed: Option<Relaxed>,
    /// What is under the pointer in the viewport.
    pub hover: Hover,
    /// How the timeline is looked at, and which of its keys are selected.
    pub time_line: TimeLine,
    /// The keys that were copied.
    pub(crate) copied_keys: Option<CopiedKeys>,
    /// What stopped the last drag, and a list points at in this picture.
    pub(crate) highlighted: Option<Obstacle>,
    /// Whether the section of the panel that shows the limit of the active joint is pointed at.
    pub(crate) points_at_limit: bool,
    pub(crate) gesture: Gesture,
    pub(crate) clicks: ClickCycle,
    pub(crate) fields: Fields,
}

impl Session {
    /// The result of the drag that is going on, or of the last one.
    #[must_use]
    pub fn posed(&self) -> Option<&Posed> {
        self.drag.as_ref().or(self.last_drag.as_ref())?.posed.as_ref()
    }

    /// The joint that is under the pointer, in the viewport or in a list.
    #[must_use]
    pub fn hovered_joint(&self) -> Option<usize> {
        self.hover.joint.or(self.hover.pointed)
    }

    /// The box in which joints are being selected.
    #[must_use]
    pub const fn select_box(&self) -> Option<SelectBox> {
        match self.gesture {
            Gesture::Box(area) => Some(area),
            _ => None,
        }
    }

    /// Whether a joint or a limit is dragged.
    #[must_use]
    pub const fn is_dragging(&self) -> bool {
        self.drag.is_some() || self.limit_drag.is_some()
    }
}

/// What is under the pointer in the viewport.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hover {
    /// A joint.
    pub joint: Option<usize>,
    /// What can be grabbed beside joints.
    pub handle: Option<Handle>,
    /// A joint that another panel points at.
    pub pointed: Option<usize>,
}

/// The field whose changes are one step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields {
    pub(crate) open: Option<Id>,
    /// The joint whose limit that field changes.
    pub(crate) limit: Option<usize>,
}

/// The pose without something that stopped the last drag.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// What would be out of the way.
    pub obstacle: Obstacle,
    /// The limit that would make room.
    pub limit: Option<Limit>,
    /// The pose.
    pub pose: Pose,
    /// The document that this was computed for.
    pub(super) revision: u64,
}
