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
    /// The time of the solves alone, microseconds.
    pub(crate) micros: f64,
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
}

/// A joint that stands on a bound of its limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct ActiveLimitEntry {
    pub(crate) joint: String,
    pub(crate) bound: &'static str,
}
