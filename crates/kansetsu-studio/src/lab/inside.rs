//! In a window: the lab in the place of everything else.

use eframe::egui::Ui;
use kansetsu_lab::{OpenFigure, window::Wish};
use serde_json::Value;

use crate::{app::Studio, command::Command};

/// The lab, while it is open.
pub use kansetsu_lab::window::Room;

impl Studio {
    /// Opens the lab where the part of a link behind `#` says; gives whether it is a link to the lab.
    pub fn open_lab(&mut self, fragment: &str) -> bool {
        if !kansetsu_lab::is_link(fragment) {
            return false;
        }
        self.cancel_drag();
        let mut room = self.lab.take().unwrap_or_else(|| Room::new(crate::app::stamp).with_figure(self.open_figure()));
        room.follow(fragment);
        self.lab = Some(room);
        true
    }

    /// The figure that is open, with its limits and pins.
    fn open_figure(&self) -> Option<OpenFigure> {
        let actor = self.document.actor()?;
        let mut figure = (*actor.figure).clone();
        figure.rig.limits.clone_from(&actor.limits);
        Some(OpenFigure { figure, pins: actor.pins.iter().map(|pin| pin.joint).collect() })
    }

    /// Shows the lab; gives whether it is open.
    pub(crate) fn show_lab(&mut self, ui: &mut Ui) -> bool {
        let Some(mut room) = self.lab.take() else { return false };
        let wish = room.show(ui, self.language());
        if wish == Some(Wish::OtherLanguage) {
            self.run(Command::ToggleLanguage, ui.ctx());
        }
        if wish == Some(Wish::Leave) {
            ui.ctx().request_repaint();
        } else {
            self.lab = Some(room);
        }
        true
    }

    /// What the lab says of itself, while it is open.
    pub(crate) fn lab_state(&self) -> Option<Value> {
        Some(self.lab.as_ref()?.state(1.0))
    }
}
