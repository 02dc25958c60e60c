//! The whole body: several goals at once, over all joints, with limits, and the pose that costs least.
//!
//! One definition of the answer. Of all poses inside the limits it is the one of least energy
//!
//! ```text
//! E(q) = Σ strength · |what a goal misses| + comfort(q)
//! ```
//!
//! near the pose that is given: what can be met is met, what cannot gives way smoothly ([`goal`]), and of all poses that do so the one nearest
//! to the body's ease is taken ([`comfort`]). A step ([`descent`]) takes the energy for the square that touches it, in the dual form: `J W Jᵀ`
//! has three rows for each place and each turn that is wanted, and its blocks follow from the *moments* of the shared joints, summed once
//! down the tree ([`moments`]). Limits are an active set inside the step ([`settle`]) and an exact projection after it.
//!
//! [`WholeBody::solve`] takes one pose for itself; [`WholeBody::follow`] goes on frame by frame ([`follow`]). `docs/engine.md` has all of it
//! on two pages, with every number that steers it.
//!
//! Sources: S. R. Buss, J.-S. Kim, "Selectively damped least squares for inverse kinematics", Journal of Graphics Tools 10(3),
//! 2005 (the setting); R. Featherstone, "Rigid Body Dynamics Algorithms", 2008, ch. 4-5 (sums of pairs (a, b) along a tree);
//! C. W. Wampler, "Manipulator inverse kinematic solutions based on vector formulations and damped least-squares methods", IEEE Trans.
//! SMC 16(1), 1986 (the dual form). Cost: about 60 ns a joint and (3 × rows)³/6 operations a step.

mod apart;
mod balance;
mod border;
mod comfort;
mod descent;
mod elimination;
mod elsewhere;
mod follow;
mod goal;
mod load;
mod locks;
mod moments;
mod node;
mod nodes;
mod pole;
mod restart;
mod settle;
mod straight;
mod stretched;
mod system;
pub(crate) mod tree;

use glam::{Vec3, Vec4, Vec4Swizzles};

use self::{
    descent::{Begins, Span, descend, hold},
    goal::{Block, Kind},
    nodes::{Nodes, Point},
    pole::Pole,
    system::System,
};
use super::turn::{self, Turn};
use super::work::LARGEST;
use crate::{
    Error,
    d3::{ActiveLimit, Goal, GoalReport, Orientation, Outcome, Pose, Priority, Region, Report, Transform},
    math::{Rot, vector},
};

pub(crate) use follow::GLIDE;
pub use follow::{GoalPose, TrackingState};
pub use tree::Body;

/// What the root of the skeleton may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Root {
    /// It neither moves nor rotates.
    #[default]
    #[cfg_attr(feature = "serde", serde(alias = "held"))]
    Fixed,
    /// It rotates in place.
    #[cfg_attr(feature = "serde", serde(alias = "turns"))]
    Rotates,
    /// It rotates and moves.
    Free,
}

/// Several goals at once, over the whole body.
///
/// ```
/// use kansetsu::{d3::{Goal, Skeleton, Transform, solve::{Body, WholeBody}}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let mut hands = Vec::new();
/// for side in [Vec3::X, Vec3::NEG_X] {
///     let shoulder = builder.child(chest, "shoulder", Transform::from_translation(side * 0.2));
///     let elbow = builder.child(shoulder, "elbow", Transform::from_translation(side * 0.3));
///     hands.push(builder.child(elbow, "hand", Transform::from_translation(side * 0.3)));
/// }
/// let skeleton = builder.build()?;
///
/// let goals = [Goal::position(hands[0], Vec3::new(0.4, 0.3, 0.2)), Goal::position(hands[1], Vec3::new(-0.3, -0.4, 0.1))];
/// let mut pose = skeleton.rest_pose();
/// let report = WholeBody::default().solve(&Body::new(&skeleton), &goals, &mut pose)?;
/// assert!(report.distance() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct WholeBody {
    /// Steps at most, all told: of the first attempt, of all others and of what comes after. Default 100.
    pub max_steps: usize,
    /// When a goal's place counts as reached, as a fraction of the longest way from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// When a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Restarts when the first attempt misses a goal; they share [`Self::max_steps`]. [`Self::track`] tries
    /// them in frames in which goals rest. Default 0.
    pub max_restarts: usize,
    /// What the root may do. Default: held.
    pub root: Root,
    /// How hard a goal of weight 1 pulls at most, in what it costs to turn a joint of stiffness 1 by a radian, per body size. What takes more
    /// gives way. In [1, 1000]; default 10.
    pub strength: f32,
}

