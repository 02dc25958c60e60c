//! The limit of the selected joint: which kind, how far.

mod corners;

use std::f32::consts::FRAC_PI_2;

use eframe::egui::{ComboBox, Grid, Id, Ui};
use kansetsu::{
    d3::{
        Limit,
        frame::bone_frames,
        limit::{Cone, EulerBox, EulerOrder, Hinge, ReachCone, SwingTwist},
    },
    glam::{Quat, Vec3},
};

use super::field::{Change, Number};
use crate::{
    app::{Action, Context, Edit, Show, Words},
    command::{Command, refusal},
};

/// Shows the limit of the active joint.
pub fn show(ui: &mut Ui, cx: &Context<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    let Some((actor, joint)) = cx.active() else {
        ui.weak(
            words.say(
                "Select a joint to see its limits.",
                "ボーンを選択すると可動域が表示されます。",
            ),
        );
        return actions;
    };
    let limit = actor.constraints.limits[joint].clone();
    let frame = bone_frames(&actor.figure.rig.skeleton, &[])[joint];
    ui.horizontal(|ui| {
        let chosen = kinds(ui, cx.words(), frame, limit.as_ref());
        actions.extend(chosen.map(|limit| Action::Edit(Edit::Limit(joint, limit))));
        let is_changed = actor.figure.rig.limits.get(joint) != Some(&limit);
        let original = actor.figure.rig.limits.get(joint).cloned().flatten();
        let reset = ui.add_enabled(
            is_changed,
            eframe::egui::Button::new(words.say("Reset to file", "読み込み時に戻す")),
        );
        if reset.clicked() {
            actions.push(Action::Edit(Edit::Limit(joint, original)));
        }
    });
    let from_motion = Command::LimitsFromMotion;
    if refusal(cx.document, from_motion).is_none()
        && ui
            .button(from_motion.row().name.get(words.0))
            .on_hover_text(from_motion.row().tooltip.get(words.0))
            .clicked()
    {
        actions.push(from_motion.into());
    }
    let Some(limit) = limit else { return actions };
    let shown = Command::ToggleLimitsShown;
    let tip = words.say(
        "Drag the handles on the body to change the limit.",
        "体の上のハンドルをドラッグして変更できます。",
    );
    let mut are_shown = cx.document.view.limits;
    if ui.checkbox(&mut are_shown, shown.row().name.get(words.0)).on_hover_text(tip).changed() {
        actions.push(Action::Show(Show::Limits(are_shown)));
    }
    let changed = Grid::new("limit")
        .num_columns(3)
        .spacing([8.0, 4.0])
        .show(ui, |ui| fields(ui, words, limit, frame))
        .inner;
    if let Some((limit, field)) = changed {
        actions.push(Action::Edit(Edit::LimitField(field, joint, limit)));
    }
    let outside = actor.outside(joint);
    if outside > 0.0 && excess(ui, words, outside) {
        actions.push(Action::Edit(Edit::ClampToLimit(joint)));
    }
    actions
}

/// How far the joint is outside its limit, in radians; whether the button beside it was clicked.
fn excess(ui: &mut Ui, words: Words, outside: f32) -> bool {
    let row = ui.horizontal(|ui| {
        ui.colored_label(
            ui.visuals().error_fg_color,
            format!("{} {:.1}°", words.say("over by", "超過"), outside.to_degrees()),
        );
        ui.button(words.say("Clamp", "範囲内に収める")).clicked()
    });
    row.inner
}

/// The type of the limit; selecting one starts with a wide limit of that type.
fn kinds(ui: &mut Ui, words: Words, frame: Quat, limit: Option<&Limit>) -> Option<Option<Limit>> {
    let name = kind_name(words, limit);
    let mut chosen = None;
    ui.name_inputs(words.say("Limit type", "可動域の種類"), |ui| {
        ComboBox::from_id_salt("kind of limit").selected_text(name).show_ui(ui, |ui| {
            let bone = frame * Vec3::Z;
            let wide = [
                None,
                Some(Limit::Hinge(Hinge::new(frame * Vec3::X, 0.0, 2.0 * FRAC_PI_2))),
                Some(Limit::Cone(Cone::around(bone, FRAC_PI_2))),
                Some(Limit::SwingTwist(
                    SwingTwist::elliptic(bone, frame * Vec3::X, [FRAC_PI_2; 2])
                        .with_twist(-FRAC_PI_2, FRAC_PI_2),
                )),
                Some(Limit::EulerBox(EulerBox {
                    frame,
                    ..EulerBox::new(
                        EulerOrder::Yxz,
                        Vec3::splat(-FRAC_PI_2),
                        Vec3::splat(FRAC_PI_2),
                    )
                })),
                Some(Limit::ReachCone(corners::wide(frame))),
            ];
            for kind in wide {
                let is_same =
                    kind.as_ref().map(std::mem::discriminant) == limit.map(std::mem::discriminant);
                if ui.selectable_label(is_same, kind_name(words, kind.as_ref())).clicked()
                    && !is_same
                {
                    chosen = Some(kind);
                }
            }
        });
    });
    chosen
}

