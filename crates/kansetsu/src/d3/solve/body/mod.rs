//! The whole body: several goals at once, over all joints, with limits.
//!
//! Damped least squares over every joint between the root and the goals, as [`Dls`](super::Dls) does it for one chain, with
//! the goals coupled through the joints they share: `J W Jᵀ` has three rows for each place and each turn that is wanted,
//! and its blocks follow from the *moments* of the shared joints, summed once down the tree. Limits are an active set inside
//! the step and an exact projection after it. A few first steps are drawn towards the pose at the start (its *posture*), so
//! that of all poses that meet the goals one near it is found; the last ones are not, so that the goals are met exactly.
//!
//! A goal's pole turns the limb of two bones that ends in the goal's joint: a row of its own asks the limb's middle to go around the
//! line from base to end, softly, and is left out at the end where it is against the goals.
//!
//! Where goals cannot all be met, those that miss by most are softened and then let go, so that they do not ruin the others:
//! plain least squares would spread the miss over all of them.
//!
//! Sources: S. R. Buss, J.-S. Kim, "Selectively damped least squares for inverse kinematics", Journal of Graphics Tools 10(3),
//! 2005 (the setting); R. Featherstone, "Rigid Body Dynamics Algorithms", 2008, ch. 4-5 (sums of pairs (a, b) along a tree);
//! T. Sugihara 2011 (damping by the squared error). Cost: about 60 ns a joint and (3 × rows)³/6 operations an iteration.

mod attempts;
mod descent;
mod elimination;
mod load;
mod locks;
mod moments;
mod node;
mod nodes;
mod pole;
mod settle;
mod step;
mod stretched;
mod swing;
mod system;
pub(crate) mod tree;

use glam::{Vec3, Vec4, Vec4Swizzles};

use self::{
    descent::Manner,
    nodes::{NONE, Nodes},
    pole::Pole,
    swing::Swing,
    system::{Block, Kind, System},
};
use super::turn::{self, Turn};
use super::work::LARGEST;
use crate::{
    Error,
    d3::{ActiveLimit, Extent, Goal, GoalReport, Orientation, Outcome, Pose, Priority, Report, Transform},
    math::{Rot, vector},
};

pub use tree::Body;

/// What the root of the skeleton may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Root {
    /// Neither move nor turn.
    #[default]
    Held,
    /// Turn, but stay where it is.
    Turns,
    /// Turn and move.
    Free,
}

/// Several goals at once, over the whole body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct WholeBody {
    /// Steps at most in one attempt, and five times as many where nearly nothing is missing. Default 30.
    pub max_iterations: usize,
    /// When a goal's place counts as reached, as a part of the longest way from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// When a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// How many other poses to begin from when an attempt ends short. Default 32.
    pub max_restarts: usize,
    /// What the root may do. Default: held.
    pub root: Root,
    /// How strongly the first steps are drawn towards the pose at the start, in [0, 1]. Default 0.5.
    pub posture: f32,
    /// How many steps are drawn so. Default 2.
    pub posture_steps: usize,
}

impl Default for WholeBody {
    fn default() -> Self {
        Self {
            max_iterations: 30,
            tolerance: 1e-5,
            angle_tolerance: 1e-3,
            max_restarts: 32,
            root: Root::Held,
            posture: 0.5,
            posture_steps: 2,
        }
    }
}

/// A radian of orientation error counts as much as this part of the body's size.
const LEVER: f32 = 0.2;

/// Half a turn, radians, that rounding alone makes when a rotation is taken apart and put together; and one that is a tenth
/// of what counts as outside a limit, for poses that come in rounded.
const UNMOVED: f32 = 2e-7;
const UNMOVED_WHEN_MET: f32 = 5e-6;

/// How soft other goals are beside pins, and how near a pin is met, as a part of the body's size.
const BESIDE_PINS: f32 = 10.0;
const PIN_TOLERANCE: f32 = 2e-6;

/// How soft poles are beside goals, and how near its place a middle counts as being on its pole's side, as a part of the body's size.
const POLE_SOFTNESS: f32 = 10.0;
const OBEYED: f32 = 1e-4;

/// Blocks of rows at most: goals come before poles.
const MOST_BLOCKS: usize = 64;

/// Goals at most: each has up to two blocks of rows, and blocks are kept as the bits of a number.
const MAX_GOALS: usize = 32;

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyScratch {
    nodes: Nodes,
    system: System,
    start: Kept,
    best: Kept,
    last: Kept,
    fallback: Kept,
    swing: Swing,
    /// How attempts are made: carefully until other poses are tried.
    manner: Manner,
    /// The pose that came in, where more than one round is made of it.
    given: Vec<Transform>,
}

/// How the nodes stood once.
pub(crate) type Kept = Vec<(Vec4, f32, Vec4)>;

