//! Two bones in closed form.
//!
//! The middle joint's bend follows from the law of cosines. The base then rotates the tip to the
//! target by the smallest rotation, and the whole limb swivels about the line from base to target
//! until its middle is on the pole's side. There is no iteration.
//!
//! The component of the two segments along the bend axis is `h`. The remaining components have
//! lengths `a`, `b` and must span `d² = |target - base|² - h²`. The angle between the segments is
//! `β = 2 atan2(sqrt((a + b)² - d²), sqrt(d² - (a - b)²))`: the half-angle form of the law of
//! cosines, which keeps its digits at full reach and fully folded, where `acos` loses half of them.
//!
//! The bend axis is fixed in the skeleton (a hinge's axis, or perpendicular to the rest bend or to
//! the pole) instead of taken from the current bend. So a straight limb has a side, and the swivel
//! is defined there too.
//!
//! Source: the law of cosines (Euclid, Elements II, 12-13); the half-angle form after W. Kahan,
//! "Miscalculating Area and Angles of a Needle-like Triangle", 2014. Cost: constant.

use glam::{DVec3, Vec3};

use super::{
    Scratch,
    in_plane::rotated_into_plane,
    loaded::{self, ANGLE_TOLERANCE},
    swivel::swivel,
};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Report, chain::NEARLY_STRAIGHT},
    error::in_range,
    math::{Rot, reach, smoothstep, so3, vector},
    ops,
    solve::Problem,
};

/// Two bones in closed form: arms, legs, anything with one bend.
///
/// The chain needs exactly two joints that rotate before its tip; others between must be locked
/// ([`Chain::with_locked`]). Limits are respected: the bend stops at its bound, the base is
/// projected into its limit. A target that is allowed only with another swivel is then missed;
/// `Auto` finds that swivel.
///
/// The middle bends by the law of cosines (in its half-angle form, which keeps its digits at full
/// reach), the base rotates the tip to the target by the smallest rotation, and the limb swivels
/// about that line to its pole. There is no iteration: the cost is constant. Source: Euclid,
/// Elements II, 12-13; W. Kahan, "Miscalculating Area and Angles of a Needle-like Triangle", 2014.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::TwoBone}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = TwoBone::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct TwoBone {
    /// The range of soft reach before full extension (and before fully folded), as a fraction of
    /// the limb's length, in [0, 0.5]. 0 reaches as far as possible; 0.05 keeps the elbow from
    /// popping when a target passes full reach. Default 0.
    pub soft: f32,
    /// An additional rotation of the middle about the line from base to target, radians, after the
    /// pole. Default 0.
    pub twist: f32,
    /// Blend weight from 0 (the pose is kept) to 1 (the tip reaches), along the shortest arc.
    /// Default 1.
    pub weight: f32,
}

