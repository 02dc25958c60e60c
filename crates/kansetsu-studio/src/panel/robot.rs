//! The joint values of a robot, to read and to type.

use eframe::egui::{Grid, Ui};
use kansetsu_formats::urdf::JointKind;

use super::field::{Change, Number};
use crate::app::{Action, Context, Edit, ShownValues, joint_values};

/// The least that a slide or a turn without limits can be given: ten turns.
const OPEN: f32 = 3600.0;

/// Shows a field for each joint that has a value: degrees, or metres of a slide.
pub fn show(ui: &mut Ui, cx: &Context<'_>, shown: &mut ShownValues) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let (Some(values), Some(actor)) = (joint_values(cx.document, shown), cx.actor()) else {
        return actions;
    };
    let Some(robot) = &actor.figure.robot else { return actions };
    let keeps_limits = cx.document.settings.limits;
    Grid::new("robot").num_columns(2).spacing([8.0, 3.0]).show(ui, |ui| {
        for joint in robot.joints.iter().filter(|joint| joint.kind.has_value()) {
            let Some(&value) = values.get(&joint.name) else { continue };
            if ui
                .selectable_label(cx.document.selection.contains(joint.joint), &joint.name)
                .clicked()
            {
                actions.push(Action::select(joint.joint));
            }
            let is_slide = joint.kind == JointKind::Prismatic;
            let shown = if is_slide { value } else { value.to_degrees() };
            if let Some(mimic) = joint.mimic {
                let digits =
                    if is_slide { format!("{shown:.3} m") } else { format!("{shown:.1}°") };
                let leader = &robot.joints[mimic.joint].name;
                ui.weak(digits)
                    .on_hover_text(format!("{} {leader}", words.say("follows", "連動先：")));
                ui.end_row();
                continue;
            }
            let name = format!("{} {}", joint.name, words.say("value", "の値"));
            let number = if is_slide {
                Number::metres(&name, "")
            } else {
                Number::degrees(&name, "").within(-OPEN..=OPEN)
            };
            let unit = |limit: f64| if is_slide { limit as f32 } else { limit.to_degrees() as f32 };
            let number = match joint.limits.filter(|_| keeps_limits) {
                Some([low, high]) => number.within(unit(low)..=unit(high)),
                None => number,
            };
            if let Some(Change { value, field }) = number.show(ui, shown as f32) {
                let value = if is_slide { f64::from(value) } else { f64::from(value).to_radians() };
                actions.push(Action::Edit(Edit::Value(field, joint.name.clone(), value)));
            }
            ui.end_row();
        }
    });
    actions
}
