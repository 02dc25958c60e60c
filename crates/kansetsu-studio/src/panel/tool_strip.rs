//! What a drag does: one button for each, with its name.

use eframe::egui::{Align2, FontId, Rect, Response, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{Words, icon, icon::Icon};
use crate::{
    app::Studio,
    command::{Command, is_on},
};

/// Shows the tools.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let words = studio.words();
    let tools = [
        (Icon::Reach, Command::ToolReach, words.say("Reach", "IK")),
        (Icon::Rotate, Command::ToolRotate, words.say("Rotate", "回転")),
        (Icon::Move, Command::ToolMove, words.say("Move", "移動")),
    ];
    for (icon, command, name) in tools {
        tool(ui, studio, icon, command, name);
    }
    ui.separator();
    let switches = [
        (Icon::Body, Command::ToggleWholeBody, words.say("Whole body", "全身")),
        (Icon::Mirror, Command::ToggleLiveMirror, words.say("Mirror", "左右対称")),
        (Icon::Pin, Command::PinPosition, words.say("Pin", "固定")),
    ];
    for (icon, command, name) in switches {
        tool(ui, studio, icon, command, name);
    }
    ui.separator();
    levels(ui, words, studio);
}

fn tool(ui: &mut Ui, studio: &mut Studio, icon: Icon, command: Command, name: &str) {
    let is_chosen = match command {
        Command::PinPosition => studio.active().is_some_and(|(actor, joint)| actor.pin(joint).is_some()),
        _ => is_on(&studio.document, command) == Some(true),
    };
    let row = command.row();
    let language = studio.language();
    let mut tip = row.tooltip.get(language).to_owned();
    if let Some(shortcut) = command.shortcuts(studio.preset()).next() {
        tip = format!("{tip} ({shortcut})");
    }
    if big_button(ui, icon, name, is_chosen).on_hover_text(tip).clicked() {
        studio.run(command, ui.ctx());
    }
}

/// An icon above its name.
fn big_button(ui: &mut Ui, icon: Icon, name: &str, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 48.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), chosen, name));
    let visuals = ui.style().interact_selectable(&response, chosen);
    if chosen || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 6.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    }
    let square = Rect::from_center_size(pos2(rect.center().x, rect.top() + 17.0), Vec2::splat(22.0));
    icon::paint(ui.painter(), square, icon, visuals.text_color());
    let at = pos2(rect.center().x, rect.bottom() - 3.0);
    ui.painter().text(at, Align2::CENTER_BOTTOM, name, FontId::proportional(11.0), visuals.text_color());
    response
}

/// How many segments above the dragged joint follow.
fn levels(ui: &mut Ui, words: Words, studio: &mut Studio) {
    let tip = words.say(
        "How many joints above the dragged one follow. Auto: the limb. Also: the wheel during a drag.",
        "ドラッグした関節より上の、追従する関節の数です。「自動」は腕や脚の付け根まで。ドラッグ中にホイールでも変えられます。",
    );
    ui.vertical_centered(|ui| {
        ui.small(words.say("Levels", "階層")).on_hover_text(tip);
        let text = match studio.document.settings.levels {
            None => words.say("Auto", "自動").to_owned(),
            Some(0) => words.say("All", "すべて").to_owned(),
            Some(levels) => levels.to_string(),
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding = vec2(4.0, 1.0);
            if ui
                .add_sized([16.0, 22.0], named("−", Command::FewerLevels))
                .on_hover_text(Command::FewerLevels.row().tooltip.get(words.0))
                .clicked()
            {
                studio.run(Command::FewerLevels, ui.ctx());
            }
            ui.add_sized([26.0, 22.0], eframe::egui::Label::new(text)).on_hover_text(tip);
            if ui
                .add_sized([16.0, 22.0], named("+", Command::MoreLevels))
                .on_hover_text(Command::MoreLevels.row().tooltip.get(words.0))
                .clicked()
            {
                studio.run(Command::MoreLevels, ui.ctx());
            }
        });
    });
}

fn named(sign: &'static str, _command: Command) -> eframe::egui::Button<'static> {
    eframe::egui::Button::new(sign)
}
