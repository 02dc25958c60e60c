//! What a drag does: one button for each, with its name.

use eframe::egui::{
    Align2, FontId, Rect, Response, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{finger::FINGER, icon, icon::Icon};
use crate::{
    app::{Action, Context, Words},
    command::{Command, is_on},
};

/// What a drag does, and what it is kept to.
pub(super) fn tools(words: Words) -> [(Icon, Command, &'static str); 7] {
    [
        (Icon::Reach, Command::ToolReach, words.say("Reach", "IK")),
        (Icon::Rotate, Command::ToolRotate, words.say("Rotate", "回転")),
        (Icon::Move, Command::ToolMove, words.say("Move", "移動")),
        (Icon::Body, Command::ToggleWholeBody, words.say("Whole body", "全身")),
        (Icon::Mirror, Command::ToggleLiveMirror, words.say("Mirror", "ミラー")),
        (Icon::Pin, Command::PinBoth, words.say("Pin", "固定")),
        (Icon::Depth, Command::ToggleDepth, words.say("Depth", "奥行き")),
    ]
}

/// Shows the tools.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    ui.spacing_mut().item_spacing.y = 4.0;
    let words = cx.words();
    let cell = vec2(ui.available_width(), 48.0);
    for (index, entry) in tools(words).into_iter().enumerate() {
        if index == 3 {
            ui.separator();
        }
        tool(ui, cx, &mut actions, entry, cell);
    }
    ui.separator();
    levels(ui, cx, &mut actions);
    actions
}

/// One of them.
pub(super) fn tool(
    ui: &mut Ui,
    cx: &Context<'_>,
    actions: &mut Vec<Action>,
    (icon, command, name): (Icon, Command, &str),
    cell: Vec2,
) {
    let is_chosen = match command {
        Command::PinBoth => cx.active().is_some_and(|(actor, joint)| actor.pin(joint).is_some()),
        _ => is_on(cx.document, command) == Some(true),
    };
    let row = command.row();
    let language = cx.language();
    let mut tip = row.tooltip.get(language).to_owned();
    if let Some(shortcut) = command.shortcuts(cx.preset()).next() {
        tip = format!("{tip} ({shortcut})");
    }
    if big_button(ui, icon, name, is_chosen, cell).on_hover_text(tip).clicked() {
        actions.push(command.into());
    }
}

/// An icon above its name.
pub(super) fn big_button(
    ui: &mut Ui,
    icon: Icon,
    name: &str,
    chosen: bool,
    cell: Vec2,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(cell, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), chosen, name));
    let visuals = ui.style().interact_selectable(&response, chosen);
    if chosen || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 6.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    }
    let square =
        Rect::from_center_size(pos2(rect.center().x, rect.center().y - 7.0), Vec2::splat(22.0));
    icon::paint(ui.painter(), square, icon, visuals.text_color());
    let at = pos2(rect.center().x, rect.center().y + 21.0);
    ui.painter().text(
        at,
        Align2::CENTER_BOTTOM,
        name,
        FontId::proportional(11.0),
        visuals.text_color(),
    );
    response
}

/// How many segments above the dragged joint follow.
pub(super) fn levels(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>) {
    let words = cx.words();
    let tip = words.say(
        "IK chain length: how many joints above the dragged one follow. Auto: up to the shoulder \
         or hip. Wheel during a drag.",
        "ドラッグしたボーンより上の、追従するボーン数。「自動」は腕や脚の付け根まで。ドラッグ中はホイールで変更。",
    );
    ui.vertical_centered(|ui| {
        ui.small(words.say("Chain length", "追従")).on_hover_text(tip);
        let text = match cx.document.settings.levels {
            None => words.say("Auto", "自動").to_owned(),
            Some(0) => words.say("All", "すべて").to_owned(),
            Some(levels) => levels.to_string(),
        };
        // As large as everything around it: on a phone for fingers.
        let finger = ui.spacing().interact_size.y;
        let side = if finger >= FINGER { Vec2::splat(finger) } else { vec2(16.0, 22.0) };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding = vec2(4.0, 1.0);
            if ui
                .add_sized(side, named("−", Command::FewerLevels))
                .on_hover_text(Command::FewerLevels.row().tooltip.get(words.0))
                .clicked()
            {
                actions.push(Command::FewerLevels.into());
            }
            ui.add_sized([26.0, side.y], eframe::egui::Label::new(text)).on_hover_text(tip);
            if ui
                .add_sized(side, named("+", Command::MoreLevels))
                .on_hover_text(Command::MoreLevels.row().tooltip.get(words.0))
                .clicked()
            {
                actions.push(Command::MoreLevels.into());
            }
        });
    });
}

fn named(sign: &'static str, _command: Command) -> eframe::egui::Button<'static> {
    eframe::egui::Button::new(sign)
}