fn kind_name(words: Words, limit: Option<&Limit>) -> &'static str {
    match limit {
        None => words.say("No limit", "制限なし"),
        Some(Limit::Hinge(_)) => words.say("Hinge", "ヒンジ（1 軸）"),
        Some(Limit::Cone(_)) => words.say("Cone", "円錐"),
        Some(Limit::SwingTwist(_)) => words.say("Swing and twist", "傾きとひねり"),
        Some(Limit::EulerBox(_)) => words.say("Euler X Y Z", "オイラー角 X Y Z"),
        Some(Limit::ReachCone(_)) => words.say("Polygon", "多角形"),
    }
}

/// The numbers of a limit; returns the limit with the changed one.
fn fields(ui: &mut Ui, words: Words, limit: Limit, frame: Quat) -> Option<(Limit, Id)> {
    match limit {
        Limit::Hinge(hinge) => {
            let [min, max] = range(ui, words.say("Bend", "曲げ"), [hinge.min, hinge.max]);
            let field = field_of(&[&min, &max])?;
            Some((
                Limit::Hinge(Hinge {
                    min: value(min, hinge.min),
                    max: value(max, hinge.max),
                    ..hinge
                }),
                field,
            ))
        }
        Limit::Cone(cone) => {
            let angle = single(ui, words.say("Swing", "傾き"), cone.angle)?;
            Some((Limit::Cone(Cone { angle: angle.value, ..cone }), angle.field))
        }
        Limit::SwingTwist(limit) => {
            let x = single(ui, words.say("Swing X", "傾き X"), limit.swing_x);
            let y = single(ui, words.say("Swing Y", "傾き Y"), limit.swing_y);
            let [min, max] =
                range(ui, words.say("Twist", "ひねり"), [limit.twist_min, limit.twist_max]);
            let field = field_of(&[&x, &y, &min, &max])?;
            let [swing_x, swing_y] = [value(x, limit.swing_x), value(y, limit.swing_y)];
            let [twist_min, twist_max] = [value(min, limit.twist_min), value(max, limit.twist_max)];
            Some((
                Limit::SwingTwist(SwingTwist { swing_x, swing_y, twist_min, twist_max, ..limit }),
                field,
            ))
        }
        Limit::EulerBox(limit) => {
            let rows = [("X", 0), ("Y", 1), ("Z", 2)]
                .map(|(name, axis)| range(ui, name, [limit.min[axis], limit.max[axis]]));
            let (mut min, mut max, mut field) = (limit.min, limit.max, None);
            for (axis, [low, high]) in rows.into_iter().enumerate() {
                field = field.or_else(|| field_of(&[&low, &high]));
                min[axis] = value(low, min[axis]);
                max[axis] = value(high, max[axis]);
            }
            Some((Limit::EulerBox(EulerBox { min, max, ..limit }), field?))
        }
        Limit::ReachCone(limit) => {
            let [min, max] =
                range(ui, words.say("Twist", "ひねり"), [limit.twist_min, limit.twist_max]);
            let moved = corners::show(ui, words, &limit, frame);
            let twisted = field_of(&[&min, &max]);
            let [twist_min, twist_max] = [value(min, limit.twist_min), value(max, limit.twist_max)];
            let (vertices, field) = moved.or_else(|| Some((limit.vertices.clone(), twisted?)))?;
            Some((Limit::ReachCone(ReachCone { twist_min, twist_max, vertices, ..limit }), field))
        }
    }
}

type Changed = Option<Change<f32>>;

fn value(changed: Changed, before: f32) -> f32 {
    changed.map_or(before, |change| change.value)
}

fn field_of(changes: &[&Changed]) -> Option<Id> {
    changes.iter().find_map(|change| change.as_ref().map(|change| change.field))
}

fn single(ui: &mut Ui, name: &str, radians: f32) -> Changed {
    ui.label(name);
    let changed = Number::degrees(name, "± ").within(0.0..=180.0).show_angle(ui, radians);
    ui.end_row();
    changed
}

fn range(ui: &mut Ui, name: &str, [min, max]: [f32; 2]) -> [Changed; 2] {
    ui.label(name);
    let bound = |ui: &mut Ui, sign: &str, radians: f32| {
        let name = format!("{name} {sign}");
        Number::degrees(&name, "").within(-360.0..=360.0).show_angle(ui, radians.clamp(-10.0, 10.0))
    };
    let low = bound(ui, "min", min).map(|low| Change { value: low.value.min(max), ..low });
    let high = bound(ui, "max", max).map(|high| Change { value: high.value.max(min), ..high });
    ui.end_row();
    [low, high]
}
