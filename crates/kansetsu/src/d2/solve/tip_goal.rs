//! A goal converted to one for the tip joint itself.

use glam::{Affine2, Vec2};

use crate::{
    d2::{Goal, Orientation, angle_of},
    math::angle::signed_angle,
    ops,
};

/// The goal of the tip joint in model space, without offsets, lines and look-at targets, which two
/// bones cannot handle.
#[derive(Clone, Copy, Debug)]
pub(super) struct TipGoal {
    /// The target of the point at [`Self::offset`].
    pub(super) target: Option<Vec2>,
    /// The point that reaches, in the tip's frame. It is the goal's offset if the tip keeps its
    /// rotation. With a target orientation the offset is subtracted from the target, and this is
    /// zero.
    pub(super) offset: Vec2,
    /// The target rotation of the tip, radians.
    pub(super) turn: Option<f32>,
}

impl TipGoal {
    /// Converts a goal, from the tip's current transform.
    pub(super) fn of(goal: &Goal, model_from_tip: &Affine2) -> Self {
        let place = model_from_tip.transform_point2(goal.offset);
        let target = goal.position.map(|position| goal.region.nearest(position, place));
        let present = angle_of(model_from_tip);
        let turn = goal.orientation.map(|orientation| match orientation {
            Orientation::Full(angle) => angle,
            Orientation::LookAt { axis, target: seen } => {
                let axis = model_from_tip.matrix2 * axis;
                present
                    + match target {
                        Some(target) => signed_angle(axis, seen - target),
                        None => signed_angle(
                            sighted(
                                place - model_from_tip.translation,
                                axis,
                                seen - model_from_tip.translation,
                            ),
                            seen - model_from_tip.translation,
                        ),
                    }
            }
        });
        match (target, turn) {
            (Some(target), Some(turn)) => {
                let (sin, cos) = ops::sin_cos(turn - present);
                let arm = place - model_from_tip.translation;
                let turned = Vec2::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
                Self { target: Some(target - turned), offset: Vec2::ZERO, turn: Some(turn) }
            }
            _ => Self { target, offset: goal.offset, turn },
        }
    }
}

/// The point of the ray from `origin` along `axis` that is as far from the joint as the target, all
/// relative to the joint; the nearest one if the ray passes the joint at a greater distance.
/// [`crate::d3::solve::Aim`] does the same in space.
fn sighted(origin: Vec2, axis: Vec2, target: Vec2) -> Vec2 {
    let axis = crate::math::vector::unit(axis.extend(0.0)).map_or(Vec2::X, |axis| axis.truncate());
    let across = origin - axis * origin.dot(axis);
    across + axis * (target.length_squared() - across.length_squared()).max(0.0).sqrt()
}
