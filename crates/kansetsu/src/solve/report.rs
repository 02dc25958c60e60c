//! The results of the goals, measured in the final pose.

use super::{
    Body,
    constants::PIN_TOLERANCE,
    problem::{Motion, Problem},
    task::Kind,
};
use crate::{
    d3::{ActiveLimit, Goal, GoalReport, Outcome, Priority, Report, report::ACTIVE_TOLERANCE},
    math::{so3, vector},
};

impl Problem {
    pub(super) fn report(&self, body: &Body, goals: &[Goal], report: &mut Report) {
        let mut missed = false;
        for (number, goal) in goals.iter().enumerate() {
            let reached =
                self.tree.to_model(self.tree.place(&self.tree.point(goal.joint, goal.offset)));
            let target = goal.position.map_or(reached, |target| {
                let in_frame = |frame: usize| {
                    self.tree.to_model(self.tree.place(&self.tree.point(frame, target)))
                };
                goal.region.nearest(goal.relative_to.map_or(target, in_frame), reached)
            });
            let tasks = || {
                self.tasks.iter().filter(|task| {
                    task.target == Some(number) && !matches!(task.kind, Kind::Pole(_))
                })
            };
            let rotation = tasks().find(|task| matches!(task.kind, Kind::Rotation(_)));
            // A tolerance angle is part of the reported angle, not of the residual.
            let angle = rotation.map_or(0.0, |task| task.full_angle(&self.tree) as f32);
            let distance = vector::reported_length(target - reached);
            report.goals.push(GoalReport { joint: goal.joint, target, reached, distance, angle });
            let is_missed = tasks().any(|task| !task.is_met());
            missed |= is_missed;
            if goal.priority == Priority::Pin && !is_missed {
                report.active_pins.push(goal.joint);
            }
        }
        for mover in self.movers.iter().filter(|mover| mover.motion != Motion::Slide) {
            let node = &self.tree.nodes[mover.node];
            if let Some(limit) = &body.joints[node.joint].prepared {
                let active = limit.active_bounds(so3::to_rot(node.turn).into(), ACTIVE_TOLERANCE);
                report
                    .active_limits
                    .extend(active.map(|bound| ActiveLimit { joint: node.joint, bound }));
            }
        }
        report.outcome = if !missed {
            Outcome::Reached
        } else if let Some(beyond) =
            goals.iter().find_map(|goal| self.beyond_reach(goal, PIN_TOLERANCE))
        {
            beyond.outcome
        } else if report.active_limits.is_empty() {
            Outcome::Stalled
        } else {
            Outcome::Limited
        };
    }
}
