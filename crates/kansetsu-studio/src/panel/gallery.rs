//! The embedded figures, to be opened or added.

use eframe::egui::{Grid, RichText, Ui};

use super::Words;
use crate::{
    app::{Open, Studio},
    document::Opened,
};

/// Shows the figures.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    ui.set_min_width(460.0);
    ui.label(words.say(
        "Figures that come with Kansetsu. You can also drop a glTF, GLB or VRM file on the window.",
        "Kansetsu に内蔵されているフィギュアです。glTF・GLB・VRM ファイルをウィンドウにドロップして開くこともできます。",
    ));
    ui.add_space(6.0);
    let mut chosen = None;
    Grid::new("gallery").num_columns(3).spacing([14.0, 8.0]).striped(true).show(ui, |ui| {
        for name in kansetsu_figures::NAMES {
            ui.vertical(|ui| {
                ui.strong(title(words, name));
                ui.add(eframe::egui::Label::new(RichText::new(description(words, name)).small()).extend());
            });
            let open = ui.button(words.say("Open", "開く")).on_hover_text(title(words, name));
            let add = ui.button(words.say("Add", "追加")).on_hover_text(title(words, name));
            if open.clicked() || add.clicked() {
                chosen = Some((*name, add.clicked()));
            }
            ui.end_row();
        }
    });
    if let Some((name, adds)) = chosen {
        match Opened::embedded(name) {
            Ok(opened) => studio.take_figure(opened, adds),
            Err(refusal) => studio.show_refusal(Err(refusal)),
        }
        studio.open = Open::Nothing;
    }
}

/// What people call an embedded figure.
fn title(words: Words, name: &str) -> &str {
    match name {
        "mannequin" => words.say("Mannequin", "素体"),
        "arm" => words.say("Arm", "腕"),
        "leg" => words.say("Leg", "脚"),
        "hand" => words.say("Hand", "手"),
        "spine" => words.say("Spine", "背骨"),
        "tentacle" => words.say("Tentacle", "触手"),
        "quadruped" => words.say("Dog", "犬"),
        "robot_arm" => words.say("Robot arm", "ロボットアーム"),
        other => other,
    }
}

fn description(words: Words, name: &str) -> &str {
    match name {
        "mannequin" => {
            words.say("An adult of 1.70 m with every joint of a VRM humanoid", "身長 1.70 m の大人。VRM ヒューマノイドの全関節つき")
        }
        "arm" => words.say("A left arm from the shoulder to the fingertips", "肩から指先までの左腕"),
        "leg" => words.say("A left leg from the hip to the toes", "股関節からつま先までの左脚"),
        "hand" => words.say("A left hand with five fingers", "五本指の左手"),
        "spine" => words.say("24 vertebrae between a pelvis and a head", "骨盤と頭のあいだの 24 個の椎骨"),
        "tentacle" => words.say("30 joints that bend 20° each", "20° ずつ曲がる 30 の関節"),
        "quadruped" => words.say("A dog, 0.6 m at the shoulder", "肩の高さ 0.6 m の犬"),
        "robot_arm" => words.say("An industrial arm of six hinges with a gripper", "6 軸の産業用アームとグリッパー"),
        _ => kansetsu_figures::describe(name).unwrap_or_default(),
    }
}
