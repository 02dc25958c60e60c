//! Two bones in closed form.
//!
//! The middle joint's bend follows from the law of cosines, its sign from the side of the middle;
//! then the base rotates the tip to the target. With the segment lengths `a`, `b` and the span `d`
//! the bend is `β = 2 atan2(sqrt((a + b)² - d²), sqrt(d² - (a - b)²))`, which keeps its digits at
//! full reach and fully folded.
//!
//! Source: the law of cosines (Euclid, Elements II, 12-13); the half-angle form after W. Kahan,
//! "Miscalculating Area and Angles of a Needle-like Triangle", 2014. The side is the pole's, else
//! the pose's, else that of the rest pose, else the one with more room in the middle's limit, else
//! left. If the limit forbids it, the other side is used. Cost: constant.

use glam::{Affine2, Mat2, Vec2};

use super::{
    Scratch,
    chain_pose::{check, keep, measure, restore, tip},
    tip_goal::TipGoal,
};
use crate::{
    Error,
    d2::{Chain, Goal, Outcome, Pose, Report, Side, angle_of, chain::ChainJoint},
    error::in_range,
    math::{
        angle::{signed_angle, wrap_angle},
        reach,
    },
    ops,
};

/// Two bones in closed form: arms, legs, anything with one bend.
///
/// The chain needs exactly two joints that rotate before its tip; others between must be locked
/// ([`Chain::with_locked`]). Limits are respected: the bend stops at its bound, the base is
/// projected into its limit.
///
/// ```
/// use kansetsu::d2::{Chain, Goal, Skeleton, Transform, solve::TwoBone};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let hip = builder.root("hip", Transform::from_translation(Vec2::Y));
/// let knee = builder.child(hip, "knee", Transform::from_translation(Vec2::NEG_Y * 0.5));
/// let foot = builder.child(knee, "foot", Transform::from_translation(Vec2::NEG_Y * 0.5));
/// let skeleton = builder.build()?;
///
/// let leg = Chain::new(&skeleton, hip, foot)?;
/// let mut pose = skeleton.rest_pose();
/// let goal = Goal::position(foot, Vec2::new(0.2, 0.2)).with_pole(Vec2::new(1.0, 0.5));
/// let report = TwoBone::default().solve(&leg, &goal, &mut pose)?;
/// assert!(report.distance() < 1e-5 && skeleton.forward(&pose)[knee].translation.x > 0.1);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct TwoBone {
    /// The range of soft reach before full extension (and before fully folded), as a fraction of
    /// the limb's length, in [0, 0.5]. Default 0.
    pub soft: f32,
    /// Blend weight from 0 (the pose is kept) to 1 (the tip reaches), along the shortest arc.
    /// Default 1.
    pub weight: f32,
}

impl Default for TwoBone {
    fn default() -> Self {
        Self { soft: 0.0, weight: 1.0 }
    }
}

/// A bend with a smaller sine has no side, and a residual below this fraction of the length counts
/// as zero.
const STRAIGHT: f32 = 1e-5;

