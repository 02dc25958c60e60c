//! Where the panels are.

use eframe::egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui, scroll_area::ScrollBarVisibility};

use super::{
    banner, card,
    compact::{self, Held},
    figure, hand, joint, library, limit, menu_bar, palette, pins, report, robot, status, time_line, tool_strip, tree, viewport,
};
use crate::app::{Studio, theme};

/// Shows the whole window.
pub fn layout(ui: &mut Ui, studio: &mut Studio) {
    studio.held = Held::of(ui.available_size());
    if studio.show_lab(ui) {
        return banner::show(ui, studio);
    }
    match studio.held {
        Some(held) => compact::show(ui, studio, held),
        None => panels(ui, studio),
    }
    studio.show_relaxed();
    CentralPanel::no_frame().show(ui, |ui| viewport::show(ui, studio));
    banner::show(ui, studio);
    card::show(ui, studio);
    palette::show(ui, studio);
}

/// Panels on all sides.
fn panels(ui: &mut Ui, studio: &mut Studio) {
    let fill = ui.visuals().panel_fill;
    let bar = |x: i8, y: i8| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
    Panel::top("menu").frame(bar(8, 4)).show(ui, |ui| menu_bar::show(ui, studio));
    Panel::bottom("status").frame(bar(10, 3)).show(ui, |ui| status::show(ui, studio));
    if studio.preferences.panels.time_line {
        let height = if studio.preferences.panels.curves { 300.0 } else { 150.0 };
        let panel = Panel::bottom(if studio.preferences.panels.curves { "time line with curves" } else { "time line" });
        panel.frame(bar(8, 6)).resizable(true).default_size(height).min_size(96.0).show(ui, |ui| time_line::show(ui, studio));
    }
    Panel::left("tools").frame(bar(6, 8)).resizable(false).exact_size(76.0).show(ui, |ui| {
        // Low windows have no room for all of them.
        let strip = ScrollArea::vertical().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        strip.show(ui, |ui| tool_strip::show(ui, studio));
    });
    if studio.preferences.panels.inspector {
        let panel = Panel::right("inspector").frame(bar(10, 8)).resizable(true).default_size(300.0).size_range(240.0..=480.0);
        panel.show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| inspector(ui, studio));
        });
    }
}

/// The figures, the chosen joint, poses.
pub(super) fn inspector(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    tree::show(ui, studio);
    ui.add_space(6.0);
    ui.separator();
    if report::has_something_to_say(studio) {
        tree::section(ui, words.say("Why it stopped", "止まった理由"), true, |ui| report::show(ui, studio));
    }
    tree::section(ui, words.say("Joint", "関節"), true, |ui| joint::show(ui, studio));
    if studio.actor().is_some_and(|actor| actor.figure.robot.is_some()) {
        tree::section(ui, words.say("Joint values", "関節値"), true, |ui| robot::show(ui, studio));
    }
    let top = ui.cursor().top();
    tree::section(ui, words.say("Limit", "可動域"), false, |ui| limit::show(ui, studio));
    let section = ui.max_rect().with_min_y(top).with_max_y(ui.cursor().top());
    studio.points_at_limit = ui.rect_contains_pointer(section) && section.is_positive();
    tree::section(ui, words.say("Held", "固定"), true, |ui| pins::show(ui, studio));
    tree::section(ui, words.say("Figure", "フィギュア"), false, |ui| figure::show(ui, studio));
    tree::section(ui, words.say("Hands", "手の形"), false, |ui| hand::show(ui, studio));
    tree::section(ui, words.say("Poses", "ポーズ集"), false, |ui| library::show(ui, studio));
    theme::rest(ui);
}