impl Default for WholeBody {
    fn default() -> Self {
        Self { max_steps: 100, tolerance: 1e-5, angle_tolerance: 1e-3, max_restarts: 0, root: Root::Fixed, strength: 10.0 }
    }
}

/// A radian counts as much as this fraction of the body's size: of what a goal's orientation misses, and of how far it goes between frames.
const LEVER: f32 = 0.2;

/// Half a turn, radians, that rounding alone makes when a rotation is taken apart and put together; and one that is a tenth
/// of what counts as outside a limit, for poses that come in rounded.
const UNMOVED: f32 = 2e-7;
const UNMOVED_WHEN_MET: f32 = 5e-6;

/// A pin pulls so many times as hard as a goal: nothing else can move it. It is met as near as this, as a fraction of the body's size.
const HOLD: f32 = 10.0;
const PIN: f32 = 100.0;
const PIN_TOLERANCE: f32 = 2e-6;

/// A pole pulls with this fraction of its goal's strength.
const POLE: f32 = 0.2;

/// How hard the body keeps its balance, and its parts apart, beside a goal that is far off: it gives way to goals that are met, not to those that cannot be.
const WISH: f32 = 2.0;

/// A step that turns nothing by more than this, radians, ends a solve when the goals are met.
const SETTLED: f32 = 3e-2;

/// The same where the body has an ease of its own, to which it is to come.
const AT_EASE: f32 = 1e-2;

/// Steps at most before the next attempt, where others are to follow: what is not there by then swings about.
const ATTEMPT: usize = 100;

/// Where goals are not met, a solve insists so many times, and lets them pull so many times harder each time. Where that does not help, the one that misses most
/// pulls so many times less hard for one descent.
const INSISTS: (usize, f32) = (2, 10.0);

/// Blocks of rows at most: goals come before poles.
const MOST_BLOCKS: usize = 64;

/// Goals at most: each has up to two blocks of rows, and blocks are kept as the bits of a number.
const MAX_GOALS: usize = 32;

/// What became of goals that pulled harder.
struct Harder {
    steps: usize,
    /// How many times as hard they pull where that is enough; nothing where it is not.
    times: Option<f32>,
}

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyScratch {
    nodes: Nodes,
    system: System,
    first: Kept,
    best: Kept,
    /// The pose that came in, where more than one round is made of it.
    given: Vec<Transform>,
}

/// How the nodes stood once.
pub(crate) type Kept = Vec<(Vec4, f32, Vec4)>;

impl BodyScratch {
    /// Refuses where what is missing, or the place of a joint for which none is wanted, is no number.
    fn check_places(&self, body: &Body, goals: &[Goal]) -> Result<(), Error> {
        let is_lost = |goal: &Goal| !self.nodes.place_of(self.nodes.point(body, goal.joint, goal.offset)).is_finite();
        let missing = self.system.cost();
        if missing.is_finite() && !goals.iter().any(|goal| goal.position.is_none() && is_lost(goal)) {
            return Ok(());
        }
        Err(Error::InvalidNumber { what: "a goal seen from the root", value: if missing.is_finite() { f32::NAN } else { missing } })
    }
}

