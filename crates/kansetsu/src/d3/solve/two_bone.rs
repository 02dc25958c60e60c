//! Two bones in closed form.
//!
//! The middle joint's bend follows from the law of cosines, the base then turns the tip to the target by the
//! least rotation, and the whole limb swivels about the line from base to target until its middle lies on the
//! pole's side. Nothing is iterated.
//!
//! With the part of the two segments along the bend axis set aside (`h`), the rest has lengths `a`, `b` and must
//! span `d² = |target - base|² - h²`. The angle between the segments is
//! `β = 2 atan2(sqrt((a + b)² - d²), sqrt(d² - (a - b)²))`: the half-angle form of the law of cosines, which keeps
//! its digits at full reach and fully folded, where `acos` loses half of them.
//!
//! The bend axis is fixed in the skeleton (a hinge's axis, or across the rest bend, or across the pole), not taken
//! from the present bend, so that a straight limb knows its side and the swivel is defined there too.
//!
//! Source: the law of cosines (Euclid, Elements II, 12-13); the half-angle form after W. Kahan, "Miscalculating
//! Area and Angles of a Needle-like Triangle", 2014. Cost: constant.

use glam::Vec3;

use super::{
    ANGLE_TOLERANCE, Scratch,
    again::Again,
    swivel::{smooth, swivel},
    work::Work,
};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Report},
    math::{Rot, reach, vector},
    ops,
};

/// Two bones in closed form: arms, legs, anything with one bend.
///
/// The chain needs exactly two joints that turn before its tip; others between must be held
/// ([`Chain::with_locked`]). Limits are kept: the bend stops at its bound, the base is brought inside its limit. A
/// target that the limits would allow with another swivel is then missed; `Auto` looks for that one.
///
/// The middle bends by the law of cosines (in its half-angle form, which keeps its digits at full reach), the base turns the tip to the
/// target by the least rotation, and the limb swivels about that line to its pole. Nothing is iterated: the cost is constant. Source: Euclid,
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
    /// How far before full reach (and before fully folded) the limb begins to hold back, as a part of its
    /// length, in [0, 0.5]. 0 reaches as far as there is; 0.05 keeps the elbow from popping when a target
    /// passes full reach. Default 0.
    pub soft: f32,
    /// Turns the middle about the line from base to target, radians, after the pole. Default 0.
    pub twist: f32,
    /// From 0 (the pose stays) to 1 (the pose reaches), blended along the shortest rotation. Default 1.
    pub weight: f32,
}

impl Default for TwoBone {
    fn default() -> Self {
        Self { soft: 0.0, twist: 0.0, weight: 1.0 }
    }
}

impl TwoBone {
    /// Brings the chain's tip to the goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with memory that is used again.
    ///
    /// # Errors
    /// [`Error::ChainLength`] unless two joints turn, [`Error::GoalOutsideChain`],
    /// [`Error::InvalidNumber`] for a non-finite value, [`Error::OutOfRange`] for a value out of
    /// its range, [`Error::PoseMismatch`], [`Error::InvalidTransform`], [`Error::Unsupported`] for a goal in the frame of a joint. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        if let Some(pair) = &chain.pair
            && pair.solve(self, (chain, goal), pose, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        self.solve_any(chain, goal, pose, scratch)
    }

