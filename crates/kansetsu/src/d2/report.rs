//! What a solve did.

use glam::Vec2;

use crate::d3::{ActiveLimit, Outcome};

/// What became of one goal. Measured by forward kinematics of the pose that was given back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalReport {
    /// The goal's joint.
    pub joint: usize,
    /// Where the joint was to be, in model space; where it is, if the goal had no position.
    pub target: Vec2,
    /// Where the joint is, in model space.
    pub reached: Vec2,
    /// From `reached` to `target`, metres; [`f32::MAX`] where no number is that large.
    pub distance: f32,
    /// Between the wanted and the present orientation, radians in [0, π]; 0 if the goal had none.
    pub angle: f32,
}

/// What a solve did.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// One entry per goal, in the goals' order.
    pub goals: Vec<GoalReport>,
    /// How many rounds it took; 0 for a closed form and when nothing had to move.
    pub iterations: usize,
    /// How many times it began anew from another pose.
    pub restarts: usize,
    /// The bounds that the joints stand on.
    pub active_limits: Vec<ActiveLimit>,
    /// The joints of the pins that hold, where several goals are solved at once; one that is not
    /// here could not be held.
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

    /// Empties it, keeping its memory.
    pub(crate) fn clear(&mut self) {
        self.outcome = Outcome::default();
        self.goals.clear();
        self.iterations = 0;
        self.restarts = 0;
        self.active_limits.clear();
        self.active_pins.clear();
    }
}
