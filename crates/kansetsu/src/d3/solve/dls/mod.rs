//! Damped least squares with limits that converge.
//!
//! Levenberg-Marquardt on the joints' turns, in dual form (a 3 × 3 or 6 × 6 system however long the chain), with the
//! limits as an active set inside every step and an exact projection after it. The damping is tied to the squared error
//! (T. Sugihara, "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", IEEE Transactions on
//! Robotics 27(5), 2011, 984-991), so nothing is adapted from step to step and a small change of the target is a small
//! change of the answer. The sum of the joints' turns in one step is capped for the same reason.
//!
//! Where the first attempt ends short, a few deterministic ones from other poses follow; the best, found to the last digits, is what
//! is given back.
//! Differences from the textbook: the active set (clamping alone reaches 76-89 % of planar targets, this all of them), the
//! preferred bend (a straight limb whose hinge stands on its bound has no gradient) and the starts in closed form (an arc, a limb's
//! law of cosines), steps that are shortened where they lead too far, and kept short where a place alone is wanted, the restarts.
//! Cost: about 50 ns a hinge and 75 ns a ball per iteration, 0-6 iterations.

mod arc;
pub(crate) mod bounds;
mod descent;
mod ends;
mod extremes;
mod fine;
mod limb;
mod linear;
pub(crate) mod link;
mod links;
mod miss;
pub(crate) mod seeds;
pub(crate) mod split;
mod step;

use glam::{Mat3, Vec3};

use super::{
    Scratch,
    again::Again,
    pole,
    turn::Turn,
    work::{Seen, Work},
};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Report},
    math::Rot,
};
pub(crate) use arc::ROOM;
use descent::{CAREFUL_TRY, FIRST_TRY, Manner, SETTLE, TRY, step};
use ends::Ends;
use fine::Fine;
pub(crate) use links::Links;
use miss::Miss;
use seeds::Idle;

/// Damped least squares with limits inside every step.
///
/// Levenberg-Marquardt on the joints' turns, with the limits as an active set; where an attempt ends short others follow from other
/// poses. Take it for chains with limits, orientations, lines and planes. About 50 ns a hinge and 75 ns a ball per iteration, 0-6 iterations where the
/// first attempt arrives. Source of the damping: T. Sugihara, "Solvability-unconcerned inverse kinematics by the
/// Levenberg-Marquardt method", IEEE Transactions on Robotics 27(5), 2011, 984-991.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::Dls}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Dls::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Dls {
    /// Steps at most in one attempt; ten times as many in those from the given pose where a place alone is wanted and hardly anything is missing.
    /// Default 30.
    pub max_iterations: usize,
    /// When the tip counts as there, as a part of the chain's length. With up to 1e-4 the same problem turned, moved, scaled or mirrored ends
    /// within 1e-5 of the same place. Default 1e-4.
    pub tolerance: f32,
    /// When the tip counts as turned, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// How many other poses to begin from when an attempt ends short. Default 32.
    pub max_restarts: usize,
}

/// Memory for attempts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tries {
    /// The pose before all, and the one in which the first attempt began.
    before: Vec<Rot>,
    first: Vec<Rot>,
    /// Where that one stalled.
    stalled: Vec<Rot>,
    best: Vec<Rot>,
    ends: Ends,
    fine: Fine,
}

impl Default for Dls {
    fn default() -> Self {
        Self { max_iterations: 30, tolerance: 1e-4, angle_tolerance: 1e-3, max_restarts: 32 }
    }
}

/// A radian of orientation error counts as much as this part of the chain's length.
const LEVER: f32 = 0.3;

/// A first attempt that stalls nearer than this, in chain lengths, is finished by Newton's method before others are begun; nearer
/// than this an attempt may be patient.
const NEARLY: f32 = 0.02;

/// Newton's method stops where it meets a goal, by this part of the tolerance and less than what rounding may take from it: where the first
/// attempt itself comes just near enough it is left there, and next to it so should be what was finished.
const JUST_MET: f64 = 0.99;
const ROUNDING: f64 = 5e-7;

/// A step gains next to nothing if it gains less than this part of the squared error.
const STALL_GAIN: f32 = 0.01;

/// An answer has settled at this squared error, or when no joint turns farther in a step, radians.
const SETTLED_ERROR: f32 = 1e-13;
const SETTLED_TURN: f32 = 2e-6;