    /// [`Self::solve_with`] for any chain.
    #[inline(never)]
    fn solve_any<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        self.check()?;
        super::refuse_frame("two-bone", goal)?;
        scratch.work.load(chain, goal, pose)?;
        scratch.report.clear();
        let joints = two_joints(chain)?;
        let again = Again { chain, goal, tolerance: MET, angle_tolerance: ANGLE_TOLERANCE };
        let outcome = again.solve(scratch, |scratch| self.reach_work(chain, scratch, joints));
        let Scratch { work, report, .. } = scratch;
        blend(chain, work, pose, self.weight);
        work.store(chain, goal, pose, report);
        let missed = outcome == Outcome::Limited || outcome == Outcome::Reached && report.angle() > ANGLE_TOLERANCE;
        report.outcome = if self.weight < 1.0 || !missed { outcome } else { work.why_missed(report) };
        Ok(report)
    }

    /// Solves the loaded chain in place, whatever its goal; the outcome is that of [`Self::solve_work`].
    pub(crate) fn reach_work(&self, chain: &Chain, scratch: &mut Scratch, joints: [usize; 2]) -> Outcome {
        scratch.work.simplify();
        let outcome = self.solve_work(chain, &mut scratch.work, joints);
        scratch.work.restore_offset();
        outcome
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        super::check_number("TwoBone::soft", self.soft, 0.0, 0.5)?;
        super::check_number("TwoBone::weight", self.weight, 0.0, 1.0)?;
        super::check_number("TwoBone::twist", self.twist, -1e6, 1e6)
    }

    /// Solves in place; the outcome is [`Outcome::Limited`] for any miss that is not one of reach.
    pub(crate) fn solve_work(&self, chain: &Chain, work: &mut Work, joints: [usize; 2]) -> Outcome {
        let mut reach = Outcome::Reached;
        if let Some(target) = work.target {
            if self.twist == 0.0 && is_met(chain, work, target) && super::pole::is_met(chain, work) {
                super::turn_tip(chain, work);
                return Outcome::Reached;
            }
            let limb = Limb::new(chain, work, joints);
            let (span, outcome) = reach::span([limb.a, limb.b], self.soft, target.distance(limb.base));
            reach = outcome;
            bend(chain, work, joints[1], &limb, span);
            aim(chain, work, joints, (target, limb.axis, self.twist));
        }
        super::turn_tip(chain, work);
        let missed = work.target.is_some_and(|target| work.tip().0.distance(target) > MET * work.length);
        match reach {
            Outcome::Reached if missed => Outcome::Limited,
            outcome => outcome,
        }
    }
}

/// The tip is there within this fraction of the limb's length: ten times what rounding leaves.
const MET: f32 = 1e-5;

/// The two bones before solving.
struct Limb {
    /// Where the limb starts.
    base: Vec3,
    /// From base to middle, and from middle to tip, in the frame that the middle joint turns in.
    upper: Vec3,
    lower: Vec3,
    /// The bend axis in the same frame.
    axis: Vec3,
    a: f32,
    b: f32,
}

impl Limb {
    fn new(chain: &Chain, work: &Work, [first, second]: [usize; 2]) -> Self {
        let mut limb = Self { base: work.base, upper: Vec3::ZERO, lower: Vec3::ZERO, axis: Vec3::ZERO, a: 0.0, b: 0.0 };
        // `frame` takes the present joint's frame to the frame that the middle joint turns in, run backwards:
        // positions first from the base, then seen from the middle.
        let (mut position, mut frame) = (work.base, Rot::IDENTITY);
        let mut middle = (Vec3::ZERO, Rot::IDENTITY);
        for (index, joint) in work.joints.iter().enumerate() {
            frame = frame * joint.pre;
            if index == first {
                limb.base = position;
            }
            if index == second {
                middle = (position, frame);
            }
            frame = frame * joint.local;
            position += frame.rotate(joint.offset);
        }
        let back = middle.1.inverse();
        limb.upper = back.rotate(middle.0 - limb.base);
        limb.lower = back.rotate(position - middle.0);
        limb.a = limb.upper.length();
        limb.b = limb.lower.length();
        limb.axis = vector::unit(chain.joints[second].bend_axis).unwrap_or(Vec3::X);
        if chain.joints[second].limit.is_none() {
            limb.axis = limb.present_axis();
        }
        limb
    }

    /// A middle that may turn anyhow bends in the plane it is bent in; as it straightens, that gives way to the axis fixed
    /// in the skeleton.
    fn present_axis(&self) -> Vec3 {
        let (Some(upper), Some(lower)) = (vector::unit(self.upper), vector::unit(self.lower)) else { return self.axis };
        let normal = upper.cross(lower);
        let sin = normal.length();
        // Across the limb, so that it can be stretched to its full length.
        let fixed = vector::perpendicular(upper, self.axis);
        let bent = smooth((sin / NEARLY_STRAIGHT).min(1.0));
        vector::unit(normal * (bent / sin.max(1e-9)) + fixed * (1.0 - bent)).unwrap_or(fixed)
    }

