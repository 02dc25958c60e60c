//! The selected figure as a whole: its placement and its content.

use eframe::egui::{Grid, Ui};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_formats::mqo::Triangle;

use super::field::{Change, Number, vector};
use crate::{
    app::{Action, Context, Words, licence_caution},
    document::Actor,
    text::Language,
};

/// Shows the place of the selected figure and what is in it.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let Some(actor) = cx.actor() else { return actions };
    let (scale, turn, place) = actor.placement.to_scale_rotation_translation();
    Grid::new("figure").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
        ui.label(words.say("Position", "位置"));
        let numbers = [
            Number::metres(words.say("Figure X", "モデル X"), "X "),
            Number::metres(words.say("Figure Y", "モデル Y"), "Y "),
            Number::metres(words.say("Figure Z", "モデル Z"), "Z "),
        ];
        let moved =
            vector(ui, numbers.map(|number| Number { suffix: "", ..number }), place.to_array());
        ui.end_row();
        ui.label(words.say("Facing", "向き"));
        let yaw = turn.to_euler(kansetsu::glam::EulerRot::YXZ).0;
        let turned =
            Number::degrees(words.say("Figure facing", "モデルの向き"), "").show_angle(ui, yaw);
        ui.end_row();
        if let Some(Change { value, field }) = moved {
            let placement =
                Affine3::from_scale_rotation_translation(scale, turn, Vec3::from_array(value));
            actions.push(Action::edit_field(field, move |actor| actor.placement = placement));
        }
        if let Some(Change { value, field }) = turned {
            let about = Quat::from_rotation_y(value - yaw);
            let placement = Affine3::from_scale_rotation_translation(scale, about * turn, place);
            actions.push(Action::edit_field(field, move |actor| actor.placement = placement));
        }
    });
    let (joints, limbs) = (actor.joint_count(), actor.figure.rig.limbs.len());
    ui.weak(match words.0 {
        Language::English => {
            format!("{joints} joints, {limbs} limbs, {} motions", actor.motions.len())
        }
        Language::Japanese => {
            format!("ボーン {joints}・腕と脚 {limbs}・モーション {}", actor.motions.len())
        }
    });
    triangles(ui, words, actor);
    about(ui, words, actor);
    actions
}

/// Who made it, and what its licence allows.
fn about(ui: &mut Ui, words: Words, actor: &Actor) {
    let Some(meta) = &actor.figure.meta else { return };
    let own = [
        (words.say("Title", "タイトル"), &meta.title),
        (words.say("Author", "作者"), &meta.authors),
        (words.say("Licence", "ライセンス"), &meta.licence),
    ];
    let terms = meta.terms.iter().map(|(name, value)| (name.as_str(), value));
    for (name, value) in own.into_iter().chain(terms).filter(|(_, value)| !value.is_empty()) {
        ui.weak(format!("{name}: {value}"));
    }
    if let Some(caution) = licence_caution(meta) {
        ui.colored_label(ui.visuals().warn_fg_color, caution.get(words.0));
    }
}

/// How many bones are triangles, and which of them are ambiguous.
fn triangles(ui: &mut Ui, words: Words, actor: &Actor) {
    let triangles = &actor.figure.triangles;
    if triangles.is_empty() {
        return;
    }
    let doubts: Vec<String> = triangles.iter().filter_map(Triangle::warning).collect();
    ui.weak(match words.0 {
        Language::English => {
            format!("{} bone triangles, {} ambiguous", triangles.len(), doubts.len())
        }
        Language::Japanese => {
            format!("ボーン用三角形 {}・うち曖昧 {}", triangles.len(), doubts.len())
        }
    });
    for doubt in doubts {
        ui.colored_label(ui.visuals().warn_fg_color, doubt);
    }
}
