//! Why the last drag stopped, and what would let it go on.

use std::sync::Arc;

use eframe::egui::{RichText, Ui};
use kansetsu::d3::{
    ActiveLimit, Limit, Pose,
    limit::{Cone, EulerBox, Hinge, SwingTwist},
};

use super::{
    Words,
    viewport::{bound_name, outcome_name},
};
use crate::{
    app::{Studio, theme},
    document::Actor,
    posing::{Hindrance, Obstacle},
    text::Phrase,
};

/// A limit is relaxed by this much, radians: 10 degrees.
const STEP: f32 = 0.174_533;

/// Shows how the drag ended and what stood in its way, with what would let it go on.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    let (Some(posed), Some(actor)) = (studio.posed().cloned(), studio.actor()) else {
        ui.weak(words.say("Drag a joint; here it says how that went.", "関節をドラッグすると、結果がここに表示されます。"));
        return;
    };
    let palette = theme::Palette::of(ui.visuals());
    let is_met = posed.distance < 1e-3;
    let color = if is_met { palette.accent } else { palette.alert };
    ui.label(RichText::new(outcome_name(words, posed.outcome)).color(color).strong());
    if is_met {
        return;
    }
    ui.label(format!("{} {:.1} cm", words.say("Missing:", "届かない距離："), posed.distance * 100.0));
    let hindrances = studio.last_drag.as_ref().map_or_else(Vec::new, |drag| drag.hindrances.clone());
    for hindrance in hindrances {
        ui.horizontal_wrapped(|ui| row(ui, studio, &actor, hindrance));
    }
}

/// An obstacle, what it costs, and a button that takes it away.
fn row(ui: &mut Ui, studio: &mut Studio, actor: &Actor, Hindrance { obstacle, gain }: Hindrance) {
    let words = studio.words();
    let joint = match obstacle {
        Obstacle::Limit(limit) => Some(limit.joint),
        Obstacle::Pin(joint) | Obstacle::Stop(joint) => Some(joint),
        Obstacle::Levels | Obstacle::Root | Obstacle::Length => None,
    };
    if let Some(joint) = joint
        && ui.link(actor.joint_name(joint)).clicked()
    {
        studio.document.selection.set(joint);
    }
    ui.label(obstacle_name(words, obstacle));
    ui.weak(format!("{:.1} cm", gain * 100.0));
    let tip = words.say(
        "Lets it go and moves on to where you dragged. Undo takes both back.",
        "制限を外して、ドラッグした位置まで動かします。元に戻せます。",
    );
    if obstacle != Obstacle::Length && ui.small_button(words.say("Relax", "緩める")).on_hover_text(tip).clicked() {
        release(studio, obstacle);
    }
}

fn obstacle_name(words: Words, obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Limit(limit) => bound_name(words, &limit),
        Obstacle::Pin(_) => words.say("is pinned", "固定されています"),
        Obstacle::Stop(_) => words.say("stops IK", "IK 停止関節です"),
        Obstacle::Levels => words.say("No more joints may follow", "追従する関節の数が足りません"),
        Obstacle::Root => words.say("The body stays where it is", "体の位置が固定されています"),
        Obstacle::Length => words.say("The limb is not long enough", "長さが足りません"),
    }
}

/// Takes an obstacle away and goes on to where the drag wanted to go, as one step.
fn release(studio: &mut Studio, obstacle: Obstacle) {
    let wanted = match studio.last_drag.as_ref().map(|drag| drag.without(obstacle)) {
        Some(Ok(Some(posed))) => posed.pose,
        Some(Err(refusal)) => return studio.show_refusal(Err(refusal)),
        _ => return,
    };
    match obstacle {
        Obstacle::Levels => studio.document.settings.levels = Some(0),
        Obstacle::Root => studio.document.settings.whole_body = true,
        _ => {}
    }
    studio.edit(Phrase::new("Relax what stopped the drag", "ドラッグの妨げを緩める"), move |actor| {
        match obstacle {
            Obstacle::Limit(limit) => widen(actor, limit, &wanted),
            Obstacle::Pin(joint) => actor.pins.retain(|pin| pin.joint != joint),
            Obstacle::Stop(joint) => drop(actor.stops.take(&joint)),
            Obstacle::Levels | Obstacle::Root | Obstacle::Length => {}
        }
        actor.pose = wanted;
    });
    studio.last_drag = None;
}

/// Widens a limit, ten degrees at a time, until the pose is inside.
fn widen(actor: &mut Actor, limit: ActiveLimit, wanted: &Pose) {
    let joint = limit.joint;
    let (Some(local), Some(entry)) = (wanted.locals.get(joint), actor.figure.rig.skeleton.joints().get(joint)) else { return };
    let turn = entry.rest.rotation.inverse() * local.rotation;
    if let Some(Some(wider)) = Arc::make_mut(&mut actor.limits).get_mut(joint) {
        for _ in 0..18 {
            if wider.violation(turn) < 1e-4 {
                break;
            }
            relax(wider, limit.bound);
        }
    }
}

/// Widens one bound of a limit.
fn relax(limit: &mut Limit, bound: &str) {
    let axis = bound.chars().next().and_then(|first| "xyz".find(first));
    match (limit, bound) {
        (Limit::Hinge(Hinge { min, .. }), "min") => *min -= STEP,
        (Limit::Hinge(Hinge { max, .. }), _) => *max += STEP,
        (Limit::Cone(Cone { angle, .. }), _) => *angle += STEP,
        (Limit::SwingTwist(SwingTwist { swing_x, swing_y, .. }), "swing") => {
            *swing_x += STEP;
            *swing_y += STEP;
        }
        (Limit::SwingTwist(SwingTwist { twist_min, .. }), "twist_min") => *twist_min -= STEP,
        (Limit::SwingTwist(SwingTwist { twist_max, .. }), _) => *twist_max += STEP,
        (Limit::EulerBox(EulerBox { min, max, .. }), bound) => {
            let Some(axis) = axis else { return };
            if bound.ends_with("min") { min[axis] -= STEP } else { max[axis] += STEP }
        }
        (Limit::ReachCone(limit), "twist_min") => limit.twist_min -= STEP,
        (Limit::ReachCone(limit), "twist_max") => limit.twist_max += STEP,
        // Away from the middle: every corner a little farther out.
        (Limit::ReachCone(limit), _) => {
            let middle = limit.visible.normalize_or_zero();
            for corner in &mut limit.vertices {
                let away = (*corner - middle * corner.dot(middle)).normalize_or_zero();
                *corner = (corner.normalize_or_zero() + away * STEP).normalize_or(*corner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kansetsu::glam::{Quat, Vec3};

    use super::*;

    #[test]
    fn what_a_limit_forbade_by_five_degrees_is_allowed_when_it_is_relaxed() {
        let mut elbow = Limit::Hinge(Hinge::new(Vec3::Y, 0.0, 2.0));
        let turn = Quat::from_rotation_y(2.08);
        assert!(elbow.violation(turn) > 0.05);
        relax(&mut elbow, "max");
        assert!(elbow.violation(turn) < 1e-6);
        let mut neck = Limit::SwingTwist(SwingTwist::cone(Vec3::Y, 0.5, -0.5, 0.5));
        let turn = Quat::from_rotation_y(-0.6);
        assert!(neck.violation(turn) > 0.05);
        relax(&mut neck, "twist_min");
        assert!(neck.violation(turn) < 1e-5);
    }
}