/// An attempt that arrives between these parts of the tolerance makes a part of a step more, from nothing to all of it: so where it ends
/// does not depend on which step was just near enough, nor much on rounding, and few attempts pay for it.
const WELL_WITHIN: f32 = 0.05;
const BARELY_WITHIN: f32 = 0.2;

/// Where the tip is turned, or where the arc or the limb's bend alone arrived, more hangs on rounding: with tolerances up to the first, an attempt that arrives no nearer than the second, in
/// chain lengths, makes all of a step. Within 1e-5 the same problem turned or moved ends in the same place.
const EXACT: f32 = 1e-4;
const NEARER: f32 = 5e-6;

/// Attempts stop before the last digits: any end whose squared error is no more than this part above the least may prove the best. When
/// settled, one of a later attempt is better only if it has this part less: which is chosen must not change with every step of a drag.
const NEARLY_LEAST: f32 = 0.05;
const NO_LESS: f32 = 0.01;

/// Of ends in the same place the first attempt's is kept, for the same reason, unless a later one leaves less than this part of its squared
/// error. A stretched chain is solved again and again, each time a little: there the nearest counts.
const NEARER_PLACE: f32 = 0.9;

/// A target counts as unreachable when this part of all attempts ended as near to it as the best, within 1 %.
const SAME_ENDS: f32 = 0.3;

impl Dls {
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
    /// [`Error::GoalOutsideChain`], [`Error::InvalidNumber`] for a non-finite value,
    /// [`Error::OutOfRange`] for a value out of its range, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        self.check()?;
        if let Some(even) = chain.even.as_ref().filter(|_| goal.joint == chain.tip())
            && even.solve((chain, goal), pose, self.tolerance, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        self.solve_any(chain, goal, pose, scratch)
    }

    /// [`Self::solve_with`] where no closed form is at hand.
    #[inline(never)]
    fn solve_any<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        scratch.report.clear();
        scratch.work.load(chain, goal, pose)?;
        let outcome = match scratch.work.changes(goal) {
            true => Again { chain, goal, dls: *self }.descend(scratch),
            false => self.reach_work(chain, scratch),
        };
        let Scratch { work, report, .. } = scratch;
        work.store(chain, goal, pose, report);
        report.outcome = if outcome == Outcome::Limited { work.why_missed(report) } else { outcome };
        Ok(report)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        super::check_number("Dls::tolerance", self.tolerance, 0.0, 1.0)?;
        super::check_number("Dls::angle_tolerance", self.angle_tolerance, 0.0, 4.0)
    }

    /// Solves the loaded chain in place; fills iterations and restarts. The outcome is [`Outcome::Limited`] for any miss.
    pub(crate) fn reach_work(&self, chain: &Chain, scratch: &mut Scratch) -> Outcome {
        let met = self.reach(chain, scratch);
        if met {
            pole::swivel_and_solve(chain, scratch, |scratch| self.go_on(chain, scratch));
        } else {
            pole::swivel(chain, &mut scratch.work, &mut scratch.best);
        }
        if met { Outcome::Reached } else { Outcome::Limited }
    }

    /// One attempt from where the chain stands.
    fn go_on(&self, chain: &Chain, scratch: &mut Scratch) -> bool {
        let Scratch { work, report, links, .. } = scratch;
        links.load(chain, work, turning(work));
        links.forward();
        let task = Task::new(self, work, links.after);
        let (steps, met) = if work.orientation.is_some() {
            let (steps, end) = task.attempt::<6>(chain, links, FIRST_TRY);
            (steps, end.is_met)
        } else {
            let (steps, end) = task.attempt::<3>(chain, links, FIRST_TRY);
            (steps, end.is_met)
        };
        report.iterations += steps;
        links.store(&chain.links, work);
        met
    }

    /// Brings the tip to the goal, whatever the pole.
    fn reach(&self, chain: &Chain, scratch: &mut Scratch) -> bool {
        let Scratch { work, report, links, tries, .. } = scratch;
        if work.target.is_none() && work.orientation.is_none() {
            return true;
        }
        let turns_tip = work.orientation.is_some();
        links.load(chain, work, turning(work));
        let task = Task::new(self, work, links.after);
        if task.takes_extreme(chain, links) {
            links.store(&chain.links, work);
            return false;
        }
        let moved = !task.is_met_at_once(links);
        let (iterations, restarts, met) = if turns_tip { task.run::<6>(chain, links, tries) } else { task.run::<3>(chain, links, tries) };
        report.iterations += iterations;
        report.restarts += restarts;
        if moved || !super::is_inside_limits(chain, work) {
            links.store(&chain.links, work);
        }
        met && !task.is_beyond
    }
}

