//! Results of a solve.

use glam::Vec3;

use crate::math::vector;

/// The outcome of a solve, from the best to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Outcome {
    /// Every goal is met within the tolerance.
    #[default]
    Reached,
    /// The target lies in the zone of soft reach, and the limb is where soft reach puts it.
    SoftReached,
    /// The target is further away than the chain is long; the chain points at it.
    OutOfReach,
    /// The target is closer to the base than the chain can fold.
    TooClose,
    /// A limit prevented the solution.
    Limited,
    /// The iterations ran out or stopped making progress.
    Stalled,
}

/// The result for one goal, measured by forward kinematics of the returned pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalReport {
    /// The goal's joint.
    pub joint: usize,
    /// The target position in model space; the joint's position if the goal has none.
    pub target: Vec3,
    /// The joint's position in model space.
    pub reached: Vec3,
    /// From `reached` to `target`, metres; [`f32::MAX`] on overflow.
    pub distance: f32,
    /// The angle between the target orientation and the current one, radians in [0, π]; 0 if the
    /// goal has none.
    pub angle: f32,
}

/// A joint at an active bound of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ActiveLimit {
    /// The joint.
    pub joint: usize,
    /// The name of the bound: "min", "max", "swing", "twist_min", "twist_max", "x_min", ...
    pub bound: &'static str,
}

/// The distance at which a bound counts as active, radians: solvers leave a limited joint within
/// it.
pub(crate) const ACTIVE_TOLERANCE: f32 = 2e-4;

/// The result of a solve.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// How the solve ended.
    pub outcome: Outcome,
    /// One entry per goal, in the goals' order.
    pub goals: Vec<GoalReport>,
    /// The number of rounds; 0 for a closed form and if nothing had to move.
    pub iterations: usize,
    /// The number of restarts.
    pub restarts: usize,
    /// The active limits.
    pub active_limits: Vec<ActiveLimit>,
    /// The joints of the pins that hold, in a solve with several goals; a pin that is missing here
    /// could not be met.
    pub active_pins: Vec<usize>,
}

impl Report {
    /// The largest distance over all goals, metres.
    #[must_use]
    pub fn distance(&self) -> f32 {
        self.goals.iter().fold(0.0, |worst, goal| goal.distance.max(worst))
    }

    /// The largest angle over all goals, radians.
    #[must_use]
    pub fn angle(&self) -> f32 {
        self.goals.iter().fold(0.0, |worst, goal| goal.angle.max(worst))
    }

    /// Sets the report of a single goal with only a position.
    #[inline(always)]
    pub(crate) fn set_position(
        &mut self,
        joint: usize,
        target: Vec3,
        reached: Vec3,
        outcome: Outcome,
    ) {
        self.clear();
        self.outcome = outcome;
        let residual = target - reached;
        // The residual is often exactly zero; one whose square underflows counts as zero.
        let squared = residual.length_squared();
        let distance =
            if squared < 1e30 { squared.sqrt() } else { vector::reported_length(residual) };
        self.goals.push(GoalReport { joint, target, reached, distance, angle: 0.0 });
    }

    /// Clears the report and keeps its memory.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.outcome = Outcome::default();
        self.goals.clear();
        self.iterations = 0;
        self.restarts = 0;
        self.active_limits.clear();
        self.active_pins.clear();
    }
}