impl Default for TwoBone {
    fn default() -> Self {
        Self { soft: 0.0, twist: 0.0, weight: 1.0 }
    }
}

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
        if let (Some(pair), Some(soft)) = (&chain.pair, self.soft_alone())
            && pair.solve(soft, (chain, goal), pose, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        self.solve_any(chain, goal, pose, scratch)
    }

    /// [`Self::soft`] if the limb is neither twisted nor blended.
    #[inline]
    pub(crate) fn soft_alone(&self) -> Option<f32> {
        (self.twist == 0.0 && self.weight == 1.0).then_some(self.soft)
    }

    /// [`Self::solve_with`] for any chain.
    #[inline(never)]
    fn solve_any<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        self.check()?;
        let joints = two_joints(chain)?;
        let mut outcome = Outcome::Reached;
        loaded::solve((chain, goal), pose, scratch, [MET, ANGLE_TOLERANCE], |_, scratch| {
            outcome = self.solve_loaded(chain, scratch, joints);
            scratch.problem.blend(self.weight);
        })?;
        self.set_outcome(outcome, &mut scratch.report);
        Ok(&scratch.report)
    }

    /// With soft reach or a blend the closed form defines the outcome.
    pub(crate) fn set_outcome(&self, outcome: Outcome, report: &mut Report) {
        if self.weight < 1.0 || outcome == Outcome::SoftReached {
            report.outcome = outcome;
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("TwoBone::soft", self.soft, [0.0, 0.5])?;
        in_range("TwoBone::weight", self.weight, [0.0, 1.0])?;
        in_range("TwoBone::twist", self.twist, [-1e6, 1e6])
    }

    /// Solves the loaded chain in place. The outcome is [`Outcome::Limited`] if the residual
    /// exceeds that due to reach, because limits interfere. A chain whose segments change their
    /// lengths as they rotate is solved repeatedly, and left in its best pose.
    pub(crate) fn solve_loaded(
        &self,
        chain: &Chain,
        scratch: &mut Scratch,
        joints: [usize; 2],
    ) -> Outcome {
        let Scratch { problem, state, .. } = scratch;
        let Some([end, target]) = problem.end_and_target(&chain.body) else {
            problem.turn_tip(&chain.body);
            return Outcome::Reached;
        };
        let is_there = end.distance(target) <= THERE
            && self.twist == 0.0
            && super::pole::residual(chain, problem).is_none();
        let mut outcome = Outcome::Reached;
        let rounds = if is_there {
            0
        } else if problem.tree.is_stretched() {
            ROUNDS
        } else {
            1
        };
        let (mut least, mut missed, mut shortfall) = (f64::INFINITY, 0.0, 0.0);
        for _ in 0..rounds {
            let Some([end, target]) = problem.end_and_target(&chain.body) else { break };
            let axis;
            (outcome, axis, shortfall) = self.bend(chain, problem, joints, [end, target]);
            problem.measure();
            self.aim(chain, problem, joints, axis);
            problem.turn_tip(&chain.body);
            missed = problem
                .end_and_target(&chain.body)
                .map_or(0.0, |[end, target]| end.distance(target));
            if missed < least {
                least = missed;
                problem.tree.keep(state);
            }
            if missed <= THERE {
                break;
            }
        }
        if missed > least {
            problem.tree.recall(state);
        }
        problem.turn_tip(&chain.body);
        if missed.min(least) > shortfall + f64::from(MET) { Outcome::Limited } else { outcome }
    }

    /// Bends the middle joint so that the end is as far from the base as the target, as far as its
    /// limit allows. Returns the outcome by reach, the axis of the bend, and the distance that must
    /// remain between end and target.
    fn bend(
        &self,
        chain: &Chain,
        problem: &mut Problem,
        [first, second]: [usize; 2],
        [end, target]: [DVec3; 2],
    ) -> (Outcome, Vec3, f64) {
        let limb = Limb::new(chain, problem, [first, second], end);
        let distance = target.distance(limb.base);
        let (span, outcome) = reach::span([limb.a, limb.b], self.soft, distance as f32);
        let is_free = chain.known(&chain.joints[second]).limit.is_none();
        let lay = if is_free {
            rotated_into_plane([limb.a, limb.b], span, (limb.axis, limb.lower)).turn
        } else {
            Rot::IDENTITY
        };
        let limb = Limb { lower: lay.rotate(limb.lower), ..limb };
        let turn = Rot::from_axis_angle(limb.axis, limb.bend_to(span)) * lay;
        problem.rotate(
            &chain.body,
            problem.tree.node_of[chain.joints[second].joint],
            so3::from_rot(turn),
        );
        (outcome, limb.axis, (distance - f64::from(span)).abs())
    }

    /// Rotates the base so that the end points at the target and the middle at the pole.
    fn aim(&self, chain: &Chain, problem: &mut Problem, joints: [usize; 2], axis: Vec3) {
        let Some([end, target]) = problem.end_and_target(&chain.body) else { return };
        let base = problem.tree.nodes[problem.tree.node_of[chain.joints[joints[0]].joint]].position;
        let (way, line, side_axis) = (end - base, target - base, so3::wide(axis));
        let mut rotation = so3::rotation_between(way, line, side_axis);
        let Some(line) = line.try_normalize().or_else(|| way.try_normalize()) else { return };
        if let Some(pole) = problem.pole() {
            let [line, axis, pole] = [line, rotation * side_axis, pole - base].map(so3::narrow);
            rotation = so3::from_rot(swivel(line, axis, pole)) * rotation;
        }
        if self.twist != 0.0 {
            rotation = so3::exp(line * f64::from(self.twist)) * rotation;
        }
        problem.rotate(&chain.body, problem.tree.node_of[chain.joints[joints[0]].joint], rotation);
    }
}

