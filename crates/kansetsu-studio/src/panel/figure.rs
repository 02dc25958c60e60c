//! The chosen figure as a whole: where it stands, what it holds.

use eframe::egui::{Grid, Ui};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::field::{Change, Number, vector};
use crate::{app::Studio, text::Language};

/// Shows the place of the chosen figure and what is in it.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    let Some(actor) = studio.actor() else { return };
    let (scale, turn, place) = actor.placement.to_scale_rotation_translation();
    Grid::new("figure").num_columns(2).spacing([8.0, 4.0]).show(ui, |ui| {
        ui.label(words.say("Place", "位置"));
        let numbers = [
            Number::metres(words.say("Figure X", "フィギュア X"), "X "),
            Number::metres(words.say("Figure Y", "フィギュア Y"), "Y "),
            Number::metres(words.say("Figure Z", "フィギュア Z"), "Z "),
        ];
        let moved = vector(ui, numbers.map(|number| Number { suffix: "", ..number }), place.to_array());
        ui.end_row();
        ui.label(words.say("Facing", "向き"));
        let yaw = turn.to_euler(kansetsu::glam::EulerRot::YXZ).0;
        let turned = Number::degrees(words.say("Figure facing", "フィギュアの向き"), "").show_angle(ui, yaw);
        ui.end_row();
        if let Some(Change { value, field }) = moved {
            let placement = Affine3::from_scale_rotation_translation(scale, turn, Vec3::from_array(value));
            studio.edit_field(field, move |actor| actor.placement = placement);
        }
        if let Some(Change { value, field }) = turned {
            let about = Quat::from_rotation_y(value - yaw);
            let placement = Affine3::from_scale_rotation_translation(scale, about * turn, place);
            studio.edit_field(field, move |actor| actor.placement = placement);
        }
    });
    let (joints, limbs) = (actor.joint_count(), actor.figure.rig.limbs.len());
    ui.weak(match words.0 {
        Language::English => format!("{joints} joints, {limbs} limbs, {} motions", actor.motions.len()),
        Language::Japanese => format!("関節 {joints}・四肢 {limbs}・モーション {}", actor.motions.len()),
    });
}
