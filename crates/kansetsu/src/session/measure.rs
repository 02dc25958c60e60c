//! The residual of a target, by forward kinematics alone.

use glam::{Affine3, Quat, Vec3};

use crate::{
    d3::{Goal, GoalReport, Orientation, rotation_of},
    math::{
        Rot,
        vector::{reported_length, unit},
    },
    ops,
};

/// Rounding of forward kinematics in `f32`, as a fraction of the path from the root to a joint, and
/// in radians.
pub(super) const FORWARD_ROUNDING: f32 = 2e-5;
pub(super) const ANGLE_ROUNDING: f32 = 1e-3;

/// Position and rotation error of a goal, for joints at `model_from_joint`.
pub(super) fn measure(goal: &Goal, model_from_joint: &[Affine3]) -> GoalReport {
    let own = &model_from_joint[goal.joint];
    let model_from_parent =
        goal.relative_to.map_or(Affine3::IDENTITY, |frame| model_from_joint[frame]);
    let reached = own.transform_point3(goal.offset);
    let nearest =
        |position| goal.region.nearest(model_from_parent.transform_point3(position), reached);
    let target = goal.position.map_or(reached, nearest);
    let (rotation, parent) = (rotation_of(own), rotation_of(&model_from_parent));
    let angle = match goal.orientation {
        None => 0.0,
        Some(Orientation::Full(wanted)) => angle_between(parent * wanted, rotation),
        Some(Orientation::Axis { axis, direction }) => between(rotation * axis, parent * direction),
        Some(Orientation::LookAt { axis, target }) => between(rotation * axis, target - reached),
    };
    let angle = if angle.is_finite() { angle } else { 0.0 };
    let distance = reported_length(target - reached);
    GoalReport { joint: goal.joint, target, reached, distance, angle }
}

/// The angle between two rotations, in [0, π].
pub(super) fn angle_between(a: Quat, b: Quat) -> f32 {
    (Rot::from(a).inverse() * Rot::from(b)).angle()
}

/// The angle between two directions, in [0, π]; 0 if one has no length.
fn between(a: Vec3, b: Vec3) -> f32 {
    let (Some(a), Some(b)) = (unit(a), unit(b)) else { return 0.0 };
    ops::atan2(a.cross(b).length(), a.dot(b))
}
