//! The corners of a polygonal limit, in numbers.

use std::f32::consts::{FRAC_PI_3, TAU};

use eframe::egui::{Id, Response, Role, Ui, WidgetInfo};
use kansetsu::{
    d3::limit::ReachCone,
    glam::{Quat, Vec3},
};

use crate::{
    app::Words,
    panel::{field::Number, finger},
};

/// How many corners a new polygon has.
const FIRST_CORNERS: usize = 8;

/// A wide polygon around the bone, for a joint whose bone frame this is.
pub(super) fn wide(frame: Quat) -> ReachCone {
    let bone = frame * Vec3::Z;
    let polar = Polar::around(bone, frame);
    let corners = (0..FIRST_CORNERS)
        .map(|index| polar.direction([FRAC_PI_3, TAU * index as f32 / FIRST_CORNERS as f32]))
        .collect();
    ReachCone { visible: bone, ..ReachCone::new(bone, corners) }
}

/// Two numbers for each corner, and buttons that add and delete corners; returns the corners with
/// the change.
pub(super) fn show(
    ui: &mut Ui,
    words: Words,
    limit: &ReachCone,
    frame: Quat,
) -> Option<(Vec<Vec3>, Id)> {
    let polar = Polar::around(limit.visible, frame);
    let count = limit.vertices.len();
    let mut changed = None;
    for (index, corner) in limit.vertices.iter().enumerate() {
        let name = format!("{} {}", words.say("Corner", "頂点"), index + 1);
        let angles = polar.angles(*corner);
        ui.label(&name);
        let numbers = [
            (format!("{name}: {}", words.say("Angle from axis", "軸からの角度")), 0.0..=180.0),
            (format!("{name}: {}", words.say("Direction", "方向")), -360.0..=360.0),
        ];
        for (which, (name, range)) in numbers.into_iter().enumerate() {
            if let Some(change) =
                Number::degrees(&name, "").within(range).show_angle(ui, angles[which])
            {
                let mut now = angles;
                now[which] = change.value;
                let mut corners = limit.vertices.clone();
                corners[index] = polar.direction(now);
                changed = Some((corners, change.field));
            }
        }
        ui.horizontal(|ui| {
            let what = format!("{name}: {}", words.say("Add corner", "頂点を追加"));
            if small_button(ui, "+", &what, count < ReachCone::MAX_VERTICES).clicked() {
                let next = limit.vertices[(index + 1) % count];
                let mut corners = limit.vertices.clone();
                corners.insert(index + 1, corner.normalize_or_zero() + next.normalize_or_zero());
                changed = Some((corners, ui.scope_id().with(("add", index, count))));
            }
            let what = format!("{name}: {}", words.say("Delete corner", "頂点を削除"));
            if small_button(ui, "−", &what, count > 3).clicked() {
                let mut corners = limit.vertices.clone();
                corners.remove(index);
                changed = Some((corners, ui.scope_id().with(("remove", index, count))));
            }
        });
        ui.end_row();
    }
    changed
}

/// A button with a sign on it that is called otherwise.
fn small_button(ui: &mut Ui, sign: &str, name: &str, is_enabled: bool) -> Response {
    let response = ui.add_enabled(is_enabled, finger::small_button(ui, sign));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, name));
    response.on_hover_text(name)
}

/// Directions by two angles: how far from a middle, and where round it.
struct Polar {
    middle: Vec3,
    /// Across the middle, and to each other.
    across: [Vec3; 2],
}

impl Polar {
    fn around(middle: Vec3, frame: Quat) -> Self {
        let middle = middle.normalize_or(Vec3::Z);
        let x = (frame * Vec3::X).reject_from_normalized(middle).try_normalize();
        let x = x.unwrap_or_else(|| middle.any_orthonormal_vector());
        Self { middle, across: [x, middle.cross(x)] }
    }

    fn angles(&self, direction: Vec3) -> [f32; 2] {
        let [x, y] = self.across.map(|axis| axis.dot(direction));
        [x.hypot(y).atan2(self.middle.dot(direction)), y.atan2(x)]
    }

    fn direction(&self, [away, round]: [f32; 2]) -> Vec3 {
        let across = self.across[0] * round.cos() + self.across[1] * round.sin();
        self.middle * away.cos() + across * away.sin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_and_directions_are_the_same_thing() {
        let polar = Polar::around(Vec3::new(1.0, 2.0, -0.5), Quat::from_rotation_y(0.7));
        for angles in [[0.3, 0.0], [1.2, 2.9], [2.8, -3.0]] {
            let back = polar.angles(3.0 * polar.direction(angles));
            assert!(
                (back[0] - angles[0]).abs() < 1e-5 && (back[1] - angles[1]).abs() < 1e-5,
                "{angles:?} {back:?}"
            );
        }
    }

    #[test]
    fn a_wide_polygon_allows_the_rest_pose() {
        let frame = Quat::from_rotation_x(0.4);
        let limit = kansetsu::d3::Limit::ReachCone(wide(frame));
        assert_eq!(limit.violation(Quat::IDENTITY), 0.0);
    }
}