/// How many joints have a part in it: the tip only when its turn changes anything.
fn turning(work: &Work) -> usize {
    let last = work.joints.len() - 1;
    last + usize::from(work.orientation.is_some() || work.joints[last].offset != Vec3::ZERO)
}

/// What is wanted of the links, in chain lengths.
struct Task<'a> {
    solver: &'a Dls,
    target: Option<Vec3>,
    /// What part of the miss counts.
    rows: Option<Mat3>,
    /// How the frame after the last link should be turned.
    orientation: Option<Turn>,
    /// What model space makes of that frame in a stretched chain.
    seen: Option<Seen>,
    /// Whether the target was farther away than the chain is long: what is met then is the nearest point.
    is_beyond: bool,
    /// Whether a place is wanted, nothing else, of segments whose lengths stay.
    is_plain: bool,
    /// Whether segments keep their lengths, so that the last digits of an answer mean something.
    is_rigid: bool,
    /// Whether a pole will say where the middle goes.
    has_pole: bool,
}

impl<'a> Task<'a> {
    fn new(solver: &'a Dls, work: &Work, after: Rot) -> Self {
        let scale = if work.length > 0.0 { 1.0 / work.length } else { 1.0 };
        let down = |point: Vec3| (point - work.base) * scale;
        let mut target = work.target.map(down);
        // A target far out of reach pulls no harder than one just out of reach.
        let mut is_beyond = false;
        if let Some(point) = &mut target {
            let distance = point.length();
            if distance > 1.0 && work.is_rigid && work.rows.is_none() {
                *point /= distance;
                is_beyond = distance > 1.0 + solver.tolerance;
            }
        }
        let orientation = work.orientation.map(|wanted| match wanted.before(after) {
            Turn::LookAt { axis, target } => Turn::LookAt { axis, target: down(target) },
            other => other,
        });
        let is_plain = target.is_some() && orientation.is_none() && work.is_rigid && work.rows.is_none();
        let (seen, has_pole) = (work.seen, work.pole.is_some());
        Self { solver, target, rows: work.rows, orientation, seen, is_beyond, is_plain, is_rigid: work.is_rigid, has_pole }
    }

    /// Brings free links as near as they can come to a target outside their reach, in closed form. Gives whether it was one.
    fn takes_extreme(&self, chain: &Chain, links: &mut Links) -> bool {
        let Some(target) = self.target.filter(|_| self.is_plain && extremes::is_free(links)) else { return false };
        if self.is_beyond {
            extremes::straighten(links, chain, target);
        } else if target.length() < extremes::hole(links) - self.solver.tolerance {
            extremes::fold(links, chain, target);
        } else {
            return false;
        }
        true
    }

    fn is_met_at_once(&self, links: &mut Links) -> bool {
        links.forward();
        if self.orientation.is_some() { self.miss::<6>(links).is_met } else { self.miss::<3>(links).is_met }
    }

