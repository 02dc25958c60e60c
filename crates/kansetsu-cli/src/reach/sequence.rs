//! Goals solved one after the other, and measured together at the end.

use std::time::Instant;

use anyhow::Context;
use glam::Quat;
use kansetsu::d3::{Chain, Outcome, Pose, Report, Rig, rotation_of, solve::Scratch};

use super::{Limits, Method, Wish};
use crate::{
    argument::label,
    json::{ActiveLimitEntry, GoalEntry, SolvedGoals},
};

/// A pose and what became of the goals in it.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) pose: Pose,
    pub(crate) goals: SolvedGoals,
    /// Goals that were met and then lost to a later one, as sentences.
    pub(crate) notes: Vec<String>,
}

/// A goal on its own.
struct Attempt<'a> {
    wish: &'a Wish,
    chain: Chain,
    report: Report,
}

/// Solves each wish in `pose`: those whose chains begin nearest to the root first, so that a trunk leans before
/// its arms reach. Every distance in the answer is measured on the final pose.
pub(crate) fn solve_in_turn(rig: &Rig, wishes: &[Wish], method: &Method, mut pose: Pose) -> anyhow::Result<Solved> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by_key(|&wish| rig.skeleton.ancestors(wishes[wish].base).count());
    let mut attempts: Vec<Option<Attempt<'_>>> = (0..wishes.len()).map(|_| None).collect();
    let mut active: Vec<(usize, &'static str)> = Vec::new();
    let mut scratch = Scratch::default();
    let mut micros = 0.0;
    for index in order {
        let wish = &wishes[index];
        let chain = chain_for(rig, wish, method.limits)?;
        let start = Instant::now();
        let solved = method.solver.solve_with(&chain, &wish.goal, &mut pose, &mut scratch);
        micros += start.elapsed().as_secs_f64() * 1e6;
        let report = solved.with_context(|| format!("the goal of \"{}\"", label(&rig.skeleton, wish.goal.joint)))?.clone();
        // A chain that moves a joint again decides which of its bounds it stands on.
        active.retain(|(joint, _)| !chain.joints().any(|moved| moved == *joint));
        active.extend(report.active_limits.iter().map(|limit| (limit.joint, limit.bound)));
        attempts[index] = Some(Attempt { wish, chain, report });
    }
    let attempts: Vec<Attempt<'_>> = attempts.into_iter().flatten().collect();
    let (goals, notes) = measure(rig, &attempts, method, &pose);
    let outcome = goals.iter().map(|goal| goal.outcome).max_by_key(|&outcome| severity(outcome)).unwrap_or_default();
    let iterations = attempts.iter().map(|attempt| attempt.report.iterations).sum();
    let entry = |(joint, bound)| ActiveLimitEntry { joint: label(&rig.skeleton, joint), bound };
    let active_limits = active.into_iter().map(entry).collect();
    let micros = (micros * 10.0).round() / 10.0;
    Ok(Solved { pose, goals: SolvedGoals { outcome, goals, iterations, active_limits, micros }, notes })
}

/// The chain of a wish. Where it is a limb that the rig knows, it bends to the limb's side, in the limb's middle.
fn chain_for(rig: &Rig, wish: &Wish, limits: Limits) -> anyhow::Result<Chain> {
    let mut chain = Chain::new(&rig.skeleton, wish.base, wish.goal.joint)?;
    if limits == Limits::On {
        chain = chain.with_limits(&rig.limits)?;
    }
    if let Some(limb) = rig.limb_to(wish.goal.joint).filter(|limb| limb.base == wish.base) {
        chain = chain.with_pole(&rig.skeleton, limb.pole);
        let between: Vec<usize> = chain.joints().filter(|joint| ![limb.base, limb.middle, limb.tip].contains(joint)).collect();
        chain = between.into_iter().fold(chain, Chain::with_held);
    }
    Ok(chain)
}

/// What became of each goal in the final pose.
fn measure(rig: &Rig, attempts: &[Attempt<'_>], method: &Method, pose: &Pose) -> (Vec<GoalEntry>, Vec<String>) {
    let world_from_joint = rig.skeleton.forward(pose);
    let mut notes = Vec::new();
    let mut goals = Vec::new();
    for Attempt { wish, chain, report } in attempts {
        let map = world_from_joint[wish.goal.joint];
        let joint = label(&rig.skeleton, wish.goal.joint);
        let target = wish.goal.position.unwrap_or(map.translation);
        let distance = target.distance(map.translation);
        let angle = wish.goal.orientation.map_or(0.0, |wanted| angle_between(wanted, rotation_of(&map)));
        let slack = method.tolerance.max(1e-4) * chain.length(pose);
        let is_lost = distance > report.distance() + slack || angle > report.angle() + 2e-3;
        if is_lost {
            notes.push(format!(
                "a later goal moved \"{joint}\" away: it is {:.1} mm and {:.1}° off its goal",
                distance * 1e3,
                angle.to_degrees()
            ));
        }
        let outcome = if is_lost { Outcome::Stalled } else { report.outcome };
        let (target, reached) = (target.to_array(), map.translation.to_array());
        goals.push(GoalEntry { joint, target, reached, distance, angle, outcome, iterations: report.iterations });
    }
    (goals, notes)
}

/// In [0, π]; by the vector part, which keeps its digits near zero.
fn angle_between(a: Quat, b: Quat) -> f32 {
    let turn = a.inverse() * b;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

/// Outcomes in the order in which one is worse than another.
const fn severity(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Reached => 0,
        Outcome::SoftReached => 1,
        Outcome::OutOfReach => 2,
        Outcome::TooClose => 3,
        Outcome::Limited => 4,
        Outcome::Stalled => 5,
    }
}
