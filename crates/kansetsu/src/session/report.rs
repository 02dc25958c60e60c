//! The report of a session's call.

use crate::{
    JointId,
    d3::{self, ActiveLimit, Outcome, Skeleton},
};

/// The result of a call of [`solve`](super::IkSession::solve) or [`step`](super::IkSession::step).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The worst outcome of all targets and pins.
    pub outcome: Outcome,
    /// One entry per target, in the order in which joints received their first target.
    pub targets: Vec<TargetReport>,
    /// One entry per pin and planted foot.
    pub pins: Vec<TargetReport>,
    /// The active limits.
    pub active_limits: Vec<ActiveLimit>,
    /// Solver steps taken.
    pub steps: u32,
    /// Restarts.
    pub restarts: u32,
    /// Whether the pose has converged: another [`step`](super::IkSession::step) with the same
    /// targets changes nothing.
    pub is_settled: bool,
}

/// The result for a target or a pin, measured by forward kinematics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetReport {
    /// The joint.
    pub joint: JointId,
    /// Whether position and rotation are within their tolerances.
    pub is_reached: bool,
    /// How the solve of this target ended.
    pub outcome: Outcome,
    /// The target position, in model space, metres.
    pub target: [f32; 3],
    /// The position of the joint's point, in model space, metres.
    pub reached: [f32; 3],
    /// Position error, metres.
    pub distance: f32,
    /// Rotation error, radians.
    pub angle: f32,
}

impl Report {
    /// The largest position error of all targets, metres.
    #[must_use]
    pub fn distance(&self) -> f32 {
        self.targets.iter().fold(0.0, |worst, target| target.distance.max(worst))
    }

    /// Targets, pins and planted feet.
    pub(super) fn entries(&self) -> impl Iterator<Item = &TargetReport> {
        self.targets.iter().chain(&self.pins)
    }

    /// From a solver's report, and from goals that were measured.
    pub(super) fn new(
        skeleton: &Skeleton,
        report: &d3::Report,
        (goals, measured): (&[d3::Goal], &[d3::GoalReport]),
        [tolerance, angle_tolerance]: [f32; 2],
        is_out_of_reach: impl Fn(&d3::Goal) -> bool,
    ) -> Self {
        let missed = |of: &d3::Goal| match report.outcome {
            Outcome::Limited | Outcome::Stalled | Outcome::Reached if is_out_of_reach(of) => {
                Outcome::OutOfReach
            }
            Outcome::Reached => Outcome::Stalled,
            outcome => outcome,
        };
        let entry = |(goal, of): (&d3::GoalReport, &d3::Goal)| {
            let is_reached =
                goal.distance <= tolerance + of.radius && goal.angle <= angle_tolerance + of.angle;
            TargetReport {
                joint: skeleton.id(goal.joint),
                is_reached,
                outcome: if is_reached { Outcome::Reached } else { missed(of) },
                target: goal.target.into(),
                reached: goal.reached.into(),
                distance: goal.distance,
                angle: goal.angle,
            }
        };
        let is_pin = |(_, goal): &(&d3::GoalReport, &d3::Goal)| goal.priority == d3::Priority::Pin;
        let (pins, targets): (Vec<_>, Vec<_>) = measured.iter().zip(goals).partition(is_pin);
        let mut found = Self {
            outcome: Outcome::Reached,
            targets: targets.into_iter().map(entry).collect(),
            pins: pins.into_iter().map(entry).collect(),
            active_limits: report.active_limits.clone(),
            steps: u32::try_from(report.iterations).unwrap_or(u32::MAX),
            restarts: u32::try_from(report.restarts).unwrap_or(u32::MAX),
            is_settled: false,
        };
        found.outcome = found.entries().map(|entry| entry.outcome).max().unwrap_or(report.outcome);
        found
    }
}
