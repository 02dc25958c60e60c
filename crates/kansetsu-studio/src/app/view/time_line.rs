//! The state of the timeline: where times are, which keys are selected, what is dragged.

use eframe::egui::{Pos2, Vec2};

use super::Scale;
use crate::motion::KeyAt;

/// How the timeline is looked at.
#[derive(Clone, Debug, Default)]
pub struct TimeLine {
    /// Where times are; computed again when it is `None`.
    pub scale: Option<Scale>,
    /// The keys that are selected.
    pub chosen: Vec<KeyAt>,
    /// Whether the pointer is over the keys: copying and pasting is then theirs.
    pub is_pointed: bool,
    /// The joint whose curves were asked for.
    pub(crate) curve_of: Option<usize>,
    pub(crate) gesture: SheetGesture,
    /// What is dragged in the curves.
    pub(crate) curve: Option<CurveDrag>,
}

impl TimeLine {
    /// Forgets what belonged to another figure or motion.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// What the pointer does in the sheet.
#[derive(Clone, Debug, Default)]
pub enum SheetGesture {
    /// Nothing.
    #[default]
    Idle,
    /// The time follows; pressed here.
    Scrub(Pos2),
    /// The selected keys follow; from this time.
    Keys {
        /// Seconds, where they were grabbed.
        from: f32,
        /// How many seconds they were moved.
        moved: f32,
    },
    /// The selected keys come nearer together or go further apart.
    Retime {
        /// Seconds: the end of them that stays.
        anchor: f32,
        /// Seconds: the end that was grabbed.
        from: f32,
        /// By how much.
        factor: f32,
    },
    /// A box selects keys; from this corner.
    Box(Pos2),
    /// The sheet follows.
    Pan,
}

/// What is grabbed in the curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grabbed {
    /// A key: its angle about one axis.
    Key {
        /// Seconds.
        time: f32,
        /// X, Y or Z of the bone's frame.
        axis: usize,
    },
    /// How steeply a curve comes in or goes out.
    Slope {
        /// Seconds.
        time: f32,
        /// X, Y or Z of the bone's frame.
        axis: usize,
        /// -1 comes in, 1 goes out.
        side: f32,
    },
}

/// A drag in the curves.
#[derive(Clone, Copy, Debug)]
pub struct CurveDrag {
    /// What is grabbed.
    pub(crate) grabbed: Grabbed,
    /// The angles at the bottom and the top at the press.
    pub(crate) range: [f32; 2],
    /// Where the pointer was pressed.
    pub(crate) press: Pos2,
    /// From the pointer to what was grabbed.
    pub(crate) offset: Vec2,
}
