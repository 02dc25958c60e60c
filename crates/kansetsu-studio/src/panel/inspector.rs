//! The panel on the right: the figures, the active joint, poses.

use eframe::egui::Ui;

use super::{
    camera, expressions, figure, hand, joint, library, light, limit, pins, report, robot, roles,
    tree,
};
use crate::app::{Action, Context, PanelState, Point, theme};

/// Shows the figures and a section for each part of what is selected.
pub fn show(ui: &mut Ui, cx: &Context<'_>, own: &mut PanelState) -> Vec<Action> {
    let words = cx.words();
    let mut actions = tree::show(ui, cx, &mut own.tree);
    ui.add_space(6.0);
    ui.separator();
    let mut section =
        |ui: &mut Ui, title: &str, open: bool, contents: &mut dyn FnMut(&mut Ui) -> Vec<Action>| {
            actions.extend(tree::section(ui, title, open, contents).unwrap_or_default());
        };
    if report::has_something_to_say(cx) {
        section(ui, words.say("Why it stopped", "止まった理由"), true, &mut |ui| {
            report::show(ui, cx)
        });
    }
    section(ui, words.say("Joint", "ボーン"), true, &mut |ui| joint::show(ui, cx));
    if expressions::has_something_to_show(cx) {
        section(ui, words.say("Expressions", "表情"), false, &mut |ui| expressions::show(ui, cx));
    }
    if cx.actor().is_some_and(|actor| actor.figure.robot.is_some()) {
        let shown = &mut own.shown_values;
        section(ui, words.say("Joint values", "関節値"), true, &mut |ui| {
            robot::show(ui, cx, shown)
        });
    }
    let top = ui.cursor().top();
    section(ui, words.say("Limit", "可動域"), false, &mut |ui| limit::show(ui, cx));
    let limits = ui.max_rect().with_min_y(top).with_max_y(ui.cursor().top());
    section(ui, words.say("Pins", "固定"), true, &mut |ui| pins::show(ui, cx));
    section(ui, words.say("Figure", "モデル"), false, &mut |ui| figure::show(ui, cx));
    // A single joint, as that of a prop, is no body.
    let is_body = cx.actor().is_none_or(|actor| actor.joint_count() > 1);
    if is_body {
        section(ui, words.say("Hands", "手の形"), false, &mut |ui| hand::show(ui, cx));
    }
    section(ui, words.say("Poses", "ポーズ集"), false, &mut |ui| {
        library::show(ui, cx, &mut own.thumbnails)
    });
    if is_body {
        section(ui, words.say("Body parts", "体の部位"), false, &mut |ui| roles::show(ui, cx));
    }
    section(ui, words.say("Camera", "カメラ"), false, &mut |ui| camera::show(ui, cx));
    section(ui, words.say("Light and background", "ライトと背景"), false, &mut |ui| {
        light::show(ui, cx)
    });
    let is_pointed = ui.rect_contains_pointer(limits) && limits.is_positive();
    actions.push(Action::Point(Point::Limit(is_pointed)));
    theme::rest(ui);
    actions
}
