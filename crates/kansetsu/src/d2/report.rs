//! Results of a solve.

use glam::Vec2;

use crate::d3::{ActiveLimit, Outcome};

/// The result for one goal, measured by forward kinematics of the returned pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalReport {
    /// The goal's joint.
    pub joint: usize,
    /// The target position in model space; the joint's position if the goal has none.
    pub target: Vec2,
    /// The joint's position in model space.
    pub reached: Vec2,
    /// From `reached` to `target`, metres; [`f32::MAX`] on overflow.
    pub distance: f32,
    /// The angle between the target orientation and the current one, radians in [0, π]; 0 if the
    /// goal has none.
    pub angle: f32,
}

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

    /// Clears the report and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.outcome = Outcome::default();
        self.goals.clear();
        self.iterations = 0;
        self.restarts = 0;
        self.active_limits.clear();
        self.active_pins.clear();
    }
}
