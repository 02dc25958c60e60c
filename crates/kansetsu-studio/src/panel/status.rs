//! One line at the bottom: what is selected, what happens, what the mouse does.

use eframe::egui::{Align, Layout, RichText, TextStyle, Ui};
use kansetsu::d3::Outcome;

use crate::{
    app::{Context, drag::JointDrag, theme},
    command::Preset,
    posing::Posed,
};

/// Shows the line.
pub fn show(ui: &mut Ui, cx: &Context<'_>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        left(ui, cx);
        let hint = hint(cx);
        let font = TextStyle::Small.resolve(ui.style());
        let width =
            ui.painter().layout_no_wrap(hint.to_owned(), font, ui.visuals().text_color()).size().x;
        // What is selected matters more.
        if width <= ui.available_width() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.small(hint));
        }
    });
}

fn left(ui: &mut Ui, cx: &Context<'_>) {
    let words = cx.words();
    let Some(actor) = cx.actor() else {
        ui.small(words.say("No figure", "モデルなし"));
        return;
    };
    let name = cx.document.selection.active_joint().map(|joint| words.joint(actor, joint));
    ui.small(name.map_or_else(|| actor.name.clone(), |joint| format!("{} · {joint}", actor.name)));
    if !actor.constraints.pins.is_empty() {
        let count = actor.constraints.pins.len();
        ui.small(match words.0 {
            crate::text::Language::English => format!("{count} pinned"),
            crate::text::Language::Japanese => format!("固定 {count}"),
        });
    }
    if !actor.unkeyed.is_empty() {
        let color = theme::Palette::of(ui.visuals()).held;
        let text = words.say("not keyed", "キー未登録");
        ui.label(RichText::new(format!("{text} {}", actor.unkeyed.len())).small().color(color));
    }
    let is_on_its_way = cx.session.drag.as_ref().is_some_and(JointDrag::glides);
    let missed = |posed: &&Posed| {
        !is_on_its_way && !matches!(posed.outcome, Outcome::Reached | Outcome::SoftReached)
    };
    if let Some(posed) = cx.session.posed().filter(missed) {
        let color = theme::Palette::of(ui.visuals()).alert;
        let text = format!(
            "{} · {:.1} cm",
            super::viewport::outcome_name(words, posed.outcome),
            posed.distance * 100.0
        );
        ui.label(RichText::new(text).small().color(color));
    }
}

/// What the mouse does now.
fn hint(cx: &Context<'_>) -> &'static str {
    let words = cx.words();
    if cx.session.drag.is_some() {
        return words.say(
            "Wheel: chain length · Shift: fine · Alt: depth · X Y Z: axis · M: mirror · Esc: cancel",
            "ホイール：追従するボーン数 · Shift：微調整 · Alt：奥行き · X Y Z：軸固定 · M：ミラー · Esc：中止",
        );
    }
    match cx.preset() {
        Preset::Kansetsu => words.say(
            "Drag a joint: pose · drag the background: orbit · middle: pan · wheel: zoom · F: \
             frame selection",
            "ボーンをドラッグ：ポーズ · 余白：回転 · 中ボタン：平行移動 · ホイール：ズーム · F：選択を画面中央に",
        ),
        Preset::Blender => words.say(
            "Drag a joint: pose · middle: orbit · Shift+middle: pan · wheel: zoom",
            "ボーンをドラッグ：ポーズ · 中ボタン：回転 · Shift+中：平行移動 · ホイール：ズーム",
        ),
        Preset::Mmd => words.say(
            "Drag a joint: pose · right: orbit · middle: pan · wheel: zoom",
            "ボーンをドラッグ：ポーズ · 右ボタン：回転 · 中ボタン：平行移動 · ホイール：ズーム",
        ),
        Preset::Maya => words.say(
            "Drag a joint: pose · Alt+left: orbit · Alt+middle: pan · Alt+right, wheel: zoom",
            "ボーンをドラッグ：ポーズ · Alt+左：回転 · Alt+中：平行移動 · Alt+右、ホイール：ズーム",
        ),
    }
}