impl WholeBody {
    /// Brings every goal's joint to its goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, body: &Body, goals: &[Goal], pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = super::Scratch::default();
        self.solve_with(body, goals, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with memory that is used again.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::JointOutOfRange`] for a goal's joint,
    /// [`Error::InvalidNumber`] for a non-finite parameter or goal, [`Error::OutOfRange`] for a
    /// parameter or a goal out of its range or more than 32 goals, [`Error::InvalidTransform`] for
    /// the pose. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut super::Scratch,
    ) -> Result<&'s Report, Error> {
        let met = self.begin((body, goals), pose, body.reference.as_ref(), scratch)?;
        let is_stretched = scratch.body.nodes.is_stretched && !goals.is_empty();
        let is_thick = !body.collision_pairs.is_empty() && !goals.is_empty();
        self.reach(body, goals, met, scratch)?;
        if is_stretched || is_thick {
            scratch.body.given.clone_from(&pose.locals);
        }
        self.end(body, goals, pose, (scratch, met));
        let mut goes_on = if is_thick { self.go_on_apart(body, goals, pose, scratch) } else { Ok(()) };
        if is_stretched && goes_on.is_ok() {
            goes_on = self.go_on_stretched(body, goals, pose, scratch);
        }
        if let Err(error) = goes_on {
            pose.locals.clone_from(&scratch.body.given);
            return Err(error);
        }
        Ok(&scratch.report)
    }

    /// What was solved was rigid as it stood: as long as what came of it does not meet the goals as it stands, it is solved again.
    fn go_on_stretched(&self, body: &Body, goals: &[Goal], pose: &mut Pose, scratch: &mut super::Scratch) -> Result<(), Error> {
        let mut goes_on = true;
        while goes_on {
            let before = [scratch.report.iterations, scratch.report.restarts];
            let met = self.begin((body, goals), pose, body.reference.as_ref(), scratch)?;
            goes_on = !met && before[0] < self.max_steps;
            self.reach_on(body, goals, !goes_on, (scratch, before))?;
            self.end(body, goals, pose, (scratch, !goes_on));
        }
        Ok(())
    }

    /// [`Self::reach`] with what is left of the steps; `before` is how many steps and other poses it took until then.
    fn reach_on(&self, body: &Body, goals: &[Goal], met: bool, (scratch, before): (&mut super::Scratch, [usize; 2])) -> Result<(), Error> {
        let left = Self { max_steps: self.max_steps.saturating_sub(before[0]), ..*self };
        left.reach(body, goals, met, scratch)?;
        scratch.report.iterations += before[0];
        scratch.report.restarts += before[1];
        Ok(())
    }

    /// Brings the loaded body to its goals, unless they are met and it is at its ease as it is.
    fn reach(&self, body: &Body, goals: &[Goal], met: bool, scratch: &mut super::Scratch) -> Result<(), Error> {
        let super::Scratch { body: memory, report, .. } = &mut *scratch;
        if met && body.reference.is_none() {
            return Ok(());
        }
        restart::bend(body, memory);
        let settled = if body.reference.is_some() { AT_EASE } else { SETTLED };
        let has_pins = memory.system.blocks.iter().any(|block| block.is_pin);
        let steps = self.max_steps - if has_pins { descent::kept_for_pins(self.max_steps) } else { 0 };
        let span = Span { steps, turn: f32::INFINITY, settled, is_bare: false, begins: Begins::Anew };
        let mut descent = descend(body, memory, self.attempt(span));
        if !descent.met {
            descent.steps += self.insist(body, memory, report, Span { steps: span.steps - descent.steps, ..span });
        }
        report.iterations = descent.steps + hold(body, memory, (self.max_steps.saturating_sub(descent.steps), f32::INFINITY));
        // Numbers near the largest that there are can overflow on the way.
        memory.check_places(body, goals)
    }

    /// As much of what is left as one attempt may take, where others are to follow.
    fn attempt(&self, left: Span) -> Span {
        if self.max_restarts > 0 { Span { steps: left.steps.min(ATTEMPT), ..left } } else { left }
    }

    /// Comfort can hold a goal off that could be met: goals pull harder, then harder still, and other poses are tried, if so asked. Where even
    /// that does not meet them all, the end before stands, the comfortable one, unless fewer goals are missed now, or less. Gives how many steps it took.
    fn insist(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report, span: Span) -> usize {
        memory.nodes.keep(&mut memory.first);
        let first = memory.system.shortfall();
        let harder = self.pull_harder(body, memory, span, 0.0);
        let (mut left, mut met) = (span.steps - harder.steps, harder.times.is_some());
        if !met && self.max_restarts > 0 {
            let descent = restart::restart(body, memory, report, (1..=self.max_restarts, Span { steps: left, is_bare: true, ..span }));
            (left, met) = (left - descent.steps, descent.met);
        }
        memory.system.strengthen(0.0);
        if !met {
            // What can be met is met beside what cannot: while what misses most pulls less hard, and then as hard as the others.
            memory.system.spare(1.0 / INSISTS.1);
            left -= descend(body, memory, Span { steps: left, ..span }).steps;
            memory.system.strengthen(0.0);
            left -= descend(body, memory, Span { steps: left, ..span }).steps;
            if memory.system.shortfall() >= first {
                memory.nodes.recall(&memory.first);
            }
        }
        memory.system.measure(&memory.nodes);
        span.steps - left
    }

    /// Lets goals that are not met pull harder, then harder still, until they are met or what they miss costs less than is `enough`. A pose that stands for
    /// itself goes on the second time from where nothing stands on its bounds any more: there is most often what keeps a body in a pose that misses.
    fn pull_harder(&self, body: &Body, memory: &mut BodyScratch, span: Span, enough: f32) -> Harder {
        let (mut left, mut times) = (span.steps, 1.0);
        for round in 0..INSISTS.0 {
            memory.system.strengthen(INSISTS.1);
            times *= INSISTS.1;
            if round > 0 && span.begins == Begins::Anew {
                memory.system.loosen(body, &mut memory.nodes);
            }
            let descent = descend(body, memory, self.attempt(Span { steps: left, ..span }));
            left -= descent.steps;
            if descent.met || memory.system.cost() < enough {
                return Harder { steps: span.steps - left, times: Some(times) };
            }
            if left == 0 {
                break;
            }
        }
        Harder { steps: span.steps - left, times: None }
    }

    /// Checks and loads everything, drawn to `ease`, or to the pose itself. Gives whether the goals are met as the pose stands.
    pub(crate) fn begin(
        &self,
        (body, goals): (&Body, &[Goal]),
        pose: &Pose,
        ease: Option<&Pose>,
        scratch: &mut super::Scratch,
    ) -> Result<bool, Error> {
        self.check(body, goals, pose)?;
        let super::Scratch { body: memory, report, .. } = scratch;
        report.clear();
        if goals.is_empty() {
            return Ok(true);
        }
        memory.nodes.load(body, goals, pose, (self.root, ease))?;
        self.make_blocks(body, goals, pose, memory);
        memory.system.prepare(&mut memory.nodes);
        memory.nodes.forward();
        let met = memory.system.measure(&memory.nodes);
        memory.check_places(body, goals)?;
        Ok(met && memory.system.poles_are_obeyed())
    }

    /// Gives what was loaded back to the pose, and says what became of the goals; `met` is whether they were met from the
    /// start.
    pub(crate) fn end<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        (scratch, met): (&'s mut super::Scratch, bool),
    ) -> &'s Report {
        let super::Scratch { body: memory, report, .. } = scratch;
        if !goals.is_empty() {
            // Also when nothing had to move: the pose that came in may have been outside its limits.
            memory.nodes.store(body, pose, if met { UNMOVED_WHEN_MET } else { UNMOVED });
            self.report(body, goals, memory, report);
        }
        report
    }

    fn check(&self, body: &Body, goals: &[Goal], pose: &Pose) -> Result<(), Error> {
        super::check_number("WholeBody::tolerance", self.tolerance, 0.0, 1.0)?;
        super::check_number("WholeBody::angle_tolerance", self.angle_tolerance, 0.0, 4.0)?;
        super::check_number("WholeBody::strength", self.strength, 1.0, 1000.0)?;
        super::check_number("the number of goals", goals.len() as f32, 0.0, MAX_GOALS as f32)?;
        let count = body.joints.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        for goal in goals {
            if goal.joint >= count {
                return Err(Error::JointOutOfRange { joint: goal.joint, count });
            }
            if let Some(frame) = goal.relative_to.filter(|&frame| frame >= count) {
                return Err(Error::JointOutOfRange { joint: frame, count });
            }
            goal.check()?;
            super::check_number("the goal's offset", goal.offset.abs().max_element(), 0.0, LARGEST)?;
        }
        Ok(())
    }

    /// Three rows for each place and each turn.
    fn make_blocks(&self, body: &Body, goals: &[Goal], pose: &Pose, memory: &mut BodyScratch) {
        let BodyScratch { nodes, system, .. } = memory;
        system.blocks.clear();
        let down = |point: Vec3| (point - nodes.origin) / nodes.size;
        let unit = |v: Vec3| vector::unit(v).unwrap_or(Vec3::X);
        for (index, goal) in goals.iter().enumerate() {
            let is_pin = goal.priority == Priority::Pin;
            let pulls = if is_pin { [PIN, PIN] } else { [goal.weight, HOLD * goal.weight] };
            let block = Block {
                tolerance: if is_pin { self.tolerance.min(PIN_TOLERANCE) } else { self.tolerance },
                is_pin,
                ..Block::new(index, nodes.point(body, goal.joint, goal.offset), pulls.map(|pull| pull * self.strength))
            };
            if let Some(target) = goal.position {
                let extent = match goal.region {
                    Region::Point => None,
                    Region::Line(direction) => Some(turn::across(unit(direction))),
                    Region::Plane(normal) => Some(turn::along(unit(normal))),
                };
                let anchor = goal.relative_to.map(|frame| nodes.point(body, frame, target));
                let deadband = goal.radius / nodes.size;
                system.blocks.push(Block { kind: Kind::Place(down(target)), extent, anchor, deadband, ..block });
            }
            if let Some(wanted) = goal.orientation {
                let wanted = match wanted {
                    Orientation::Full(wanted) => {
                        let wanted = Rot::from(wanted).normalized() * nodes.after(body, goal.joint).inverse();
                        Turn::Full(goal.relative_to.map_or(wanted, |frame| nodes.after(body, frame) * wanted))
                    }
                    Orientation::Axis { axis, direction } => {
                        let direction = goal.relative_to.map_or(unit(direction), |frame| nodes.axis(body, frame, unit(direction)));
                        Turn::Axis { axis: nodes.axis(body, goal.joint, unit(axis)), direction }
                    }
                    Orientation::LookAt { axis, target } => {
                        Turn::LookAt { axis: nodes.axis(body, goal.joint, unit(axis)), target: down(target) }
                    }
                };
                let looks = matches!(wanted, Turn::LookAt { .. });
                let anchor = goal.relative_to.filter(|_| !looks).map(|frame| nodes.point(body, frame, Vec3::ZERO));
                let block = Block { kind: Kind::Turn(wanted), weight: LEVER, tolerance: self.angle_tolerance, anchor, ..block };
                system.blocks.push(Block { deadband: goal.angle, ..block });
            }
            if let Some((base, middle)) =
                body.limb_above(goal.joint).filter(|_| goal.position.is_some() && system.blocks.len() < MOST_BLOCKS)
                && let Some(pole) = goal.pole
            {
                // Farther away it is a direction.
                let far = Vec3::splat(LARGEST);
                let pole = Pole { base: nodes.first_of(body, base), end: block.point, place: down(pole.clamp(-far, far)) };
                let (point, strength) = (nodes.point(body, middle, Vec3::ZERO), POLE * self.strength);
                let hold = strength;
                system.blocks.push(Block { kind: Kind::Pole(pole), point, strength, hold, is_pin: false, ..block });
            }
        }
        self.make_wishes(body, goals, pose, memory);
    }

    /// What nobody asks for: that parts of the body keep apart, and balance. The balance comes last.
    fn make_wishes(&self, body: &Body, goals: &[Goal], pose: &Pose, memory: &mut BodyScratch) {
        let BodyScratch { nodes, system, .. } = memory;
        system.neighbours.load(body, pose, nodes, MOST_BLOCKS - 1 - system.blocks.len().min(MOST_BLOCKS - 1));
        for (index, apart) in system.neighbours.0.iter().enumerate() {
            let ([point, anchor], pull) = (apart.points(), self.strength * WISH);
            let block = Block { kind: Kind::Apart(index), anchor: Some(anchor), ..Block::new(usize::MAX, point, [pull; 2]) };
            system.blocks.push(Block { tolerance: self.tolerance, ..block });
        }
        if system.footing.load(body, goals, pose, nodes) && system.blocks.len() < MOST_BLOCKS {
            let still = Point { node: 0, local: Vec3::ZERO };
            let pull = self.strength * WISH;
            system.blocks.push(Block { kind: Kind::Balance, ..Block::new(usize::MAX, still, [pull; 2]) });
        }
    }

    fn report(&self, body: &Body, goals: &[Goal], memory: &BodyScratch, report: &mut Report) {
        let BodyScratch { nodes, system, .. } = memory;
        let mut missed = false;
        for (index, goal) in goals.iter().enumerate() {
            let place = nodes.place_of(nodes.point(body, goal.joint, goal.offset)).xyz() * nodes.size + nodes.origin;
            let target = goal.position.map_or(place, |target| {
                let hangs = |frame| nodes.place_of(nodes.point(body, frame, target)).xyz() * nodes.size + nodes.origin;
                goal.region.nearest(goal.relative_to.map_or(target, hangs), place)
            });
            let mut entry = GoalReport { joint: goal.joint, target, reached: place, distance: vector::length(target - place), angle: 0.0 };
            let mut goal_missed = false;
            for block in system.blocks.iter().filter(|block| block.goal == index && !block.is_wish()) {
                goal_missed |= block.misses();
                if block.is_turn() {
                    entry.angle = block.off();
                }
            }
            missed |= goal_missed;
            if goal.priority == Priority::Pin && !goal_missed {
                report.active_pins.push(goal.joint);
            }
            report.goals.push(entry);
        }
        for joint in nodes.joints().filter(|&joint| nodes.may_touch_bound(body, joint)) {
            if let Some(limit) = body.joints[joint].prepared.as_ref().filter(|_| !body.joints[joint].locked) {
                let turn = body.joints[joint].rest.inverse() * nodes.local(body, joint);
                report
                    .active_limits
                    .extend(limit.active_bounds(turn.into(), super::work::ACTIVE_TOLERANCE).map(|bound| ActiveLimit { joint, bound }));
            }
        }
        report.outcome = match (missed, report.active_limits.is_empty()) {
            (false, _) => Outcome::Reached,
            (true, false) => Outcome::Limited,
            (true, true) if nodes.is_out_of_reach(body, goals) => Outcome::OutOfReach,
            (true, true) => Outcome::Stalled,
        };
    }
}
