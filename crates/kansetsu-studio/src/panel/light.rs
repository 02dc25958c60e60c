//! The light of the view and of pictures, and what is behind the figures.

use std::f32::consts::{FRAC_PI_2, PI};

use eframe::egui::{ComboBox, Grid, Ui, color_picker::color_edit_button_srgb};

use super::field::Number;
use crate::{
    app::{Action, Context, Show, Words},
    document::Background,
    viewport::Light,
};

/// Shows the key light and the background.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    Grid::new("light").num_columns(2).show(ui, |ui| {
        let before = cx.document.view.light;
        let chosen = preset(ui, words, before);
        let light = numbers(ui, words, chosen);
        if light != before {
            actions.push(Action::Show(Show::Light(light)));
        }
        let before = cx.document.view.background;
        let background = background(ui, words, before);
        if background != before {
            actions.push(Action::Show(Show::Background(background)));
        }
    });
    actions
}

/// A light by its name.
fn preset(ui: &mut Ui, words: Words, mut light: Light) -> Light {
    let presets = [
        (Light::STUDIO, words.say("Studio", "標準")),
        (Light::SIDE, words.say("Side light", "サイドライト")),
        (Light::BACK, words.say("Backlight", "逆光")),
    ];
    let known = presets.iter().find(|(preset, _)| *preset == light).map(|(_, name)| *name);
    let name = words.say("Light", "ライト");
    ui.label(name);
    ui.name_inputs(name, |ui| {
        ComboBox::from_id_salt("light")
            .selected_text(known.unwrap_or(words.say("Custom", "カスタム")))
            .show_ui(ui, |ui| {
                for (preset, name) in presets {
                    ui.selectable_value(&mut light, preset, name);
                }
            })
    });
    ui.end_row();
    light
}

/// The light by its numbers.
fn numbers(ui: &mut Ui, words: Words, mut light: Light) -> Light {
    let half_turn = PI.to_degrees();
    let (direction, height) = (words.say("Direction", "向き"), words.say("Height", "高さ"));
    ui.label(direction).on_hover_text(words.say(
        "0° is from the camera, negative from the left, 180° from behind. The light moves with the camera.",
        "0° はカメラ側、マイナスは左、180° は奥から。ライトはカメラと一緒に動く。",
    ));
    ui.horizontal(|ui| {
        let azimuth = Number { digits: 0, ..Number::degrees(direction, "") };
        if let Some(change) = azimuth.within(-half_turn..=half_turn).show_angle(ui, light.azimuth) {
            light.azimuth = change.value.clamp(-PI, PI);
        }
        ui.label(height);
        let elevation = Number { digits: 0, ..Number::degrees(height, "") };
        if let Some(change) =
            elevation.within(0.0..=half_turn / 2.0).show_angle(ui, light.elevation)
        {
            light.elevation = change.value.clamp(0.0, FRAC_PI_2);
        }
    });
    ui.end_row();
    let name = words.say("Strength", "強さ");
    ui.label(name);
    ui.horizontal(|ui| {
        let [weakest, strongest] = Light::STRENGTHS;
        let strength = Number { digits: 2, ..Number::plain(name, "") };
        if let Some(change) = strength.within(weakest..=strongest).show(ui, light.strength) {
            light.strength = change.value;
        }
        color(ui, words.say("Light colour", "ライトの色"), &mut light.color);
    });
    ui.end_row();
    light
}

/// What is behind the figures.
fn background(ui: &mut Ui, words: Words, before: Background) -> Background {
    let [mut top, mut bottom] = before.colors().unwrap_or([[255; 3], [200, 210, 225]]);
    let choices = [
        (Background::Theme, words.say("Theme", "テーマ")),
        (Background::Color { color: top }, words.say("Colour", "単色")),
        (Background::Gradient { top, bottom }, words.say("Gradient", "グラデーション")),
    ];
    let is_same = |a: &Background| std::mem::discriminant(a) == std::mem::discriminant(&before);
    let mut background = before;
    let name = words.say("Background", "背景");
    ui.label(name);
    ui.horizontal(|ui| {
        ui.name_inputs(name, |ui| {
            let now = choices.iter().find(|(choice, _)| is_same(choice));
            let text = now.map_or("", |(_, name)| name);
            ComboBox::from_id_salt("background").selected_text(text).show_ui(ui, |ui| {
                for (choice, name) in choices {
                    if ui.selectable_label(is_same(&choice), name).clicked() {
                        background = choice;
                    }
                }
            })
        });
        match &mut background {
            Background::Theme => {}
            Background::Color { color } => {
                self::color(ui, words.say("Background colour", "背景の色"), color);
            }
            Background::Gradient { top: above, bottom: below } => {
                color(ui, words.say("Colour at the top", "上の色"), &mut top);
                color(ui, words.say("Colour at the bottom", "下の色"), &mut bottom);
                if is_same(&Background::Gradient { top, bottom }) {
                    (*above, *below) = (top, bottom);
                }
            }
        }
    });
    ui.end_row();
    background
}

fn color(ui: &mut Ui, name: &str, srgb: &mut [u8; 3]) {
    ui.scope(|ui| {
        // egui's own tooltip is English.
        ui.style_mut().explanation_tooltips = false;
        ui.name_inputs(name, |ui| color_edit_button_srgb(ui, srgb)).on_hover_text(name);
    });
}