impl BodyScratch {
    /// Refuses where the squared error, or the place of a joint for which none is wanted, is no number.
    fn check_places(&self, body: &Body, goals: &[Goal], squared: f32) -> Result<(), Error> {
        let is_lost = |goal: &Goal| !self.nodes.place_of(self.nodes.point(body, goal.joint, goal.offset)).is_finite();
        if squared.is_finite() && !goals.iter().any(|goal| goal.position.is_none() && is_lost(goal)) {
            return Ok(());
        }
        Err(Error::InvalidNumber { what: "a goal seen from the root", value: if squared.is_finite() { f32::NAN } else { squared } })
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
    /// [`Error::PoseMismatch`], [`Error::JointOutOfRange`] for a goal's joint, [`Error::InvalidNumber`] for a parameter, a
    /// goal that is not finite, or more than 32 goals, [`Error::InvalidTransform`] for the pose. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut super::Scratch,
    ) -> Result<&'s Report, Error> {
        let met = self.begin(body, goals, pose, scratch)?;
        self.reach(body, goals, met, scratch)?;
        let is_stretched = scratch.body.nodes.is_stretched && !goals.is_empty();
        if is_stretched {
            scratch.body.given.clone_from(&pose.locals);
        }
        self.end(body, goals, pose, (scratch, met));
        if is_stretched && let Err(error) = self.go_on_stretched(body, goals, pose, scratch) {
            pose.locals.clone_from(&scratch.body.given);
            return Err(error);
        }
        Ok(&scratch.report)
    }

    /// What was solved was rigid as it stood: as long as what came of it does not meet the goals as it stands, it is solved again.
    fn go_on_stretched(&self, body: &Body, goals: &[Goal], pose: &mut Pose, scratch: &mut super::Scratch) -> Result<(), Error> {
        let (mut least, mut goes_on, mut round, mut vain) = (f32::INFINITY, true, 0, 0);
        while goes_on {
            let (iterations, restarts) = (scratch.report.iterations, scratch.report.restarts);
            let met = self.begin(body, goals, pose, scratch)?;
            let squared = scratch.body.system.measure(&scratch.body.nodes).0;
            round += 1;
            vain += usize::from(squared.is_nan() || squared > stretched::GAIN * least);
            goes_on = !met && round < stretched::ROUNDS && vain <= stretched::PATIENCE;
            least = squared.min(least);
            self.reach(body, goals, !goes_on, scratch)?;
            scratch.report.iterations += iterations;
            scratch.report.restarts += restarts;
            self.end(body, goals, pose, (scratch, !goes_on));
        }
        Ok(())
    }

    /// Brings the loaded body to its goals, unless they are met.
    fn reach(&self, body: &Body, goals: &[Goal], met: bool, scratch: &mut super::Scratch) -> Result<(), Error> {
        let super::Scratch { body: memory, report, .. } = &mut *scratch;
        if met {
            return Ok(());
        }
        self.attempts(body, goals, memory, report);
        // Numbers near the largest that there are can overflow on the way.
        let squared = memory.system.measure(&memory.nodes).0;
        memory.check_places(body, goals, squared)
    }

    /// Checks and loads everything. Gives whether the goals are met as the pose stands.
    pub(crate) fn begin(&self, body: &Body, goals: &[Goal], pose: &Pose, scratch: &mut super::Scratch) -> Result<bool, Error> {
        self.check(body, goals, pose)?;
        let super::Scratch { body: memory, report, .. } = scratch;
        report.clear();
        if goals.is_empty() {
            return Ok(true);
        }
        memory.nodes.load(body, goals, pose, self.root)?;
        self.make_blocks(body, goals, memory);
        memory.system.prepare(&mut memory.nodes);
        memory.nodes.forward();
        let (squared, met) = memory.system.measure(&memory.nodes);
        memory.check_places(body, goals, squared)?;
        Ok(met && memory.system.poles_obeyed)
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
        super::check_number("WholeBody::posture", self.posture, 0.0, 1.0)?;
        super::check_number("the number of goals", goals.len() as f32, 0.0, MAX_GOALS as f32)?;
        let count = body.joints.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        for goal in goals {
            if goal.joint >= count {
                return Err(Error::JointOutOfRange { joint: goal.joint, count });
            }
            goal.check()?;
            super::check_number("the goal's offset", goal.offset.abs().max_element(), 0.0, LARGEST)?;
        }
        Ok(())
    }

    /// Three rows for each place and each turn.
    fn make_blocks(&self, body: &Body, goals: &[Goal], memory: &mut BodyScratch) {
        let BodyScratch { nodes, system, .. } = memory;
        system.blocks.clear();
        let has_pins = goals.iter().any(|goal| goal.priority == Priority::Pin);
        let down = |point: Vec3| (point - nodes.origin) / nodes.size;
        let unit = |v: Vec3| vector::unit(v).unwrap_or(Vec3::X);
        for (index, goal) in goals.iter().enumerate() {
            let is_pin = goal.priority == Priority::Pin;
            let block = Block {
                goal: index,
                kind: Kind::Place(Vec3::ZERO),
                point: nodes.point(body, goal.joint, goal.offset),
                weight: goal.weight,
                softness: if has_pins && !is_pin { BESIDE_PINS } else { 1.0 },
                tolerance: if is_pin { self.tolerance.min(PIN_TOLERANCE) } else { self.tolerance },
                is_pin,
                is_let_go: false,
                dropped: false,
                rows: None,
                residual: Vec3::ZERO,
                missed: Vec3::ZERO,
                promised: Vec3::ZERO,
                miss_at_start: 0.0,
                place: Vec4::ZERO,
                mover: NONE,
                group: 0,
                row: 0,
            };
            if let Some(target) = goal.position {
                let rows = match goal.extent {
                    Extent::Point => None,
                    Extent::Line(direction) => Some(turn::across(unit(direction))),
                    Extent::Plane(normal) => Some(turn::along(unit(normal))),
                };
                system.blocks.push(Block { kind: Kind::Place(down(target)), rows, ..block });
            }
            if let Some(wanted) = goal.orientation {
                let wanted = match wanted {
                    Orientation::Full(wanted) => Turn::Full(Rot::from(wanted).normalized() * nodes.after(body, goal.joint).inverse()),
                    Orientation::Axis { axis, direction } => {
                        Turn::Axis { axis: nodes.axis(body, goal.joint, unit(axis)), direction: unit(direction) }
                    }
                    Orientation::LookAt { axis, target } => {
                        Turn::LookAt { axis: nodes.axis(body, goal.joint, unit(axis)), target: down(target) }
                    }
                };
                let weight = LEVER * goal.weight;
                system.blocks.push(Block { kind: Kind::Turn(wanted), weight, tolerance: self.angle_tolerance, ..block });
            }
            if let Some((base, middle)) =
                body.limb_above(goal.joint).filter(|_| goal.position.is_some() && system.blocks.len() < MOST_BLOCKS)
                && let Some(pole) = goal.pole
            {
                // Farther away it is a direction.
                let far = Vec3::splat(LARGEST);
                let pole = Pole { base: nodes.first_of(body, base), end: block.point, place: down(pole.clamp(-far, far)) };
                let (point, softness) = (nodes.point(body, middle, Vec3::ZERO), POLE_SOFTNESS);
                system.blocks.push(Block { kind: Kind::Pole(pole), point, softness, tolerance: OBEYED, is_pin: false, ..block });
            }
        }
    }

    fn report(&self, body: &Body, goals: &[Goal], memory: &BodyScratch, report: &mut Report) {
        let BodyScratch { nodes, system, .. } = memory;
        let mut missed = false;
        for (index, goal) in goals.iter().enumerate() {
            let place = nodes.place_of(nodes.point(body, goal.joint, goal.offset)).xyz() * nodes.size + nodes.origin;
            let target = goal.position.map_or(place, |target| goal.extent.nearest(target, place));
            let mut entry = GoalReport { joint: goal.joint, target, reached: place, distance: vector::length(target - place), angle: 0.0 };
            let mut goal_missed = false;
            for block in system.blocks.iter().filter(|block| block.goal == index && !block.is_pole()) {
                let size = block.residual.length() / block.weight;
                goal_missed |= size > block.tolerance;
                if matches!(block.kind, Kind::Turn(_)) {
                    entry.angle = size;
                }
            }
            missed |= goal_missed;
            if goal.priority == Priority::Pin && !goal_missed {
                report.active_pins.push(goal.joint);
            }
            report.goals.push(entry);
        }
        for joint in nodes.joints().filter(|&joint| nodes.may_touch_bound(body, joint)) {
            if let Some(limit) = body.joints[joint].prepared.as_ref().filter(|_| !body.joints[joint].held) {
                let turn = body.joints[joint].rest.inverse() * nodes.local(body, joint);
                report
                    .active_limits
                    .extend(limit.active_bounds(turn.into(), super::work::ACTIVE_TOLERANCE).map(|bound| ActiveLimit { joint, bound }));
            }
        }
        report.outcome = match (missed, report.active_limits.is_empty()) {
            (false, _) => Outcome::Reached,
            (true, false) => Outcome::Limited,
            (true, true) if self.root != Root::Free && nodes.is_out_of_reach(body, goals) => Outcome::OutOfReach,
            (true, true) => Outcome::Stalled,
        };
    }
}
