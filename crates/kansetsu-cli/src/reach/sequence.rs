//! Goals solved one after the other, and measured together at the end.

use std::time::Instant;

use anyhow::{Context, bail};
use kansetsu::{
    d3::{
        Chain, Goal, Limb, Outcome, Pose, Priority, Report, Rig,
        solve::{AimChain, Scratch, Solver},
    },
    glam::Affine3,
};

use super::{
    Limits, Method, Wish,
    gap::{ANGLE_SLACK, Gap},
};
use crate::{
    argument::label,
    json::{ActiveLimitEntry, GoalEntry, SolvedGoals, tenths},
};

/// A pose and what became of the goals in it.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) pose: Pose,
    pub(crate) goals: SolvedGoals,
    /// Goals that were met and then lost to a later one, as sentences.
    pub(crate) notes: Vec<String>,
}

impl Solved {
    /// Measures the goals in a pose that has changed. Outcomes stay.
    pub(super) fn measure(&mut self, rig: &Rig, goals: &[Goal]) {
        let world_from_joint = rig.skeleton.forward(&self.pose);
        for (entry, goal) in self.goals.goals.iter_mut().zip(goals) {
            let Gap { target, reached, distance, angle } = Gap::of(goal, &world_from_joint);
            (entry.target, entry.reached) = (target.to_array(), reached.to_array());
            (entry.distance, entry.angle) = (distance, angle);
        }
    }

    /// The same in a pose that lags behind the solution: goals that it misses are reported.
    pub(super) fn measure_anew(&mut self, rig: &Rig, goals: &[Goal]) {
        let before: Vec<[f32; 2]> = self.goals.goals.iter().map(|goal| [goal.distance, goal.angle]).collect();
        self.measure(rig, goals);
        for (entry, [distance, angle]) in self.goals.goals.iter_mut().zip(before) {
            if entry.distance > distance + LAG || entry.angle > angle + ANGLE_SLACK {
                entry.outcome = Outcome::Stalled;
                let off = entry.distance * 1e3;
                self.notes.push(format!("\"{}\" lags {off:.1} mm behind its goal: its joints turn to it at their fastest", entry.joint));
            }
        }
        let worst = self.goals.goals.iter().map(|goal| goal.outcome).max_by_key(|&outcome| severity(outcome));
        self.goals.outcome = worst.unwrap_or_default();
    }
}

/// A pose lags if its residual exceeds that of the solution by this much, metres.
const LAG: f32 = 1e-4;

/// A goal on its own, solved.
struct Attempt<'a> {
    wish: &'a Wish,
    chain: Chain,
    /// How many of the chain's joints before its tip may turn.
    turning: usize,
    report: Report,
    micros: f64,
}

/// Solves each wish in `pose`: those whose chains begin nearest to the root first, so that a trunk leans before
/// its arms reach. Every distance in the answer is measured on the final pose.
pub(crate) fn solve_in_turn(rig: &Rig, wishes: &[Wish], method: &Method, mut pose: Pose, scratch: &mut Scratch) -> anyhow::Result<Solved> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by_key(|&wish| rig.skeleton.ancestors(wishes[wish].base).count());
    let mut attempts = Vec::with_capacity(wishes.len());
    for index in order {
        attempts.push((index, attempt(rig, &wishes[index], method, &mut pose, scratch)?));
    }
    let active_limits = active_limits(rig, attempts.iter().map(|(_, attempt)| attempt));
    attempts.sort_by_key(|(index, _)| *index);
    let attempts: Vec<Attempt<'_>> = attempts.into_iter().map(|(_, attempt)| attempt).collect();
    let (goals, notes) = measure(rig, &attempts, method, &pose)?;
    let goals = SolvedGoals {
        outcome: goals.iter().map(|goal| goal.outcome).max_by_key(|&outcome| severity(outcome)).unwrap_or_default(),
        iterations: goals.iter().map(|goal| goal.iterations).sum(),
        micros: tenths(attempts.iter().map(|attempt| attempt.micros).sum()),
        active_limits,
        // Pins are held by the whole body.
        active_pins: Vec::new(),
        solver: method.solver.name(),
        restarts: goals.iter().map(|goal| goal.restarts).sum(),
        goals,
    };
    Ok(Solved { pose, goals, notes })
}

fn attempt<'a>(rig: &Rig, wish: &'a Wish, method: &Method, pose: &mut Pose, scratch: &mut Scratch) -> anyhow::Result<Attempt<'a>> {
    let (chain, turning) = chain_for(rig, wish, method)?;
    check_shares(rig, &chain, &method.solver)?;
    let start = Instant::now();
    let report = method.solver.solve_with(&chain, &wish.goal, pose, scratch);
    let micros = start.elapsed().as_secs_f64() * 1e6;
    let report = report.with_context(|| format!("the goal of \"{}\"", label(&rig.skeleton, wish.goal.joint)))?.clone();
    Ok(Attempt { wish, chain, turning, report, micros })
}

/// Refuses shares that are not one for each joint.
fn check_shares(rig: &Rig, chain: &Chain, solver: &Solver) -> anyhow::Result<()> {
    let Solver::AimChain(AimChain { shares, .. }) = solver else { return Ok(()) };
    if !shares.is_empty() && shares.len() != chain.joints().len() {
        let names: Vec<String> = chain.joints().map(|joint| label(&rig.skeleton, joint)).collect();
        bail!("--shares gives {} numbers; the chain has {} joints: {}", shares.len(), names.len(), names.join(", "));
    }
    Ok(())
}

