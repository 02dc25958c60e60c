//! The selected figure as a whole: its placement and its content.

use eframe::egui::{ComboBox, Grid, Ui};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_formats::{Role, mqo::Triangle};

use super::field::{Change, Number, vector};
use crate::{
    app::{Action, Context, Words, licence_caution},
    document::Actor,
    text::{Language, Phrase},
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
    attachment(ui, cx, actor, &mut actions);
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

/// What carries the figure along: a joint of another one.
fn attachment(ui: &mut Ui, cx: &Context<'_>, actor: &Actor, actions: &mut Vec<Action>) {
    let words = cx.words();
    let (index, actors) = (cx.document.selection.actor, &cx.document.content().actors);
    if actors.len() < 2 {
        return;
    }
    let nothing = words.say("Nothing", "なし").to_owned();
    let name = |carrier: usize, joint: usize| {
        format!("{}: {}", actors[carrier].name, words.joint(&actors[carrier], joint))
    };
    let mut choices = vec![(None, nothing.clone())];
    for (other, carrier) in actors.iter().enumerate().filter(|(other, _)| *other != index) {
        let parts = CARRIERS.iter().filter_map(|role| carrier.figure.rig.roles.get(role));
        let mut joints: Vec<usize> = parts.copied().collect();
        if joints.is_empty() {
            joints.push(0);
        }
        choices.extend(joints.into_iter().map(|joint| (Some((other, joint)), name(other, joint))));
    }
    let now = actor.attachment.as_ref().and_then(|attachment| {
        let other = actors.iter().position(|other| other.id == attachment.figure)?;
        Some((other, attachment.joint))
    });
    let shown = now.map_or(nothing, |(other, joint)| name(other, joint));
    let title = words.say("Attached to", "取り付け先");
    ui.horizontal(|ui| {
        ui.label(title).on_hover_text(words.say(
            "The figure keeps its place on that joint and moves with it.",
            "今の位置関係のまま、そのボーンと一緒に動く。",
        ));
        ui.name_inputs(title, |ui| {
            let choose = ComboBox::from_id_salt("attached to").selected_text(shown).truncate();
            choose.show_ui(ui, |ui| {
                for (choice, name) in choices {
                    if ui.selectable_label(choice == now, name).clicked() {
                        let step = Phrase::new("Attach", "取り付け");
                        actions.push(Action::edit_content(step, move |content| {
                            content.attach(index, choice)
                        }));
                    }
                }
            })
        });
    });
}

/// The parts of a body that carry figures, in the order of the menu.
const CARRIERS: [Role; 7] = [
    Role::RightHand,
    Role::LeftHand,
    Role::Head,
    Role::Chest,
    Role::Hips,
    Role::LeftFoot,
    Role::RightFoot,
];

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
