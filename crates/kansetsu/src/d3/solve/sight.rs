//! One joint points a ray at a target, in closed form.
//!
//! The ray has its origin beside the joint (eyes, a barrel), so rotating the joint moves the ray.
//! Let `v` be the point of the ray's line that is as far from the joint as the target. The smallest
//! rotation from the direction of `v` to the direction of the target `g` moves it onto the target:
//!
//! ```text
//! v = p + sqrt(|g|² - |p|²) a      a: direction of the ray, p: perpendicular from joint to ray
//! ```
//!
//! If the target is closer to the joint than the ray's line (`|g| < |p|`) the ray cannot reach it.
//! Then `v = p`, the point nearest to it, which is the continuous limit of the formula. The
//! computation is in the joint's parent space, without the scales, mirrors and shear above the
//! joint. An affine map preserves a ray through a point, so the aim is exact in model space too.
//!
//! Source: the intersection of a line and a sphere. Cost: constant.

use glam::{Affine3, Vec3};

use crate::{
    Error,
    d3::{Goal, GoalReport, Orientation, Outcome, Transform, transform::inverse_of},
    math::{Rot, vector},
    ops,
};

/// The target of a ray, relative to the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sight {
    /// A point.
    Point(Vec3),
    /// A point at infinity.
    Direction(Vec3),
}

/// A ray, relative to the joint or in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    pub(crate) origin: Vec3,
    /// Not zero, of any length.
    pub(crate) axis: Vec3,
}

/// The direction to aim, in the space in which the joint rotates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointing {
    /// In the joint's frame, unit length.
    pub(crate) from: Vec3,
    /// Unit length.
    pub(crate) to: Vec3,
}

impl Pointing {
    /// The residual angle for the rotation `local`, radians.
    pub(crate) fn residual(&self, local: Rot) -> f32 {
        angle_between(local.rotate(self.from), self.to)
    }

    /// The rotation nearest to `local` that aims.
    pub(super) fn aimed(&self, local: Rot) -> Rot {
        let from = local.rotate(self.from);
        (Rot::between(from, self.to, vector::perpendicular(from, Vec3::Y)) * local).normalized()
    }
}

/// The rotation that aims a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arm {
    /// The direction that is rotated.
    pub(crate) from: Vec3,
    /// The target direction, both of unit length.
    pub(crate) to: Vec3,
    /// Whether the target then lies on the ray, ahead of its origin.
    pub(crate) outcome: Outcome,
}

impl Arm {
    /// The smallest rotation that aims. Half a turn is about `fallback`.
    pub(crate) fn turn(&self, fallback: Vec3) -> Rot {
        Rot::between(self.from, self.to, fallback)
    }
}

impl Ray {
    /// `None` if there is nothing to rotate: the target is the joint itself, or the ray has no
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
        // Everything is relative to the target's distance, so that no square overflows.
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

/// The angle about `line` (unit) that moves `up` to the side of `pole`, plus `twist`. It fades out
/// as either approaches the line, where it is undefined.
pub(crate) fn roll(line: Vec3, up: Vec3, pole: Vec3, twist: f32) -> f32 {
    let (Some(up), Some(pole)) = (vector::unit(up), vector::unit(pole)) else { return 0.0 };
    let (up, pole) = (up - line * up.dot(line), pole - line * pole.dot(line));
    let angle = ops::atan2(up.cross(pole).dot(line), up.dot(pole)) + twist;
    let known = (up.length() * pole.length() / POLE_FADE).min(1.0);
    angle * known * known * (3.0 - 2.0 * known)
}

/// The sine of the angle between pole and line (2.9°) above which the pole has full effect; closer
/// to the line it fades out by a cubic that is smooth at both ends. With smaller values the joint
/// spins faster as the target passes the pole: at most 1.3 / 0.05 = 27 times as fast as the target.
const POLE_FADE: f32 = 0.05;

/// The space in which a joint rotates, with its ray and target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aiming {
    /// In the joint's frame with its scale, before its rotation.
    pub(crate) ray: Ray,
    pub(crate) up: Vec3,
    /// Relative to the joint, in its parent's space.
    pub(crate) sight: Sight,
    pub(crate) pole: Option<Vec3>,
}

impl Aiming {
    /// Converts the goal to the joint's parent space.
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
            Err(Error::InvalidNumber {
                what: "the goal in the joint's space",
                value: f32::INFINITY,
            })
        }
    }

    /// The joint's rotation nearest to `present` with which it aims, without a roll; `present` if
    /// there is nothing to aim.
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

    /// The directions to align; `None` if there is nothing to aim.
    pub(crate) fn pointing(&self) -> Option<Pointing> {
        self.ray.arm(self.sight).map(|Arm { from, to, .. }| Pointing { from, to })
    }

    /// The outcome of the aim without limits.
    pub(crate) fn outcome(&self) -> Outcome {
        self.ray.arm(self.sight).map_or(Outcome::TooClose, |arm| arm.outcome)
    }
}

/// The axis that aims and its target, in model space.
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

/// The result of an aim along a ray, in model space.
pub(crate) fn measure(ray: Ray, goal: &Goal) -> Result<GoalReport, Error> {
    let (_, sight) = sight_of(goal)?;
    let (origin, axis) = (ray.origin, vector::unit(ray.axis).unwrap_or(Vec3::ZERO));
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
                distance: vector::reported_length(target - reached),
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

/// The angle between two directions, radians in [0, π]; 0 if one has no length.
pub(crate) fn angle_between(a: Vec3, b: Vec3) -> f32 {
    match (vector::unit(a), vector::unit(b)) {
        (Some(a), Some(b)) => ops::atan2(a.cross(b).length(), a.dot(b)),
        _ => 0.0,
    }
}