/// The chain of a wish. Where it is a limb that the rig knows, it bends to the limb's side, in the
/// limb's middle. And how many of its joints before the tip may turn.
fn chain_for(rig: &Rig, wish: &Wish, method: &Method) -> anyhow::Result<(Chain, usize)> {
    let mut chain = Chain::new(&rig.skeleton, wish.base, wish.goal.joint)?;
    if method.limits == Limits::On {
        chain = chain.with_limits(&rig.limits)?;
    }
    if let Some(limb) = limb_of(rig, wish) {
        chain = chain.with_pole(&rig.skeleton, limb.pole);
    }
    let turning = turning(rig, wish, method)?;
    let held: Vec<usize> = chain.joints().filter(|joint| !turning.contains(joint)).collect();
    let count = turning.iter().filter(|&&joint| joint != wish.goal.joint).count();
    Ok((held.into_iter().fold(chain, Chain::with_locked), count))
}

/// The joints of a goal's chain that follow it: of a limb that the rig knows its base, its middle and its tip.
pub(super) fn turning(rig: &Rig, wish: &Wish, method: &Method) -> anyhow::Result<Vec<usize>> {
    let limb = limb_of(rig, wish);
    let is_in_limb = |joint: usize| limb.is_none_or(|limb| [limb.base, limb.middle, limb.tip].contains(&joint));
    let chain = Chain::new(&rig.skeleton, wish.base, wish.goal.joint)?;
    Ok(chain.joints().filter(|&joint| is_in_limb(joint) && !method.held.contains(&joint)).collect())
}

/// The limb that a wish's chain is.
pub(super) fn limb_of<'a>(rig: &'a Rig, wish: &Wish) -> Option<&'a Limb> {
    rig.limb_to(wish.goal.joint).filter(|limb| limb.base == wish.base)
}

/// The bounds on which joints stand at the end, the attempts in the order in which they were made: a chain that
/// moves a joint again decides which of its bounds it stands on.
fn active_limits<'a>(rig: &Rig, attempts: impl Iterator<Item = &'a Attempt<'a>>) -> Vec<ActiveLimitEntry> {
    let mut active: Vec<(usize, &'static str)> = Vec::new();
    for Attempt { chain, report, .. } in attempts {
        active.retain(|(joint, _)| !chain.joints().any(|moved| moved == *joint));
        active.extend(report.active_limits.iter().map(|limit| (limit.joint, limit.bound)));
    }
    active.into_iter().map(|(joint, bound)| ActiveLimitEntry { joint: label(&rig.skeleton, joint), bound }).collect()
}

/// What became of each goal in the final pose, and which ones were lost on the way.
fn measure(rig: &Rig, attempts: &[Attempt<'_>], method: &Method, pose: &Pose) -> anyhow::Result<(Vec<GoalEntry>, Vec<String>)> {
    let world_from_joint = rig.skeleton.forward(pose);
    let mut notes = Vec::new();
    let mut goals = Vec::new();
    for attempt in attempts {
        let mut goal = entry(rig, attempt, &world_from_joint);
        if !goal.distance.is_finite() {
            bail!("the goal of \"{}\" is too far away to be measured; give it in metres", goal.joint);
        }
        let slack = method.tolerance.max(1e-4) * attempt.chain.length(pose);
        if goal.distance > attempt.report.distance() + slack || goal.angle > attempt.report.angle() + ANGLE_SLACK {
            goal.outcome = Outcome::Stalled;
            let (off, turned) = (goal.distance * 1e3, goal.angle.to_degrees());
            notes.push(format!("a later goal moved \"{}\" away: it is {off:.1} mm and {turned:.1}° off its goal", goal.joint));
        }
        if method.is_tuned_for_limbs() && attempt.turning != 2 {
            let (joint, turning) = (&goal.joint, attempt.turning);
            notes.push(format!(
                "--soft and --twist do nothing for \"{joint}\": they are for limbs, in which 2 joints turn; here it is {turning}"
            ));
        }
        goals.push(goal);
    }
    Ok((goals, notes))
}

fn entry(rig: &Rig, attempt: &Attempt<'_>, world_from_joint: &[Affine3]) -> GoalEntry {
    let Attempt { wish, report, micros, .. } = attempt;
    let Gap { target, reached, distance, angle } = Gap::of(&wish.goal, world_from_joint);
    GoalEntry {
        joint: label(&rig.skeleton, wish.goal.joint),
        target: target.to_array(),
        reached: reached.to_array(),
        distance,
        angle,
        outcome: report.outcome,
        iterations: report.iterations,
        micros: tenths(*micros),
        active_limits: active_limits(rig, std::iter::once(attempt)),
        weight: wish.goal.weight,
        pinned: wish.goal.priority == Priority::Pin,
        restarts: report.restarts,
    }
}

/// Outcomes in the order in which one is worse than another.
pub(crate) const fn severity(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Reached => 0,
        Outcome::SoftReached => 1,
        Outcome::OutOfReach => 2,
        Outcome::TooClose => 3,
        Outcome::Limited => 4,
        Outcome::Stalled => 5,
    }
}
