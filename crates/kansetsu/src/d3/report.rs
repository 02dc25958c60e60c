//! What a solve did.

use glam::Vec3;

use crate::math::vector;

/// How a solve ended, from the best to the worst.
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
    /// The target lies in the zone where soft reach holds the limb back, and the limb is where soft
    /// reach wants it.
    SoftReached,
    /// The target is farther away than the chain is long; the chain points at it.
    OutOfReach,
    /// The target is nearer to the base than the chain can fold.
    TooClose,
    /// A limit stopped it.
    Limited,
    /// The iterations ran out, or made no more progress.
    Stalled,
}

/// What became of one goal. Measured by forward kinematics of the pose that was given back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalReport {
    /// The goal's joint.
    pub joint: usize,
    /// Where the joint was to be, in model space; where it is, if the goal had no position.
    pub target: Vec3,
    /// Where the joint is, in model space.
    pub reached: Vec3,
    /// From `reached` to `target`, metres; [`f32::MAX`] where no number is that large.
    pub distance: f32,
    /// Between the wanted and the present orientation, radians in [0, π]; 0 if the goal had none.
    pub angle: f32,
}

/// A joint that stands on a bound of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ActiveLimit {
    /// The joint.
    pub joint: usize,
    /// Which of its bounds, in the field's words: "min", "max", "swing", "twist_min", "twist_max",
    /// "x_min", ...
    pub bound: &'static str,
}

/// How near to a bound counts as on it, radians: a solver leaves a joint that a limit holds within
/// this.
pub(crate) const ACTIVE_TOLERANCE: f32 = 2e-4;

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

    /// Becomes the report of one goal that only says where.
    #[inline(always)]
    pub(crate) fn take_place(
        &mut self,
        joint: usize,
        target: Vec3,
        reached: Vec3,
        outcome: Outcome,
    ) {
        self.clear();
        self.outcome = outcome;
        let missing = target - reached;
        // Nothing is often missing at all, and less than can be squared is as good.
        let squared = missing.length_squared();
        let distance = if squared < 1e30 { squared.sqrt() } else { vector::length_told(missing) };
        self.goals.push(GoalReport { joint, target, reached, distance, angle: 0.0 });
    }

    /// Empties it, keeping its memory.
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