    /// The turn about the bend axis that makes the limb span `span`.
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

/// The sine of the bend (2.9°) from which on the present plane alone counts; in a straighter limb it gives way to the fixed axis
/// by the cubic that is smooth at both ends. Smaller values let the axis turn faster in a limb that is nearly straight.
pub(crate) const NEARLY_STRAIGHT: f32 = 0.05;

/// A limb may stay longer than what it should span by this part of its length: laid to the last, it would turn by the root of what a
/// target moves near the fold.
const NEARLY_FOLDED: f32 = 7e-5;

/// A lower segment laid nearer to the plane that a limb is to bend in.
pub(crate) struct Laid {
    /// The turn that does it.
    pub(crate) turn: Rot,
    /// What of it is then along the plane's axis.
    pub(crate) lift: f32,
}

/// Lays the lower segment of two with these lengths so near to the plane across the axis that bending in it gives them the span.
pub(crate) fn laid([a, b]: [f32; 2], span: f32, (axis, lower): (Vec3, Vec3)) -> Laid {
    let lift = lower.dot(axis);
    // What bending turns towards or away from the upper segment must be at least so long.
    let span = span + NEARLY_FOLDED * (a + b);
    let flat = (a * a + b * b - span * span) / (2.0 * a);
    let most = ((b - flat) * (b + flat)).max(0.0).sqrt();
    if lift.abs() <= most {
        return Laid { turn: Rot::IDENTITY, lift };
    }
    let across = vector::unit(lower - axis * lift).unwrap_or(lower);
    let lift = most.copysign(lift);
    let turn = Rot::between(lower, across * ((b - lift) * (b + lift)).max(0.0).sqrt() + axis * lift, axis);
    Laid { turn, lift }
}

/// Bends the middle joint, as far as its limit allows.
fn bend(chain: &Chain, work: &mut Work, middle: usize, limb: &Limb, span: f32) {
    let entry = &chain.joints[middle];
    let lay = if entry.limit.is_none() { laid([limb.a, limb.b], span, (limb.axis, limb.lower)).turn } else { Rot::IDENTITY };
    let limb = Limb { lower: lay.rotate(limb.lower), ..*limb };
    let turn = Rot::from_axis_angle(limb.axis, limb.bend_to(span)) * lay;
    let local = (turn * work.joints[middle].local).normalized();
    work.joints[middle].local = entry.prepared.as_ref().map_or(local, |limit| super::work::projected(limit, entry.rest, local));
}

/// Turns the base so that the tip points at the target and the middle at the pole.
fn aim(chain: &Chain, work: &mut Work, [first, second]: [usize; 2], (target, bend_axis, twist): (Vec3, Vec3, f32)) {
    let mut parent = Rot::IDENTITY;
    for joint in &work.joints[..first] {
        parent = parent * joint.pre * joint.local;
    }
    parent = parent * work.joints[first].pre;
    let limb = Limb::new(chain, work, [first, second]);
    let middle_frame = parent_frame_of(work, second);
    let (tip, side_axis) = (middle_frame.rotate(limb.upper + limb.lower), middle_frame.rotate(bend_axis));
    let line = target - limb.base;
    let mut turn = Rot::between(tip, line, side_axis);
    let Some(line) = vector::unit(line).or_else(|| vector::unit(tip)) else { return };
    if let Some(pole) = work.pole {
        turn = swivel(line, turn.rotate(side_axis), pole - limb.base) * turn;
    }
    if twist != 0.0 {
        turn = Rot::from_axis_angle(line, twist) * turn;
    }
    let entry = &chain.joints[first];
    let local = (parent.inverse() * turn * parent * work.joints[first].local).normalized();
    work.joints[first].local = entry.prepared.as_ref().map_or(local, |limit| super::work::projected(limit, entry.rest, local));
}

/// The frame that the joint at `index` turns in.
fn parent_frame_of(work: &Work, index: usize) -> Rot {
    let mut frame = Rot::IDENTITY;
    for joint in &work.joints[..index] {
        frame = frame * joint.pre * joint.local;
    }
    frame * work.joints[index].pre
}

fn is_met(chain: &Chain, work: &Work, target: Vec3) -> bool {
    work.tip().0.distance(target) <= 1e-6 * work.length && super::is_inside_limits(chain, work)
}

/// The two joints that turn, by their place in the chain.
pub(crate) fn two_joints(chain: &Chain) -> Result<[usize; 2], Error> {
    chain.two.ok_or_else(|| Error::ChainLength {
        solver: "two-bone",
        needs: "exactly 2",
        found: chain.joints[..chain.joints.len() - 1].iter().filter(|entry| !entry.held).count(),
    })
}

/// Blends every joint from where it stands in the pose to where it was solved.
pub(crate) fn blend(chain: &Chain, work: &mut Work, pose: &Pose, weight: f32) {
    if weight >= 1.0 {
        return;
    }
    for (entry, joint) in chain.joints.iter().zip(&mut work.joints) {
        joint.local = Rot::from(pose.locals[entry.joint].rotation).normalized().slerp(joint.local, weight);
    }
}