    /// All attempts. Gives iterations, restarts and whether the goal is met; leaves the best in `links`.
    fn run<const N: usize>(&self, chain: &Chain, links: &mut Links, tries: &mut Tries) -> (usize, usize, bool) {
        let miss = self.miss::<N>(links);
        if miss.is_met {
            return (0, 0, true);
        }
        seeds::keep(links, &mut tries.before);
        let (mut least, mut iterations, mut same_ends) = (miss.squared, 0, 0);
        let enough_same = (SAME_ENDS * self.solver.max_restarts as f32) as usize + 1;
        let mut attempts = 0;
        for number in 0..=self.solver.max_restarts {
            if !self.begin::<N>(number, chain, links, &mut tries.first) {
                continue;
            }
            links.forward();
            let (steps, mut end) = self.attempt::<N>(chain, links, self.manner(attempts));
            iterations += steps;
            if let Some(target) = self.target.filter(|_| !end.is_met && self.is_plain && extremes::is_free(links)) {
                extremes::span(links, chain, target);
                end = self.miss::<N>(links);
            }
            if attempts == 0 && !end.is_met && self.is_plain {
                let (steps, later) = self.insist::<N>(chain, links, tries, end);
                (iterations, end) = (iterations + steps, later);
            }
            if end.is_met {
                let first = (attempts == 0 && !self.is_beyond).then_some(steps);
                return (iterations + self.finish(chain, links, (&end, first), &mut tries.fine), attempts, true);
            }
            if attempts == 0 {
                tries.ends.clear(links, if self.is_rigid { NEARER_PLACE } else { 1.0 });
            }
            attempts += 1;
            same_ends = if end.squared < 0.98 * least { 1 } else { same_ends + usize::from(end.squared < 1.02 * least) };
            least = least.min(end.squared);
            tries.ends.keep(links, end.squared, attempts);
            if same_ends >= enough_same {
                break;
            }
        }
        let (steps, met) = self.choose(chain, links, (tries, &miss));
        (iterations + steps, attempts.saturating_sub(1), met)
    }

    /// Goes on where the first attempt ended short, so that next to goals that it meets others do not end elsewhere: near the goal by Newton's
    /// method, and from a saddle with the hinges loosened that stand on a bound, which have to leave it there but are asked for nothing.
    /// Hinges whose axis goes through the tip stay at first; then they turn to one bound, then to the other.
    /// Gives steps and where that ends.
    #[cold]
    fn insist<const N: usize>(&self, chain: &Chain, links: &mut Links, tries: &mut Tries, mut end: Miss<N>) -> (usize, Miss<N>) {
        let mut steps = 0;
        // Newton's method turns hinges without a lever anyhow.
        seeds::keep(links, &mut tries.stalled);
        if end.squared < NEARLY * NEARLY {
            let tolerance = f64::from(self.solver.tolerance);
            let enough = if self.is_beyond { 0.0 } else { (JUST_MET * tolerance).min(tolerance - ROUNDING).max(0.0) };
            steps += tries.fine.settle(self, links, enough);
            end = self.miss::<N>(links);
        }
        if end.is_met {
            return (steps, end);
        }
        seeds::keep(links, &mut tries.best);
        for idle in [Idle::Stay, Idle::TurnToNearerBound, Idle::TurnToFartherBound] {
            seeds::take(links, &tries.stalled);
            links.forward();
            if !seeds::loosen(links, idle) {
                continue;
            }
            links.forward();
            let (more, later) = self.attempt::<N>(chain, links, CAREFUL_TRY);
            steps += more;
            if later.is_met {
                return (steps, later);
            }
        }
        seeds::take(links, &tries.best);
        links.forward();
        (steps, end)
    }

    /// How steps of the attempt after so many others are made. The second one begins from the first one's pose, only bent.
    fn manner(&self, attempts: usize) -> Manner {
        match attempts {
            0 | 1 if self.is_plain => CAREFUL_TRY,
            0 => FIRST_TRY,
            _ => TRY,
        }
    }

    /// Finds an answer that arrived so far that where it ends does not depend on which step was just near enough: of the first attempt,
    /// after so many steps, or of a later one. Gives how many steps it took.
    #[inline(never)]
    fn finish<const N: usize>(&self, chain: &Chain, links: &mut Links, (end, first): (&Miss<N>, Option<usize>), fine: &mut Fine) -> usize {
        let Some(before) = first else {
            let steps = self.settle::<N>(chain, links).0;
            let is_near = self.miss::<N>(links).distance_squared() <= NEARER * NEARER;
            return if is_near { steps } else { steps + fine.settle(self, links, 0.0) };
        };
        if N == 3 && before > 0 || self.solver.tolerance > EXACT {
            let part = (end.distance_squared().sqrt() / self.solver.tolerance - WELL_WITHIN) / (BARELY_WITHIN - WELL_WITHIN);
            let is_part = part > 0.0 && step(self, chain, links, (end, Manner { part: part.min(1.0), ..TRY })).is_some();
            return usize::from(is_part);
        }
        if end.distance_squared() <= NEARER * NEARER {
            return 0;
        }
        match step(self, chain, links, (end, TRY)) {
            Some(end) if end.distance_squared() > NEARER * NEARER => 1 + self.settle::<N>(chain, links).0,
            _ => 1,
        }
    }