/// The end is at its target within this fraction of the limb's length: ten times the rounding
/// error.
const MET: f32 = 1e-5;

/// A limb whose end is this close to its target does not move.
const THERE: f64 = 1e-6;

/// Maximum number of rounds for a chain whose segments change their lengths. At ×2 no more targets
/// are reached.
const ROUNDS: usize = 30;

/// The two bones before a round, in model space; lengths in body sizes.
struct Limb {
    /// The start of the limb.
    base: DVec3,
    /// The vectors from base to middle, and from middle to end.
    upper: Vec3,
    lower: Vec3,
    /// The bend axis.
    axis: Vec3,
    a: f32,
    b: f32,
}

impl Limb {
    fn new(chain: &Chain, problem: &Problem, [first, second]: [usize; 2], end: DVec3) -> Self {
        let node =
            |index: usize| &problem.tree.nodes[problem.tree.node_of[chain.joints[index].joint]];
        let (base, middle) = (node(first).position, node(second).position);
        let fixed = node(second).frame_above() * so3::wide(chain.joints[second].bend_axis);
        let [upper, lower, axis] = [middle - base, end - middle, fixed].map(so3::narrow);
        let axis = vector::unit(axis).unwrap_or(Vec3::X);
        let mut limb = Self { base, upper, lower, axis, a: upper.length(), b: lower.length() };
        if chain.known(&chain.joints[second]).limit.is_none() {
            limb.axis = limb.present_axis();
        }
        limb
    }

    /// A middle without a limit bends in its current plane; as it straightens, that is blended with
    /// the axis fixed in the skeleton.
    fn present_axis(&self) -> Vec3 {
        let (Some(upper), Some(lower)) = (vector::unit(self.upper), vector::unit(self.lower))
        else {
            return self.axis;
        };
        let normal = upper.cross(lower);
        let sin = normal.length();
        // Perpendicular to the limb, so that it can be stretched to its full length.
        let fixed = vector::perpendicular(upper, self.axis);
        let bent = smoothstep(sin / NEARLY_STRAIGHT);
        vector::unit(normal * (bent / sin.max(1e-9)) + fixed * (1.0 - bent)).unwrap_or(fixed)
    }

    /// The angle about the bend axis with which the limb spans `span`.
    fn bend_to(&self, span: f32) -> f32 {
        let along = |v: Vec3| self.axis * v.dot(self.axis);
        let (upper, lower) = (self.upper - along(self.upper), self.lower - along(self.lower));
        let height = (self.upper + self.lower).dot(self.axis);
        let (a, b) = (upper.length(), lower.length());
        let wanted = reach::bend([a, b], (span * span - height * height).max(0.0).sqrt());
        let present = ops::atan2(upper.cross(lower).dot(self.axis), upper.dot(lower));
        wanted - present
    }
}

/// The two joints that rotate, as indices in the chain.
pub(crate) fn two_joints(chain: &Chain) -> Result<[usize; 2], Error> {
    chain.two.ok_or_else(|| Error::ChainLength {
        solver: "two-bone",
        needs: "exactly 2",
        found: chain.turning().count(),
    })
}
