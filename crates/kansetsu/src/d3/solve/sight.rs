//! One joint points a ray at a target, in closed form.
//!
//! The ray has its origin beside the joint (eyes, a barrel), so that turning the joint moves the
//! ray. Of the ray's line the point as far from the joint as the target, `v`, is the one that can
//! be brought onto the target, and the least rotation that takes the direction of `v` to the
//! direction of the target `g` does it:
//!
//! ```text
//! v = p + sqrt(|g|² - |p|²) a      a: the ray's direction, p: from the joint straight across to the ray's line
//! ```
//!
//! When the target is nearer to the joint than the ray's line (`|g| < |p|`) nothing reaches it;
//! then `v = p`, the point nearest to it, to which the formula leads without a jump. All of this
//! happens in the space that the joint turns in, where whatever stands above the joint (scales,
//! mirrors, shear) has been undone: a ray through a point stays one under every affine map, so the
//! aim is exact there too.
//!
//! Source: the intersection of a line and a sphere. Cost: constant.

use glam::{Affine3, Mat3, Vec3};

use crate::{
    Error,
    d3::{Goal, GoalReport, Orientation, Outcome, Transform, transform::inverse_of},
    math::{Rot, vector},
    ops,
};

/// What is looked at, from the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sight {
    /// A place.
    Point(Vec3),
    /// A place at infinity.
    Direction(Vec3),
}

/// What looks, from the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    pub(crate) origin: Vec3,
    /// Any length but zero.
    pub(crate) axis: Vec3,
}

/// What is to be aimed, in the space that the joint turns in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointing {
    /// In the joint's frame, unit length.
    pub(crate) from: Vec3,
    /// Unit length.
    pub(crate) to: Vec3,
}

impl Pointing {
    /// By how much the rotation `local` misses, radians.
    pub(crate) fn missing(&self, local: Rot) -> f32 {
        angle_between(local.rotate(self.from), self.to)
    }

    /// The rotation nearest to `local` that aims.
    pub(super) fn aimed(&self, local: Rot) -> Rot {
        let from = local.rotate(self.from);
        (Rot::between(from, self.to, vector::perpendicular(from, Vec3::Y)) * local).normalized()
    }
}

/// How a ray comes to its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arm {
    /// The direction that must be turned.
    pub(crate) from: Vec3,
    /// Where to, both of unit length.
    pub(crate) to: Vec3,
    /// Whether the target then lies on the ray, ahead of its origin.
    pub(crate) outcome: Outcome,
}

impl Arm {
    /// The least turn that is missing. Half a turn goes about `fallback`.
    pub(crate) fn turn(&self, fallback: Vec3) -> Rot {
        Rot::between(self.from, self.to, fallback)
    }
}

impl Ray {
    /// `None` when there is nothing to turn: the target is the joint itself, or the ray has no
    /// direction.
    pub(crate) fn arm(&self, sight: Sight) -> Option<Arm> {
        let axis = vector::unit(self.axis)?;
        let target = match sight {
            Sight::Direction(direction) => {
                return Some(Arm {
                    from: axis,
                    to: vector::unit(direction)?,
                    outcome: Outcome::Reached,
                });
            }
            Sight::Point(target) => target,
        };
        let to = vector::unit(target)?;
        let (distance, along) = (target.dot(to), self.origin.dot(axis));
        let across = self.origin - axis * along;
        // Everything is measured by the target's distance, so that no square overflows.
        let part = across / distance;
        let ratio = part.length();
        if ratio >= 1.0 {
            return Some(Arm { from: vector::unit(across)?, to, outcome: Outcome::TooClose });
        }
        let ahead = ((1.0 - ratio) * (1.0 + ratio)).sqrt();
        let outcome = if ahead * distance < along { Outcome::TooClose } else { Outcome::Reached };
        Some(Arm { from: vector::unit(part + axis * ahead)?, to, outcome })
    }
}

/// The turn about `line` (unit) that brings `up` to the side of `pole`, and on by `twist`. It fades
/// out as either comes near the line, where it says nothing.
pub(crate) fn roll(line: Vec3, up: Vec3, pole: Vec3, twist: f32) -> f32 {
    let (Some(up), Some(pole)) = (vector::unit(up), vector::unit(pole)) else { return 0.0 };
    let (up, pole) = (up - line * up.dot(line), pole - line * pole.dot(line));
    let angle = ops::atan2(up.cross(pole).dot(line), up.dot(pole)) + twist;
    let known = (up.length() * pole.length() / POLE_FADE).min(1.0);
    angle * known * known * (3.0 - 2.0 * known)
}

/// The sine of the angle between pole and line (2.9°) from which on the pole counts fully; nearer
/// to the line it fades out by the cubic that is smooth at both ends. Smaller values let the joint
/// spin faster as the target passes the pole: at most 1.3 / 0.05 = 27 times as fast as the target.
const POLE_FADE: f32 = 0.05;

/// The space that a joint turns in, with what it is to aim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aiming {
    /// In the joint's frame with its scale, before its rotation.
    pub(crate) ray: Ray,
    pub(crate) up: Vec3,
    /// From the joint, in its parent's space.
    pub(crate) sight: Sight,
    pub(crate) pole: Option<Vec3>,
}

