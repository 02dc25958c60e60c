//! The selected joint: its numbers, to read and to type.

use eframe::egui::{Grid, Label, RichText, Ui};
use kansetsu::{
    d3::{
        Transform,
        frame::{FrameAngles, bone_frames},
    },
    glam::{Quat, Vec3},
};

use super::{
    field::{Change, Number, vector},
    finger::small_button,
};
use crate::{
    app::{Action, Context, Edit},
    document::Actor,
};

/// Shows the numbers of the active joint.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let Some((actor, joint)) = cx.active() else {
        ui.weak(
            words
                .say("Select a joint to see its values.", "ボーンを選択すると数値が表示されます。"),
        );
        return actions;
    };
    let name = words.joint_in_full(actor, joint);
    ui.add(Label::new(RichText::new(&name).strong()).truncate());
    if let Some(parent) = actor.figure.rig.skeleton.joints()[joint].parent {
        let parent_name = words.joint(actor, parent);
        let above = words.say("Parent", "親ボーン");
        let button = small_button(ui, format!("↑ {parent_name}")).truncate();
        if ui.add(button).on_hover_text(above).clicked() {
            actions.push(Action::select(parent));
        }
    }
    Grid::new("joint").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
        turn_row(ui, cx, &mut actions, actor, joint);
        place_row(ui, cx, &mut actions, actor, joint);
        local_rows(ui, cx, &mut actions, actor, joint);
    });
    actions
}

/// Angles from rest in the bone's frame: twist about the bone, bends across it.
fn turn_row(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, actor: &Actor, joint: usize) {
    let words = cx.words();
    let rest = actor.figure.rig.skeleton.joints()[joint].rest.rotation;
    let turn = rest.inverse() * actor.pose.locals[joint].rotation;
    let frame = FrameAngles::new(bone_frames(&actor.figure.rig.skeleton, &[])[joint]);
    let angles = frame.decompose(turn);
    ui.label(words.say("Rotation", "回転")).on_hover_text(words.say(
        "Local rotation from the rest pose: X and Y bend, Z twists.",
        "初期ポーズからのローカル回転。X と Y は曲げ、Z はひねり。",
    ));
    let numbers = [
        Number::degrees(words.say("Bend X", "曲げ X"), "X "),
        Number::degrees(words.say("Bend Y", "曲げ Y"), "Y "),
        Number::degrees(words.say("Twist Z", "ひねり Z"), "Z "),
    ];
    let changed = vector(ui, numbers, angles.to_array().map(f32::to_degrees));
    ui.end_row();
    if let Some(Change { value, field }) = changed {
        let turn = frame.compose(Vec3::from_array(value.map(f32::to_radians)));
        let keeps_limits = cx.document.settings.limits;
        actions.push(Action::edit_field(field, move |actor| {
            let turn = if keeps_limits { allowed(actor, joint, turn) } else { turn };
            actor.pose.locals[joint].rotation = (rest * turn).normalize();
        }));
    }
}

/// The nearest turn that the joint's limit allows.
fn allowed(actor: &Actor, joint: usize, turn: Quat) -> Quat {
    actor
        .constraints
        .limits
        .get(joint)
        .and_then(Option::as_ref)
        .map_or(turn, |limit| limit.project(turn))
}

/// The place in the world; typing one reaches there.
fn place_row(
    ui: &mut Ui,
    cx: &Context<'_>,
    actions: &mut Vec<Action>,
    actor: &Actor,
    joint: usize,
) {
    let words = cx.words();
    let model_from_joint = actor.figure.rig.skeleton.forward(&actor.pose);
    let place = actor.placement.transform_point3(model_from_joint[joint].translation);
    ui.label(words.say("Position", "位置")).on_hover_text(words.say(
        "World position. Type a number to move the joint there with IK.",
        "ワールド座標の位置。数値を入力すると IK でそこへ移動。",
    ));
    let numbers = [
        Number::metres(words.say("Position X", "位置 X"), "X "),
        Number::metres(words.say("Position Y", "位置 Y"), "Y "),
        Number::metres(words.say("Position Z", "位置 Z"), "Z "),
    ];
    let changed =
        vector(ui, numbers.map(|number| Number { suffix: "", ..number }), place.to_array());
    ui.end_row();
    if let Some(Change { value, field }) = changed {
        actions.push(Action::Edit(Edit::Reach(field, joint, Vec3::from_array(value))));
    }
}

/// What the file has: the local translation and scale.
fn local_rows(
    ui: &mut Ui,
    cx: &Context<'_>,
    actions: &mut Vec<Action>,
    actor: &Actor,
    joint: usize,
) {
    let words = cx.words();
    let local = actor.pose.locals[joint];
    ui.label(words.say("Offset", "オフセット")).on_hover_text(
        words.say("Relative to the parent joint, in metres.", "親ボーンからの位置（メートル）。"),
    );
    let numbers = [
        Number::metres(words.say("Offset X", "オフセット X"), "X "),
        Number::metres(words.say("Offset Y", "オフセット Y"), "Y "),
        Number::metres(words.say("Offset Z", "オフセット Z"), "Z "),
    ];
    let moved = vector(
        ui,
        numbers.map(|number| Number { suffix: "", ..number }),
        local.translation.to_array(),
    );
    ui.end_row();
    ui.label(words.say("Scale", "スケール"));
    let numbers = [
        Number::plain(words.say("Scale X", "スケール X"), "X "),
        Number::plain(words.say("Scale Y", "スケール Y"), "Y "),
        Number::plain(words.say("Scale Z", "スケール Z"), "Z "),
    ];
    let scaled =
        vector(ui, numbers.map(|number| number.within(-100.0..=100.0)), local.scale.to_array());
    ui.end_row();
    let mut set = |field, change: Box<dyn FnOnce(&mut Transform)>| {
        actions.push(Action::edit_field(field, move |actor| change(&mut actor.pose.locals[joint])));
    };
    if let Some(Change { value, field }) = moved {
        set(field, Box::new(move |local| local.translation = Vec3::from_array(value)));
    }
    if let Some(Change { value, field }) = scaled {
        set(field, Box::new(move |local| local.scale = Vec3::from_array(value)));
    }
}
