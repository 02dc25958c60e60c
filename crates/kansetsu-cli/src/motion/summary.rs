//! The results of each goal over all frames.

use std::collections::BTreeMap;

use kansetsu::d3::Outcome;
use serde::Serialize;

use crate::{
    json::{ActiveLimitEntry, GoalEntry},
    reach::Solved,
    report::outcome_words,
    table::Table,
};

/// All solves of a motion, by goal.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    /// The number of solves.
    pub(crate) solves: usize,
    /// The median time of all solves, microseconds.
    pub(crate) micros: f64,
    pub(crate) goals: Vec<GoalSummary>,
}

/// One goal over all frames.
#[derive(Debug, Serialize)]
pub(crate) struct GoalSummary {
    pub(crate) joint: String,
    /// The worst outcome.
    pub(crate) outcome: Outcome,
    /// The number of frames in which it was reached.
    pub(crate) frames_reached: usize,
    /// The largest distance, metres.
    pub(crate) distance: f32,
    /// The largest angle, radians.
    pub(crate) angle: f32,
    /// The sum of the iterations over all frames.
    pub(crate) iterations: u64,
    /// The median time of a solve, microseconds.
    pub(crate) micros: f64,
    pub(crate) active_limits: Vec<ActiveFrames>,
}

/// A bound, and the number of frames in which it was active.
#[derive(Debug, Serialize)]
pub(crate) struct ActiveFrames {
    #[serde(flatten)]
    pub(crate) limit: ActiveLimitEntry,
    pub(crate) frames: usize,
}

/// A solved motion, for programs.
#[derive(Debug, Serialize)]
pub(crate) struct SolvedMotion {
    pub(crate) frames: usize,
    /// Frames per second.
    pub(crate) rate: f32,
    /// The solved range of the clip, seconds.
    pub(crate) from: f32,
    pub(crate) to: f32,
    /// The worst outcome of all goals in all frames.
    pub(crate) outcome: Outcome,
    pub(crate) solver: &'static str,
    #[serde(flatten)]
    pub(crate) summary: Summary,
}

impl SolvedMotion {
    /// The summary of all frames; `None` if there are none.
    pub(crate) fn of(frames: &[Solved], times: &[f32], rate: f32) -> Option<Self> {
        let (summary, first) = (Summary::of(frames), frames.first()?);
        let outcome = summary.goals.iter().map(|goal| goal.outcome).max().unwrap_or_default();
        let [from, to] =
            [times.first(), times.last()].map(|time| time.copied().unwrap_or_default());
        Some(Self {
            frames: frames.len(),
            rate,
            from,
            to,
            outcome,
            solver: first.goals.solver,
            summary,
        })
    }

    /// A table for people.
    pub(crate) fn page(&self) -> String {
        let Self { frames, rate, solver, .. } = self;
        format!("{}\n{frames} frames, {rate} per second, by {solver}\n", self.summary.table())
    }

    /// The summary in one line.
    pub(crate) fn line(&self) -> String {
        let worst = self.summary.goals.iter().map(|goal| goal.distance).fold(0.0, f32::max);
        format!(
            "{} frames, {}, at most {:.3} mm off",
            self.frames,
            outcome_words(self.outcome),
            worst * 1e3
        )
    }
}

impl Summary {
    /// Sums up the frames of a motion.
    pub(crate) fn of(frames: &[Solved]) -> Self {
        let mut joints: Vec<&str> = Vec::new();
        for goal in frames.iter().flat_map(|frame| &frame.goals.goals) {
            if !joints.contains(&goal.joint.as_str()) {
                joints.push(&goal.joint);
            }
        }
        let all = |joint: &str| -> Vec<&GoalEntry> {
            frames
                .iter()
                .flat_map(|frame| &frame.goals.goals)
                .filter(|goal| goal.joint == joint)
                .collect()
        };
        let every: Vec<&GoalEntry> = frames.iter().flat_map(|frame| &frame.goals.goals).collect();
        Self {
            solves: every.len(),
            micros: median(&every),
            goals: joints.into_iter().map(|joint| GoalSummary::of(joint, &all(joint))).collect(),
        }
    }

    /// The summary as a table.
    pub(crate) fn table(&self) -> Table {
        let mut table = Table::new([
            "goal",
            "worst distance (mm)",
            "iterations",
            "median (µs)",
            "frames reached",
            "active limits (frames)",
        ]);
        for goal in &self.goals {
            let limit = |active: &ActiveFrames| {
                format!("{} {} ({})", active.limit.joint, active.limit.bound, active.frames)
            };
            table.row([
                goal.joint.clone(),
                format!("{:.4}", goal.distance * 1e3),
                goal.iterations.to_string(),
                format!("{:.1}", goal.micros),
                goal.frames_reached.to_string(),
                goal.active_limits.iter().map(limit).collect::<Vec<_>>().join(", "),
            ]);
        }
        table
    }
}

impl GoalSummary {
    fn of(joint: &str, solves: &[&GoalEntry]) -> Self {
        let mut active: BTreeMap<&ActiveLimitEntry, usize> = BTreeMap::new();
        for limit in solves.iter().flat_map(|goal| &goal.active_limits) {
            *active.entry(limit).or_default() += 1;
        }
        Self {
            joint: joint.to_owned(),
            outcome: solves.iter().map(|goal| goal.outcome).max().unwrap_or_default(),
            frames_reached: solves.iter().filter(|goal| goal.outcome == Outcome::Reached).count(),
            distance: solves.iter().fold(0.0, |worst, goal| goal.distance.max(worst)),
            angle: solves.iter().fold(0.0, |worst, goal| goal.angle.max(worst)),
            iterations: solves.iter().map(|goal| u64::from(goal.iterations)).sum(),
            micros: median(solves),
            active_limits: active
                .into_iter()
                .map(|(limit, frames)| ActiveFrames { limit: limit.clone(), frames })
                .collect(),
        }
    }
}

fn median(solves: &[&GoalEntry]) -> f64 {
    let mut micros: Vec<f64> = solves.iter().map(|goal| goal.micros).collect();
    micros.sort_by(f64::total_cmp);
    micros.get(micros.len() / 2).copied().unwrap_or(0.0)
}