impl TwoBone {
    /// Moves the chain's tip to the goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// # Errors
    /// [`Error::ChainLength`] unless two joints rotate, [`Error::GoalOutsideChain`],
    /// [`Error::InvalidNumber`] for a non-finite value, [`Error::OutOfRange`] for a value out of
    /// its range, [`Error::PoseMismatch`], [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        self.check()?;
        check(chain, goal, pose)?;
        let joints = two_joints(chain)?;
        let Scratch { report, maps, kept, .. } = scratch;
        keep(chain, pose, kept);
        report.clear();
        let wanted = TipGoal::of(goal, &tip(chain, pose));
        let result = self.reach(chain, (goal, &wanted), pose, (maps, joints)).and_then(|outcome| {
            turn_tip(chain, wanted.turn, pose, self.weight);
            report.outcome = outcome;
            measure(chain, goal, pose, report)
        });
        if let Err(error) = result {
            restore(chain, pose, kept);
            return Err(error);
        }
        let is_missed = report.distance() > STRAIGHT * chain.length(pose);
        if report.outcome == Outcome::Reached && is_missed && self.weight >= 1.0 {
            report.outcome = Outcome::Limited;
        }
        Ok(report)
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        in_range("TwoBone::soft", self.soft, [0.0, 0.5])?;
        in_range("TwoBone::weight", self.weight, [0.0, 1.0])
    }

    /// Rotates the two joints. Returns the outcome for the distance to the target.
    fn reach(
        &self,
        chain: &Chain,
        (goal, wanted): (&Goal, &TipGoal),
        pose: &mut Pose,
        (maps, joints): (&mut Vec<Affine2>, [usize; 2]),
    ) -> Result<Outcome, Error> {
        let Some(target) = wanted.target else { return Ok(Outcome::Reached) };
        let base_from_model = inverse(&chain.model_from_base(pose));
        let limb = Limb::load(chain, (pose, wanted.offset), maps, joints);
        let target = base_from_model.transform_point2(target);
        let pole = goal.pole.map(|pole| base_from_model.transform_point2(pole));
        if !(target.is_finite() && pole.is_none_or(Vec2::is_finite) && limb.length().is_finite()) {
            return Err(Error::InvalidNumber {
                what: "the goal seen from the chain's base",
                value: f32::INFINITY,
            });
        }
        let [first, second] = joints.map(|index| &chain.joints[index]);
        let old = [first, second].map(|entry| pose.locals[entry.joint].rotation);
        let present = limb.side(limb.bend());
        let asked = pole.and_then(|pole| side_of(target - limb.start, pole - limb.start));
        let (span, outcome) = reach::span(
            [limb.upper.length(), limb.lower.length()],
            self.soft,
            target.distance(limb.start),
        );
        let is_inside = first.allowed(old[0]) == old[0] && second.allowed(old[1]) == old[1];
        let is_met =
            limb.end().distance(target) <= 1e-6 * limb.length() && outcome == Outcome::Reached;
        if is_met && is_inside && (asked.is_none() || present.is_none() || asked == present) {
            return Ok(outcome);
        }
        let side = asked.or(present).unwrap_or_else(|| limb.side_at_rest(second, old[1]));
        let middle = limb.bent(second, old[1], span, side);
        let limb = limb.turned_below(middle - old[1]);
        let turn = signed_angle(limb.end() - limb.start, target - limb.start) * limb.sign[0];
        let base = first.allowed(old[0] + turn);
        for (entry, (old, new)) in
            [first, second].into_iter().zip(old.into_iter().zip([base, middle]))
        {
            pose.locals[entry.joint].rotation = blended(old, new, self.weight);
        }
        Ok(outcome)
    }
}

/// The two bones in the space of the base's parent.
#[derive(Clone, Copy)]
struct Limb {
    start: Vec2,
    upper: Vec2,
    lower: Vec2,
    /// The sense of a positive rotation of each of the two joints: -1 under a mirror.
    sign: [f32; 2],
}

impl Limb {
    fn load(
        chain: &Chain,
        (pose, offset): (&Pose, Vec2),
        maps: &mut Vec<Affine2>,
        joints: [usize; 2],
    ) -> Self {
        maps.clear();
        maps.push(Affine2::IDENTITY);
        for entry in &chain.joints {
            maps.push(maps[maps.len() - 1] * pose.locals[entry.joint].to_affine());
        }
        // `maps[i]` is the parent space of joint i, `maps[i + 1]` that of the joint itself.
        let [start, middle] = joints.map(|index| maps[index + 1].translation);
        let end = maps[chain.joints.len()].transform_point2(offset);
        let sign =
            joints.map(|index| if maps[index].matrix2.determinant() < 0.0 { -1.0 } else { 1.0 });
        Self { start, upper: middle - start, lower: end - middle, sign }
    }

    fn end(&self) -> Vec2 {
        self.start + self.upper + self.lower
    }

    fn length(&self) -> f32 {
        self.upper.length() + self.lower.length()
    }

    /// From the upper to the lower segment, radians, counter-clockwise.
    fn bend(&self) -> f32 {
        signed_angle(self.upper, self.lower)
    }

    /// The side of the middle for this bend, if it has one: left of the line if the lower segment
    /// bends right.
    fn side(&self, bend: f32) -> Option<Side> {
        if ops::sin(bend).abs() <= STRAIGHT {
            None
        } else if bend < 0.0 {
            Some(Side::Left)
        } else {
            Some(Side::Right)
        }
    }

