//! Where the panels are. Each is shown, then what it asks for is done.

use std::mem::take;

use eframe::egui::{
    CentralPanel, Frame, Id, Margin, Panel, ScrollArea, Sense, Ui, UiBuilder,
    scroll_area::ScrollBarVisibility,
};

use super::{
    Action, Backdrop, CompactLayout, Context, Gesture, PanelState, PointerInput, Studio,
    apply::apply, framing::fit_new,
};
use crate::{
    lab::show_lab,
    panel::{
        banner, card, compact, inspector, menu_bar, palette, status, time_line, tool_strip,
        viewport,
    },
};

/// Shows the whole window.
pub fn layout(ui: &mut Ui, studio: &mut Studio) {
    studio.view.layout = CompactLayout::of(ui.available_size());
    if let Some(actions) = show_lab(ui, studio) {
        apply(studio, actions, ui.ctx());
        return banners(ui, studio);
    }
    match studio.view.layout {
        Some(layout) => with_own(ui, studio, |ui, cx, own| compact::show(ui, cx, own, layout)),
        None => panels(ui, studio),
    }
    studio.editor().show_relaxed();
    CentralPanel::no_frame().show(ui, |ui| view(ui, studio));
    banners(ui, studio);
    with_own(ui, studio, card::show);
    let mut state = take(&mut studio.view.palette);
    let actions = palette::show(ui, &studio.context(), &mut state);
    studio.view.palette = state;
    apply(studio, actions, ui.ctx());
}

/// Shows a panel that owns no state, and does what it asks for.
fn with(
    ui: &mut Ui,
    studio: &mut Studio,
    panel: impl FnOnce(&mut Ui, &Context<'_>) -> Vec<Action>,
) {
    let actions = panel(ui, &studio.context());
    apply(studio, actions, ui.ctx());
}

/// Shows a panel with the state that it owns, and does what it asks for.
fn with_own(
    ui: &mut Ui,
    studio: &mut Studio,
    panel: impl FnOnce(&mut Ui, &Context<'_>, &mut PanelState) -> Vec<Action>,
) {
    let mut own = PanelState {
        tree: take(&mut studio.view.tree),
        time_line: take(&mut studio.session.time_line),
        shown_values: take(&mut studio.view.shown_values),
        thumbnails: take(&mut studio.services.tasks.thumbnails),
        picture: studio.view.cards.picture,
        path_question: studio.view.cards.path_question.take(),
    };
    let actions = panel(ui, &studio.context(), &mut own);
    studio.view.tree = own.tree;
    studio.session.time_line = own.time_line;
    studio.view.shown_values = own.shown_values;
    studio.services.tasks.thumbnails = own.thumbnails;
    studio.view.cards.picture = own.picture;
    studio.view.cards.path_question = own.path_question;
    apply(studio, actions, ui.ctx());
}

fn banners(ui: &mut Ui, studio: &mut Studio) {
    let now = ui.input(|input| input.time);
    if let Some(wait) = studio.services.banners.fade(now, banner::is_read(ui)) {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(wait));
    }
    with(ui, studio, banner::show);
}

/// Panels on all sides.
fn panels(ui: &mut Ui, studio: &mut Studio) {
    let fill = ui.visuals().panel_fill;
    let bar = |x: i8, y: i8| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
    Panel::top("menu").frame(bar(8, 4)).show(ui, |ui| with(ui, studio, menu_bar::show));
    Panel::bottom("status").frame(bar(10, 3)).show(ui, |ui| status::show(ui, &studio.context()));
    let open = studio.services.preferences.panels;
    if open.time_line {
        let height = if open.curves { 300.0 } else { 150.0 };
        let panel = Panel::bottom(if open.curves { "time line with curves" } else { "time line" });
        let panel = panel.frame(bar(8, 6)).resizable(true).default_size(height).min_size(96.0);
        panel.show(ui, |ui| {
            with_own(ui, studio, |ui, cx, own| time_line::show(ui, cx, &mut own.time_line))
        });
    }
    Panel::left("tools").frame(bar(6, 8)).resizable(false).exact_size(76.0).show(ui, |ui| {
        // Low windows have no room for all of them.
        let strip = ScrollArea::vertical().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        strip.show(ui, |ui| with(ui, studio, tool_strip::show));
    });
    if studio.services.preferences.panels.inspector {
        let panel = Panel::right("inspector")
            .frame(bar(10, 8))
            .resizable(true)
            .default_size(300.0)
            .size_range(240.0..=480.0);
        panel.show(ui, |ui| {
            // Wide contents do not widen the panel: the view would slide below the pointer.
            let room = ui.available_rect_before_wrap();
            let mut inside = ui.new_child(UiBuilder::new().max_rect(room));
            inside.shrink_clip_rect(room);
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(&mut inside, |ui| with_own(ui, studio, inspector::show));
            ui.allocate_rect(room, Sense::hover());
        });
    }
}

/// The viewport in all the room that is left: first what the pointer does there, then the picture
/// of what came of it.
fn view(ui: &mut Ui, studio: &mut Studio) {
    let rect = ui.available_rect_before_wrap();
    studio.view.rect = rect;
    fit_new(&mut studio.document, rect);
    let response = ui.interact(rect, Id::unique("viewport"), Sense::click_and_drag());
    let backdrop = studio.view.backdrop.take();
    studio.view.backdrop = Backdrop::of(backdrop, &studio.document, ui.ctx());
    let input = PointerInput::of(ui, &response);
    let cx = studio.context();
    let (placed, seen, preset) = (viewport::placed(&cx), cx.camera_view(), cx.preset());
    studio.view.is_touch |= input.is_touch();
    let was_dragging = matches!(studio.session.gesture, Gesture::Drag);
    if studio.editor().take_pointer(&input, &seen, (&placed, preset)) {
        studio.services.preferences.knows_how = true;
    }
    if was_dragging && studio.session.drag.as_ref().is_some_and(super::drag::JointDrag::glides) {
        ui.ctx().request_repaint();
    }
    let mut hints = take(&mut studio.view.hints);
    let actions = viewport::show(ui, &studio.context(), &response, &mut hints);
    studio.view.hints = hints;
    apply(studio, actions, ui.ctx());
}
