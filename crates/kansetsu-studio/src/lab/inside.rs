//! In a window: the lab in the place of everything else.

use eframe::egui::Ui;
use kansetsu_lab::{OpenFigure, window::Wish};
use serde_json::Value;

use super::Room;
use crate::{
    app::{Action, Studio},
    command::Command,
    document::Document,
};

/// Opens the lab at the part of a link behind `#`; returns whether it is a link to the lab.
pub fn open_lab(studio: &mut Studio, fragment: &str) -> bool {
    if !kansetsu_lab::is_link(fragment) {
        return false;
    }
    studio.editor().cancel_drag();
    let figure = || open_figure(&studio.document);
    let mut room =
        studio.lab.take().unwrap_or_else(|| Room::new(crate::app::stamp).with_figure(figure()));
    room.follow(fragment);
    studio.lab = Some(room);
    true
}

/// The figure that is open, with its limits and pins.
fn open_figure(document: &Document) -> Option<OpenFigure> {
    let actor = document.actor()?;
    let mut figure = (*actor.figure).clone();
    figure.rig.limits.clone_from(&actor.constraints.limits);
    Some(OpenFigure { figure, pins: actor.constraints.pins.iter().map(|pin| pin.joint).collect() })
}

/// Shows the lab; returns what it asks for, or `None` where it is not open.
pub fn show_lab(ui: &mut Ui, studio: &mut Studio) -> Option<Vec<Action>> {
    let mut room = studio.lab.take()?;
    let wish = room.show(ui, studio.services.language());
    if wish == Some(Wish::Leave) {
        ui.ctx().request_repaint();
    } else {
        studio.lab = Some(room);
    }
    let other_language =
        (wish == Some(Wish::OtherLanguage)).then_some(Action::Run(Command::ToggleLanguage));
    Some(other_language.into_iter().collect())
}

/// The state of the lab, while it is open.
pub fn state(room: Option<&Room>) -> Option<Value> {
    Some(room?.state(1.0))
}
