//! A goal as one for the tip joint itself.

use glam::{Affine2, Vec2};

use crate::{
    d2::{Goal, Orientation, angle_of},
    math::angle::signed_angle,
    ops,
};

/// What the tip joint should do, in model space, so that two bones need not know of offsets, lines
/// and what is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct TipGoal {
    /// Where the point at [`Self::offset`] should be.
    pub(super) target: Option<Vec2>,
    /// The point that reaches, in the tip's frame: the goal's where the tip keeps its turn; where
    /// an orientation is wanted it is taken off the target, and this is zero.
    pub(super) offset: Vec2,
    /// How the tip should be turned, radians.
    pub(super) turn: Option<f32>,
}

impl TipGoal {
    /// From where the tip stands now.
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
/// seen from the joint; the nearest one when the ray passes the joint at a greater distance. As
/// [`crate::d3::solve::Aim`] does it in space.
fn sighted(origin: Vec2, axis: Vec2, target: Vec2) -> Vec2 {
    let axis = crate::math::vector::unit(axis.extend(0.0)).map_or(Vec2::X, |axis| axis.truncate());
    let across = origin - axis * origin.dot(axis);
    across + axis * (target.length_squared() - across.length_squared()).max(0.0).sqrt()
}
