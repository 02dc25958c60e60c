//! Long even chains in closed form.
//!
//! A straight chain of n equal segments without limits reaches any target as an arc: every joint but the base turns by the
//! same x about one axis h, and the base by what is left. The tip is then at distance
//! `sin(u) / (n sin(u/n))` of the chain's length, `u = n x / 2`, which Newton's method inverts from the series in
//! [`arc`](super::dls). All inner joints share one quaternion, because turns about one axis commute. So a chain of a thousand
//! joints costs one look at each joint (does it stand at rest?) and one write.
//!
//! Iterating solvers need about n rounds here: FABRIK still misses a third of all targets after 100 rounds at 1,000 joints.
//! The tip's place in the report follows from the same sum, not from a walk along the joints.

use glam::{Quat, Vec3};

use super::work::inverse_of;
use crate::{
    d3::{Chain, Extent, Goal, GoalReport, Outcome, Pose, Skeleton, Transform},
    math::{Rot, vector},
    ops,
};

/// A chain whose segments at rest are all equal, straight, and not limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Even {
    /// From each joint to the next, in each joint's frame and, at rest, in the base's space.
    offset: Vec3,
    /// The first joint after the base, when the joints stand one after the other in the skeleton.
    first: usize,
    count: usize,
}

/// What became of the goal.
pub(crate) struct Answer {
    pub(crate) goal: GoalReport,
    pub(crate) outcome: Outcome,
}

/// Fewer segments have a solver of their own.
const FEWEST: usize = 3;

/// Newton steps: from the series two are enough for single precision, at any length.
const STEPS: usize = 3;

impl Even {
    /// Whether this is such a chain.
    pub(crate) fn of(chain: &Chain, skeleton: &Skeleton) -> Option<Self> {
        let count = chain.joints.len() - 1;
        let first = chain.joints[0].joint + 1;
        let offset = skeleton.joints()[chain.joints[1].joint].rest.translation;
        let fits = chain.joints.iter().enumerate().all(|(place, entry)| {
            let rest = &skeleton.joints()[entry.joint].rest;
            let is_next = entry.joint + 1 == first + place;
            is_next
                && entry.limit.is_none()
                && !entry.held
                && rest.rotation == Quat::IDENTITY
                && rest.scale == Vec3::ONE
                && (place == 0 || rest.translation == offset)
        });
        (fits && count >= FEWEST && offset.length_squared() > 1e-20).then_some(Self { offset, first, count })
    }

    /// Solves, if the chain stands at rest and only a place is wanted; else leaves everything as it is.
    pub(crate) fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, tolerance: f32) -> Option<Answer> {
        let target = goal
            .position
            .filter(|_| goal.orientation.is_none() && goal.pole.is_none() && goal.extent == Extent::Point && goal.offset == Vec3::ZERO)?;
        if pose.locals.len() != chain.joint_count || goal.check().is_err() {
            return None;
        }
        let (base, inner) = pose.locals[self.first - 1..self.first + self.count].split_first()?;
        if base.rotation != Quat::IDENTITY || base.scale != Vec3::ONE || !self.stands(inner) {
            return None;
        }
        let base_at = base.translation;
        let model_from_base = chain.model_from_base(pose);
        let down = inverse_of(&model_from_base);
        let wanted = down.matrix3 * target + down.translation - base_at;
        let length = self.offset.length() * self.count as f32;
        let far = wanted.length();
        // Zero, infinity and NaN are for the general way.
        if !(far > 1e-6 * length && far < 1e17 && length < 1e17 && wanted.distance(self.offset * self.count as f32) > tolerance * length) {
            return None;
        }
        let reach = (far / length).min(1.0);
        let bend = opening(reach, self.count as f32);
        let line = vector::unit(self.offset)?;
        let across = line.cross(wanted);
        let axis = if across.length_squared() > 1e-12 * far * far {
            vector::unit(across)?
        } else {
            vector::perpendicular(line, chain.joints[0].bend_axis)
        };
        let lean = ops::atan2(axis.dot(across), line.dot(wanted)) - 0.5 * (self.count - 1) as f32 * bend;
        let turn = Quat::from(Rot::from_axis_angle(axis, bend));
        let locals = &mut pose.locals[self.first - 1..self.first + self.count - 1];
        locals[0].rotation = Rot::from_axis_angle(axis, lean).into();
        for local in &mut locals[1..] {
            local.rotation = turn;
        }
        let reached =
            model_from_base.matrix3 * (wanted * (spread(bend, self.count as f32) * length / far) + base_at) + model_from_base.translation;
        let outcome = if far <= length * (1.0 + tolerance) { Outcome::Reached } else { Outcome::OutOfReach };
        Some(Answer {
            goal: GoalReport { joint: goal.joint, target, reached, distance: vector::length(target - reached), angle: 0.0 },
            outcome,
        })
    }

    /// Whether all joints after the base stand at rest.
    fn stands(&self, inner: &[Transform]) -> bool {
        inner.iter().all(|local| local.rotation == Quat::IDENTITY && local.translation == self.offset && local.scale == Vec3::ONE)
    }
}

/// The angle at each joint for this part of the full length.
fn opening(reach: f32, count: f32) -> f32 {
    let y = 1.0 - reach;
    let mut u = (y * (6.0 + y * (1.8 + y * 2.07))).sqrt();
    for _ in 0..STEPS {
        let ((sin, cos), (small_sin, small_cos)) = (ops::sin_cos(u), ops::sin_cos(u / count));
        let spread = sin / (count * small_sin);
        let slope = (cos - spread * small_cos) / (count * small_sin);
        if small_sin <= 0.0 || slope > -1e-9 {
            break;
        }
        u -= (spread - reach) / slope;
    }
    2.0 * u / count
}

/// What part of its length the chain spans with this angle at each joint.
fn spread(bend: f32, count: f32) -> f32 {
    let small_sin = ops::sin(0.5 * bend);
    if small_sin.abs() < 1e-12 { 1.0 } else { ops::sin(0.5 * bend * count) / (count * small_sin) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_spans_what_it_should() {
        for count in [3, 5, 10, 100, 1000] {
            for step in 1..=1000 {
                let reach = step as f32 / 1000.0;
                let spread = spread(opening(reach, count as f32), count as f32);
                assert!((spread - reach).abs() < 2e-6, "{count} segments, {reach}: {spread}");
            }
        }
    }
}
