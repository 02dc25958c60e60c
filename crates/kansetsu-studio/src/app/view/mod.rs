//! The view: each panel has its own state here.

mod compact;
mod hints;
mod palette;
mod panel_state;
mod poses;
mod scale;
mod time_line;
mod tree;

use eframe::egui::Rect;
use kansetsu::glam::Vec2;

pub use compact::{CompactLayout, Sheet};
pub use hints::{Hint, Hints};
pub use palette::CommandPalette;
pub use panel_state::PanelState;
pub use poses::{Manner, PoseList, PutOn};
pub use scale::Scale;
pub use time_line::{CurveDrag, Grabbed, SheetGesture, TimeLine};
pub use tree::TreeState;

use super::{Backdrop, PathQuestion, PictureOrder, ShownValues, Springs};
use crate::viewport::{Camera, View};

/// The state of all panels.
pub struct ViewState {
    /// The panel that lies over the others.
    pub cards: Cards,
    /// The list of joints.
    pub tree: TreeState,
    /// The command palette.
    pub palette: CommandPalette,
    /// How poses are put on.
    pub(crate) poses: PoseList,
    /// The panel beside the view in a small window.
    pub sheet: Option<Sheet>,
    /// The picture behind the figures.
    pub backdrop: Option<Backdrop>,
    /// The layout of a window without room for panels on all sides.
    pub(crate) layout: Option<CompactLayout>,
    /// Whether touch input was seen.
    pub(crate) is_touch: bool,
    pub(crate) hints: Hints,
    /// The joint values of robots as they were shown last.
    pub shown_values: ShownValues,
    /// The spring bones of the figures.
    pub springs: Springs,
    /// Where the viewport is, points.
    pub(crate) rect: Rect,
    pub(crate) title: String,
}

/// The panel that lies over the others.
#[derive(Default)]
pub struct Cards {
    /// Which one it is.
    pub open: Open,
    /// What the next picture is to be like.
    pub picture: PictureOrder,
    /// The path that is asked for.
    pub path_question: Option<PathQuestion>,
}

/// Which panel lies over the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// None.
    #[default]
    Nothing,
    /// The embedded figures.
    Gallery,
    /// What the mouse and the keys do.
    Help,
    /// How to begin.
    FirstSteps,
    /// Version and licences.
    About,
    /// Another name for the figure.
    Rename,
    /// What a picture is to be like.
    Picture,
    /// A name for a pose.
    SavePose,
    /// A range to bake.
    Bake,
    /// Over which time a change is spread.
    Blend,
    /// A file's path.
    Path,
}

impl Default for ViewState {
    fn default() -> Self {
        Self {
            cards: Cards::default(),
            tree: TreeState::default(),
            palette: CommandPalette::default(),
            poses: PoseList::default(),
            sheet: None,
            backdrop: None,
            layout: None,
            is_touch: false,
            hints: Hints::default(),
            shown_values: ShownValues::default(),
            springs: Springs::default(),
            rect: Rect::NOTHING,
            title: String::new(),
        }
    }
}

impl ViewState {
    /// The viewport of this camera, with its size in points.
    #[must_use]
    pub fn camera_view(&self, camera: Camera) -> View {
        let size = self.rect.size();
        View::new(camera, Vec2::new(size.x, size.y))
    }

    /// Whether the user has fingers in place of a mouse and keys, as far as one can see.
    #[must_use]
    pub const fn uses_fingers(&self) -> bool {
        self.is_touch || self.layout.is_some()
    }
}
