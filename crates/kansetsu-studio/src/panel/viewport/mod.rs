//! The viewport: the figures, what can be grabbed, what a drag does.

mod context_menu;
mod hint;
mod overlay;
mod picture;
mod side;
mod still;
mod why;

use std::sync::Arc;

use eframe::egui::{Color32, CursorIcon, Id, Response, Rgba, Role, Sense, Ui, WidgetInfo};

use crate::app::{
    Studio,
    touchable::{JointAt, Placed, hide_others, place_all},
};

pub use hint::HintClock;
pub use picture::scene;
pub use still::still;
pub use why::{bound_name, outcome_name};

/// Shows the viewport in all the room that is left.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let rect = ui.available_rect_before_wrap();
    studio.viewport = rect;
    if studio.held.is_some() {
        studio.fit_new();
    }
    let response = ui.interact(rect, Id::unique("viewport"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, studio.words().say("Viewport", "ビューポート")));
    studio.renew_backdrop(ui.ctx());
    let before = placed(studio);
    studio.take_pointer(ui, &response, &before);
    let placed = placed(studio);
    paint(ui, studio, &placed);
    overlay::show(ui, studio, &placed);
    hint::show(ui, studio, &placed);
    side::show(ui, studio, &placed);
    cursor(ui, studio, &response);
    context_menu::show(&response, studio);
}

fn placed(studio: &Studio) -> Vec<Placed> {
    let chosen = studio.document.selection.active_joint().map(|joint| JointAt { actor: studio.document.selection.actor, joint });
    let mut placed = place_all(studio.document.content(), &studio.view(), chosen);
    if !studio.document.view.others {
        hide_others(&mut placed, studio.document.content(), chosen);
    }
    placed
}

fn paint(ui: &Ui, studio: &Studio, placed: &[Placed]) {
    let rect = studio.viewport;
    let mut scene = picture::scene(studio, &studio.view(), placed, ui.visuals());
    let [r, g, b, _] = scene.background;
    if studio.paint_backdrop(ui, Rgba::from_rgb(r, g, b).into()) {
        scene.background[3] = 0.0;
    }
    match &studio.screen {
        Some(screen) => drop(ui.painter().with_clip_rect(rect).add(screen.show(Arc::new(scene), rect, 0))),
        None => drop(ui.painter().rect_filled(rect, 0.0, Color32::DARK_GRAY)),
    }
}

fn cursor(ui: &Ui, studio: &Studio, response: &Response) {
    if !response.contains_pointer() {
        return;
    }
    if studio.is_dragging() {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    } else if studio.hover.joint.is_some() || studio.hover.handle.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
}
