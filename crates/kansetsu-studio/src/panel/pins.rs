//! What holds the figure: pins and stop joints.

use eframe::egui::{Button, Grid, Ui};

use super::{
    field::{Change, Number},
    icon::{Icon, icon_button},
};
use crate::{
    app::{Action, Context, Edit},
    command::Command,
    document::Actor,
    text::{Language, Phrase},
};
use kansetsu::glam::Vec3;

/// Shows every pin with its place, and the stop joints.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let Some(actor) = cx.actor() else { return actions };
    ui.horizontal_wrapped(|ui| {
        for (command, name) in [
            (Command::PinPosition, words.say("Pin position", "位置を固定")),
            (Command::PinOrientation, words.say("Pin rotation", "回転を固定")),
            (Command::ToggleStop, words.say("IK stop", "IK の根元")),
        ] {
            let reason = crate::command::refusal(cx.document, command);
            let response = ui
                .add_enabled(reason.is_none(), Button::new(name))
                .on_hover_text(command.row().tooltip.get(words.0));
            if response.clicked() {
                actions.push(command.into());
            }
        }
    });
    if actor.constraints.pins.is_empty() && actor.constraints.stops.is_empty() {
        let key = cx.shortcut(Command::PinBoth);
        ui.weak(match words.0 {
            Language::English => format!(
                "Nothing is pinned. Select a foot and press {key}: it stays in place when you drag \
                 the hips."
            ),
            Language::Japanese => {
                format!(
                    "固定はありません。足を選択して {key} を押すと、腰を動かしても足が残ります。"
                )
            }
        });
    }
    Grid::new("pins").num_columns(3).spacing([6.0, 3.0]).show(ui, |ui| {
        for index in 0..actor.constraints.pins.len() {
            row(ui, cx, &mut actions, actor, index);
        }
    });
    for &joint in &actor.constraints.stops {
        ui.horizontal(|ui| {
            ui.label(format!(
                "{} · {}",
                words.joint(actor, joint),
                words.say("IK stop", "IK の根元")
            ));
            if icon_button(ui, Icon::Close, words.say("Clear IK stop", "IK の根元を解除"), false)
                .clicked()
            {
                actions.push(Action::edit(
                    Phrase::new("Clear IK stop", "IK の根元を解除"),
                    move |actor| {
                        actor.constraints.stops.remove(&joint);
                    },
                ));
            }
        });
    }
    actions
}

fn row(ui: &mut Ui, cx: &Context<'_>, actions: &mut Vec<Action>, actor: &Actor, index: usize) {
    let words = cx.words();
    let pin = actor.constraints.pins[index];
    let name = words.joint(actor, pin.joint);
    let what = match (pin.position.is_some(), pin.orientation.is_some()) {
        (true, true) => words.say("position and rotation", "位置と回転"),
        (true, false) => words.say("position", "位置"),
        _ => words.say("rotation", "回転"),
    };
    if ui
        .selectable_label(cx.document.selection.contains(pin.joint), &name)
        .on_hover_text(what)
        .clicked()
    {
        actions.push(Action::select(pin.joint));
    }
    ui.horizontal(|ui| {
        let Some(position) = pin.position else {
            ui.weak(what);
            return;
        };
        let place = actor.placement.transform_point3(position);
        for (axis, sign) in ["X", "Y", "Z"].into_iter().enumerate() {
            let field_name = format!("{name} {sign}");
            let number = Number { suffix: "", ..Number::metres(&field_name, "") };
            if let Some(Change { value, field }) = number.show(ui, place[axis]) {
                let mut moved: Vec3 = place;
                moved[axis] = value;
                actions.push(Action::Edit(Edit::Pin(field, pin.joint, moved)));
            }
        }
    });
    if icon_button(ui, Icon::Close, words.say("Unpin", "固定を解除"), false).clicked() {
        actions.push(Action::edit(Phrase::new("Unpin", "固定を解除"), move |actor| {
            actor.constraints.pins.retain(|other| other.joint != pin.joint)
        }));
    }
    ui.end_row();
}
