//! What `solve` adds to the joints.

use kansetsu::d3::Outcome;
use serde::Serialize;

/// What became of the goals.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SolvedGoals {
    /// The worst outcome of all goals.
    pub(crate) outcome: Outcome,
    pub(crate) goals: Vec<GoalEntry>,
    /// The sum over all goals.
    pub(crate) iterations: usize,
    pub(crate) active_limits: Vec<ActiveLimitEntry>,
    /// The pinned joints that keep what was.
    pub(crate) active_pins: Vec<String>,
    /// The time of the solves alone, microseconds.
    pub(crate) micros: f64,
    /// What solved them: the solver of the chains, or "whole-body".
    pub(crate) solver: &'static str,
    /// How many times the solves began anew from another pose.
    pub(crate) restarts: usize,
}

/// One goal, measured on the final pose.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GoalEntry {
    /// The joint's name, or `#12` for a joint without one.
    pub(crate) joint: String,
    pub(crate) target: [f32; 3],
    pub(crate) reached: [f32; 3],
    /// Metres.
    pub(crate) distance: f32,
    /// Radians.
    pub(crate) angle: f32,
    pub(crate) outcome: Outcome,
    pub(crate) iterations: usize,
    /// The time of this goal's solve, microseconds.
    pub(crate) micros: f64,
    /// The bounds that its chain stood on when it was solved.
    #[serde(skip)]
    pub(crate) active_limits: Vec<ActiveLimitEntry>,
    /// How much it counted beside the others.
    pub(crate) weight: f32,
    /// Whether it kept what was.
    pub(crate) pinned: bool,
    pub(crate) restarts: usize,
}

/// A joint that stands on a bound of its limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct ActiveLimitEntry {
    pub(crate) joint: String,
    pub(crate) bound: &'static str,
}

/// Microseconds as they are printed: clocks are not more exact.
pub(crate) fn tenths(micros: f64) -> f64 {
    (micros * 10.0).round() / 10.0
}
