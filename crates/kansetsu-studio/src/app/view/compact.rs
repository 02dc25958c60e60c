//! The layout of a small window: portrait or landscape, and the panel beside the view.

use eframe::egui::Vec2;

/// Points: narrower, or lower, and there is no room for panels on all sides.
const NARROW: f32 = 560.0;
const LOW: f32 = 420.0;
/// The layout of a small window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompactLayout {
    /// Higher than wide: the bar is below.
    Upright,
    /// Wider than high: the bar is on the left.
    Sideways,
}

/// The panel beside the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// What a drag does.
    Tools,
    /// Every command.
    Menu,
    /// The figures, the joint, poses.
    Joint,
    /// The timeline.
    Time,
}

impl CompactLayout {
    /// How a window of this size is held; `None` where there is room for panels.
    #[must_use]
    pub fn of(size: Vec2) -> Option<Self> {
        match (size.x < NARROW, size.y < LOW) {
            (false, false) => None,
            (true, false) => Some(Self::Upright),
            (true, true) if size.y > size.x => Some(Self::Upright),
            _ => Some(Self::Sideways),
        }
    }
}