impl Aiming {
    /// Takes the goal down to the space above the joint.
    pub(crate) fn new(
        model_from_parent: &Affine3,
        local: &Transform,
        goal: &Goal,
        up: Vec3,
    ) -> Result<Self, Error> {
        let (axis, sight) = sight_of(goal)?;
        let parent_from_model = inverse_of(model_from_parent);
        let seen = |point: Vec3| {
            parent_from_model.matrix3 * point + parent_from_model.translation - local.translation
        };
        let aiming = Self {
            ray: Ray { origin: local.scale * goal.offset, axis: local.scale * axis },
            up: local.scale * up,
            sight: match sight {
                Sight::Point(target) => Sight::Point(seen(target)),
                Sight::Direction(direction) => {
                    Sight::Direction(parent_from_model.matrix3 * direction)
                }
            },
            pole: goal.pole.map(seen),
        };
        let (Sight::Point(seen) | Sight::Direction(seen)) = aiming.sight;
        if seen.is_finite()
            && aiming.pole.is_none_or(Vec3::is_finite)
            && aiming.ray.origin.is_finite()
        {
            Ok(aiming)
        } else {
            Err(Error::InvalidNumber { what: "the goal seen from the joint", value: f32::INFINITY })
        }
    }

    /// The joint's rotation nearest to `present` with which it aims, with its roll left alone;
    /// `present` when there is nothing to aim.
    pub(crate) fn aimed(&self, present: Rot) -> Rot {
        let Some(arm) = self.ray.arm(self.sight) else { return present };
        let arm = Arm { from: present.rotate(arm.from), ..arm };
        (arm.turn(present.rotate(self.up)) * present).normalized()
    }

    /// [`Self::aimed`] with the up axis on the pole's side and `twist` beyond it.
    pub(crate) fn aimed_upright(&self, present: Rot, pole: Vec3, twist: f32) -> Rot {
        let aimed = self.aimed(present);
        let Some(arm) = self.ray.arm(self.sight) else { return present };
        (Rot::from_axis_angle(arm.to, roll(arm.to, aimed.rotate(self.up), pole, twist)) * aimed)
            .normalized()
    }

    /// What must point where; `None` when there is nothing to aim.
    pub(crate) fn pointing(&self) -> Option<Pointing> {
        self.ray.arm(self.sight).map(|Arm { from, to, .. }| Pointing { from, to })
    }

    /// How well the target can be aimed at without limits.
    pub(crate) fn outcome(&self) -> Outcome {
        self.ray.arm(self.sight).map_or(Outcome::TooClose, |arm| arm.outcome)
    }
}

/// The axis that aims and what it aims at, in model space.
pub(crate) fn sight_of(goal: &Goal) -> Result<(Vec3, Sight), Error> {
    if goal.position.is_some() {
        return Err(Error::Unsupported { solver: "aim", what: "a goal with a position" });
    }
    match goal.orientation {
        Some(Orientation::LookAt { axis, target }) => Ok((axis, Sight::Point(target))),
        Some(Orientation::Axis { axis, direction }) => Ok((axis, Sight::Direction(direction))),
        Some(Orientation::Full(_)) => {
            Err(Error::Unsupported { solver: "aim", what: "a goal with a full orientation" })
        }
        None => Err(Error::Unsupported {
            solver: "aim",
            what: "a goal that neither looks at something nor points an axis",
        }),
    }
}

/// What became of an aim, in model space.
pub(crate) fn measure(model_from_joint: &Affine3, goal: &Goal) -> Result<GoalReport, Error> {
    let (axis, sight) = sight_of(goal)?;
    let linear: &Mat3 = &model_from_joint.matrix3;
    let origin = *linear * goal.offset + model_from_joint.translation;
    let axis = vector::unit(*linear * axis).unwrap_or(Vec3::ZERO);
    let report = match sight {
        Sight::Direction(direction) => GoalReport {
            joint: goal.joint,
            target: origin,
            reached: origin,
            distance: 0.0,
            angle: angle_between(axis, direction),
        },
        Sight::Point(target) => {
            let reached = origin + axis * (target - origin).dot(axis).max(0.0);
            let angle = angle_between(axis, target - origin);
            GoalReport {
                joint: goal.joint,
                target,
                reached,
                distance: vector::length_told(target - reached),
                angle,
            }
        }
    };
    if report.distance.is_finite() && report.reached.is_finite() {
        Ok(report)
    } else {
        Err(Error::InvalidNumber {
            what: "the distance to the goal's target",
            value: f32::INFINITY,
        })
    }
}

/// Between two directions, radians in [0, π]; 0 when one has no length.
pub(crate) fn angle_between(a: Vec3, b: Vec3) -> f32 {
    match (vector::unit(a), vector::unit(b)) {
        (Some(a), Some(b)) => ops::atan2(a.cross(b).length(), a.dot(b)),
        _ => 0.0,
    }
}

/// `a` after `b`, in a fixed order of operations.
pub(crate) fn compose(a: &Affine3, b: &Affine3) -> Affine3 {
    Affine3 {
        matrix3: a.matrix3 * b.matrix3,
        translation: a.matrix3 * b.translation + a.translation,
    }
}
