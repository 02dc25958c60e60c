//! The timeline: when is what.

mod curve;
mod ruler;
mod sheet;
mod transport;

use eframe::egui::Ui;

use crate::app::{Action, Context, TimeLine};

/// Shows the timeline.
pub fn show(ui: &mut Ui, cx: &Context<'_>, state: &mut TimeLine) -> Vec<Action> {
    let mut actions = transport::show(ui, cx, state);
    ui.add_space(4.0);
    if cx.services.preferences.panels.curves {
        let height = (0.5 * ui.available_height()).max(80.0);
        actions.extend(curve::show(ui, cx, state, [sheet::names(cx), height]));
        ui.add_space(4.0);
    }
    actions.extend(sheet::show(ui, cx, state));
    actions
}