    /// Takes the best of the ends that are left when nothing arrived, or what was before all. Which it is shows only where they are settled to
    /// the last digits. Gives steps and whether the goal is met after all.
    #[cold]
    fn choose<const N: usize>(&self, chain: &Chain, links: &mut Links, (tries, before): (&mut Tries, &Miss<N>)) -> (usize, bool) {
        let (mut least, mut steps, mut is_met) = (f32::INFINITY, 0, false);
        let no_less = if self.is_rigid { 1.0 - NO_LESS } else { 1.0 };
        for index in 0..tries.ends.leave_nearest(NEARLY_LEAST) {
            seeds::take(links, tries.ends.turns(index));
            links.forward();
            steps += self.settle::<N>(chain, links).0 + tries.fine.settle(self, links, 0.0);
            let end = self.miss::<N>(links);
            if end.squared < no_less * least {
                (least, is_met) = (end.squared, end.is_met);
                seeds::keep(links, &mut tries.best);
            }
        }
        seeds::take(links, if least < before.squared { &tries.best } else { &tries.before });
        links.forward();
        (steps, is_met)
    }

    /// Puts the links where the attempt with this number begins. Gives whether it is a new place.
    fn begin<const N: usize>(&self, number: usize, chain: &Chain, links: &mut Links, first: &mut Vec<Rot>) -> bool {
        match number {
            0 => {
                if !self.bend_limb::<N>(chain, links) {
                    if let Some(target) = self.target.filter(|_| self.is_rigid) {
                        let plane = if self.has_pole { arc::Plane::Meant } else { arc::Plane::Nearest };
                        arc::bend(links, chain, target, (plane, chain.joints[0].bend_axis));
                    }
                    if seeds::is_at_rest(&chain.links, links) {
                        seeds::bend(&chain.links, links);
                    }
                }
                seeds::keep(links, first);
            }
            1 => {
                seeds::take(links, first);
                seeds::bend(&chain.links, links);
                return !seeds::are(links, first);
            }
            2 => {
                seeds::rest_pose(chain, links);
                return !seeds::are(links, first);
            }
            _ => seeds::nearest(chain, links, number, |links| self.miss::<N>(links).squared),
        }
        true
    }

    /// Bends a limb that stands at rest to a place. Gives whether it did.
    fn bend_limb<const N: usize>(&self, chain: &Chain, links: &mut Links) -> bool {
        let place = self.target.filter(|_| N == 3 && self.is_plain);
        place.is_some_and(|target| seeds::is_at_rest(&chain.links, links) && limb::bend(links, chain, target))
    }

    /// Steps until the goal is met, nothing is gained any more, or the steps run out.
    fn attempt<const N: usize>(&self, chain: &Chain, links: &mut Links, manner: Manner) -> (usize, Miss<N>) {
        let mut miss = self.miss::<N>(links);
        let (mut steps, mut stalled) = (0, 0);
        let most =
            |miss: &Miss<N>| self.solver.max_iterations.saturating_mul(if miss.squared < NEARLY * NEARLY { manner.patience } else { 1 });
        while !miss.is_met && steps < most(&miss) && stalled < manner.stall {
            let next = step(self, chain, links, (&miss, manner));
            steps += 1;
            let Some(next) = next else { break };
            stalled = if next.squared > (1.0 - STALL_GAIN) * miss.squared { stalled + 1 } else { 0 };
            miss = next;
        }
        (steps, miss)
    }

    /// Finds an answer that an attempt came near to the last digits, so that it does not depend on where the attempt began.
    fn settle<const N: usize>(&self, chain: &Chain, links: &mut Links) -> (usize, Miss<N>) {
        let mut miss = self.miss::<N>(links);
        for steps in 0..self.solver.max_iterations {
            let next = if miss.squared > SETTLED_ERROR { step(self, chain, links, (&miss, SETTLE)) } else { None };
            let Some(next) = next else { return (steps, miss) };
            miss = next;
            if links.links.iter().all(|link| link.step.length_squared() < SETTLED_TURN * SETTLED_TURN) {
                return (steps + 1, miss);
            }
        }
        (self.solver.max_iterations, miss)
    }
}
