//! The time line: when is what.

mod curve;
mod ruler;
mod scale;
mod sheet;
mod transport;

use eframe::egui::Ui;

use crate::{app::Studio, motion::KeyAt};

pub use scale::Scale;

/// How the time line is looked at.
#[derive(Clone, Debug, Default)]
pub struct TimeLine {
    /// Where times are; made anew when it is `None`.
    pub scale: Option<Scale>,
    /// The keys that are chosen.
    pub chosen: Vec<KeyAt>,
    /// Whether the pointer is over the keys: copying and pasting is then theirs.
    pub is_pointed: bool,
    /// The joint whose curves were asked for.
    pub(crate) curve_of: Option<usize>,
    gesture: sheet::Gesture,
    /// What is dragged in the curves.
    curve: Option<curve::Pull>,
}

impl TimeLine {
    /// Forgets what belonged to another figure or motion.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Shows the time line.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    transport::show(ui, studio);
    ui.add_space(4.0);
    if studio.preferences.panels.curves {
        let height = (0.5 * ui.available_height()).max(80.0);
        curve::show(ui, studio, sheet::names(studio), height);
        ui.add_space(4.0);
    }
    sheet::show(ui, studio);
}