    /// The side of the rest pose, or the one with more room in the limit, or left.
    fn side_at_rest(&self, middle: &ChainJoint, rotation: f32) -> Side {
        let turn_to_rest = (middle.rest - rotation) * self.sign[1];
        self.side(self.bend() + wrap_angle(turn_to_rest)).unwrap_or_else(|| {
            // A positive rotation of the middle puts it on the right, without a mirror.
            let room = (middle.limit.min.max(-10.0) + middle.limit.max.min(10.0)) * self.sign[1];
            if room > 0.0 { Side::Right } else { Side::Left }
        })
    }

    /// The middle joint's rotation with which the limb spans `span` and the middle is on `side`. If
    /// the limit forbids that, the middle is on the other side, or the rotation is the nearest
    /// allowed one.
    fn bent(&self, middle: &ChainJoint, rotation: f32, span: f32, side: Side) -> f32 {
        let bend = reach::bend([self.upper.length(), self.lower.length()], span);
        let rotation_for =
            |bend: f32| middle.allowed(rotation + wrap_angle(bend - self.bend()) * self.sign[1]);
        let given = rotation_for(-side.sign() * bend);
        let other = rotation_for(side.sign() * bend);
        let miss =
            |new: f32| (self.turned_below(new - rotation).end().distance(self.start) - span).abs();
        if miss(other) + STRAIGHT * self.length() < miss(given) { other } else { given }
    }

    /// The limb with its middle joint rotated by `angle`.
    fn turned_below(&self, angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(angle * self.sign[1]);
        Self {
            lower: Vec2::new(
                self.lower.x * cos - self.lower.y * sin,
                self.lower.x * sin + self.lower.y * cos,
            ),
            ..*self
        }
    }
}

/// Rotates the tip to the target orientation, as far as its limit allows.
fn turn_tip(chain: &Chain, wanted: Option<f32>, pose: &mut Pose, weight: f32) {
    let last = &chain.joints[chain.joints.len() - 1];
    let Some(wanted) = wanted.filter(|_| !last.held) else { return };
    let above = &chain.joints[..chain.joints.len() - 1];
    let model_from_parent = above.iter().fold(chain.model_from_base(pose), |model, entry| {
        model * pose.locals[entry.joint].to_affine()
    });
    let sign = if model_from_parent.matrix2.determinant() < 0.0 { -1.0 } else { 1.0 };
    let local = &mut pose.locals[last.joint];
    let turn = wrap_angle(wanted - angle_of(&(model_from_parent * local.to_affine()))) * sign;
    if turn.abs() > 1e-6 || last.allowed(local.rotation) != local.rotation {
        local.rotation = blended(local.rotation, last.allowed(local.rotation + turn), weight);
    }
}

/// The side of `line` on which the point lies; `None` if it is on the line.
fn side_of(line: Vec2, point: Vec2) -> Option<Side> {
    let sin = ops::sin(signed_angle(line, point));
    if sin.abs() <= STRAIGHT {
        None
    } else {
        Some(if sin > 0.0 { Side::Left } else { Side::Right })
    }
}

fn blended(old: f32, new: f32, weight: f32) -> f32 {
    if weight >= 1.0 { new } else { old + wrap_angle(new - old) * weight }
}

/// The inverse; for a singular map that of its translation alone.
fn inverse(map: &Affine2) -> Affine2 {
    let determinant = map.matrix2.determinant();
    let size = map.matrix2.x_axis.length() * map.matrix2.y_axis.length();
    if determinant.abs() <= 1e-9 * size || !determinant.is_normal() {
        return Affine2 { matrix2: Mat2::IDENTITY, translation: -map.translation };
    }
    map.inverse()
}

/// The two joints that rotate, as indices in the chain.
pub(crate) fn two_joints(chain: &Chain) -> Result<[usize; 2], Error> {
    let last = chain.joints.len() - 1;
    let mut turning = (0..last).filter(|&index| !chain.joints[index].held);
    match (turning.next(), turning.next(), turning.next()) {
        (Some(first), Some(second), None) => Ok([first, second]),
        _ => Err(Error::ChainLength {
            solver: "two-bone",
            needs: "exactly 2",
            found: chain.joints[..last].iter().filter(|entry| !entry.held).count(),
        }),
    }
}
