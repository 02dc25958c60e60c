//! The fields that `solve` adds to the joints.

use kansetsu::{
    IkSession,
    d3::{ActiveLimit, Outcome, solve::Solver},
    session::{Report, TargetReport},
};
use serde::Serialize;

use crate::argument::label;

/// The results of the goals.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SolvedGoals {
    /// The worst outcome of all goals.
    pub(crate) outcome: Outcome,
    /// Targets, then pins.
    pub(crate) goals: Vec<GoalEntry>,
    /// The iterations of the whole solve.
    pub(crate) iterations: u32,
    pub(crate) active_limits: Vec<ActiveLimitEntry>,
    /// The pinned joints and planted feet that keep their transform.
    pub(crate) active_pins: Vec<String>,
    /// The time of the solve, microseconds.
    pub(crate) micros: f64,
    /// The solver: "whole-body" or the name of a chain solver.
    pub(crate) solver: &'static str,
    /// The number of restarts.
    pub(crate) restarts: u32,
}

/// One goal, measured on the final pose.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GoalEntry {
    /// The joint's name, or `#12` for a joint without a name.
    pub(crate) joint: String,
    pub(crate) target: [f32; 3],
    pub(crate) reached: [f32; 3],
    /// Metres.
    pub(crate) distance: f32,
    /// Radians.
    pub(crate) angle: f32,
    pub(crate) outcome: Outcome,
    /// The iterations of the solve that includes this goal.
    pub(crate) iterations: u32,
    /// The time of that solve, microseconds.
    pub(crate) micros: f64,
    /// The active bounds of limits between the root and the goal's joint.
    #[serde(skip)]
    pub(crate) active_limits: Vec<ActiveLimitEntry>,
    /// The weight relative to other goals.
    pub(crate) weight: f32,
    /// Whether it is a pin.
    pub(crate) pinned: bool,
    pub(crate) restarts: u32,
}

/// A joint on a bound of its limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct ActiveLimitEntry {
    pub(crate) joint: String,
    pub(crate) bound: &'static str,
}

impl SolvedGoals {
    /// From a report. The user's pins are its first `pins` pins; the session planted the other
    /// ones.
    pub(crate) fn of(session: &IkSession, (report, pins): (&Report, usize), micros: f64) -> Self {
        let skeleton = &session.rig().skeleton;
        let limit = |limit: &ActiveLimit| ActiveLimitEntry {
            joint: label(skeleton, limit.joint),
            bound: limit.bound,
        };
        let entry = |(of, weight, pinned): (&TargetReport, f32, bool)| {
            let joint = of.joint.index() as usize;
            let leads =
                |limit: &&ActiveLimit| skeleton.ancestors(joint).any(|above| above == limit.joint);
            GoalEntry {
                joint: label(skeleton, joint),
                target: of.target,
                reached: of.reached,
                distance: of.distance,
                angle: of.angle,
                outcome: of.outcome,
                iterations: report.steps,
                micros,
                active_limits: report.active_limits.iter().filter(leads).map(limit).collect(),
                weight,
                pinned,
                restarts: report.restarts,
            }
        };
        let targets = report
            .targets
            .iter()
            .zip(session.targets())
            .map(|(of, (_, target))| (of, target.weight, false));
        let goals: Vec<GoalEntry> = targets
            .chain(report.pins.iter().take(pins).map(|of| (of, 1.0, true)))
            .map(entry)
            .collect();
        let holds = report.pins.iter().filter(|pin| pin.is_reached);
        Self {
            outcome: goals.iter().map(|goal| goal.outcome).max().unwrap_or_default(),
            goals,
            iterations: report.steps,
            active_limits: report.active_limits.iter().map(limit).collect(),
            active_pins: holds.map(|pin| label(skeleton, pin.joint.index() as usize)).collect(),
            micros,
            solver: session.options().solver.as_ref().map_or("whole-body", Solver::name),
            restarts: report.restarts,
        }
    }

    /// Replaces the distances by those of another pose. Outcomes stay.
    pub(crate) fn measure(&mut self, report: &Report) {
        for (entry, of) in self.goals.iter_mut().zip(report.targets.iter().chain(&report.pins)) {
            (entry.target, entry.reached, entry.distance, entry.angle) =
                (of.target, of.reached, of.distance, of.angle);
        }
    }
}

/// Microseconds with one decimal: clocks are not more exact.
pub(crate) fn tenths(micros: f64) -> f64 {
    (micros * 10.0).round() / 10.0
}
