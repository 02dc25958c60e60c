//! The viewport: the figures, what can be grabbed, what a drag does.

mod context_menu;
mod frame;
mod hint;
mod overlay;
mod picture;
mod side;
mod why;

use std::sync::Arc;

use eframe::egui::{Color32, CursorIcon, Response, Rgba, Role, Ui, WidgetInfo};

use crate::{
    app::{
        Action, Context, Hints,
        touchable::{JointAt, Placed, hide_others, place_all},
    },
    panel::welcome,
};

pub use picture::scene;
pub use why::{bound_name, outcome_name};

/// Shows the picture and its overlays; `response` is that of the viewport.
pub fn show(ui: &Ui, cx: &Context<'_>, response: &Response, hints: &mut Hints) -> Vec<Action> {
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, cx.words().say("Viewport", "ビューポート"))
    });
    let placed = placed(cx);
    paint(ui, cx, &placed);
    frame::show(ui, cx);
    overlay::show(ui, cx, &placed);
    let mut actions = hint::show(ui, cx, hints, &placed);
    actions.extend(welcome::show(ui, cx));
    side::show(ui, cx, &placed);
    cursor(ui, cx, response);
    actions.extend(context_menu::show(response, cx));
    actions
}

/// The joints as they can be seen and touched.
pub fn placed(cx: &Context<'_>) -> Vec<Placed> {
    let selection = &cx.document.selection;
    let at = |joint| JointAt { actor: selection.actor, joint };
    let chosen = selection.active_joint().map(at);
    let mut placed = place_all(cx.document.content(), &cx.camera_view(), chosen);
    cx.view.springs.place(cx.document.content(), &mut placed);
    if !cx.document.view.others {
        let pointed = cx.session.hover.pointed.into_iter();
        let meant: Vec<JointAt> = selection.joints.iter().copied().chain(pointed).map(at).collect();
        hide_others(&mut placed, cx.document.content(), &meant);
    }
    placed
}

fn paint(ui: &Ui, cx: &Context<'_>, placed: &[Placed]) {
    let rect = cx.view.rect;
    let mut scene = picture::scene(cx, &cx.camera_view(), placed, ui.visuals());
    let [r, g, b, _] = scene.background;
    if cx
        .view
        .backdrop
        .as_ref()
        .is_some_and(|backdrop| backdrop.paint(ui, rect, Rgba::from_rgb(r, g, b).into()))
    {
        scene.background[3] = 0.0;
    }
    match &cx.services.graphics.screen {
        Some(screen) => {
            ui.painter().with_clip_rect(rect).add(screen.show(Arc::new(scene), rect, 0));
        }
        None => {
            ui.painter().rect_filled(rect, 0.0, Color32::DARK_GRAY);
        }
    }
}

fn cursor(ui: &Ui, cx: &Context<'_>, response: &Response) {
    if !response.contains_pointer() {
        return;
    }
    if cx.session.is_dragging() {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    } else if cx.session.hover.joint.is_some() || cx.session.hover.handle.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
}
