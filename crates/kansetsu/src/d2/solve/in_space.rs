//! A chain in the plane as a chain of hinges about Z in space: exact, for every product of rotations about Z is one, to the bit.

use glam::{Quat, Vec3};

use super::{Scratch, check, measure};
use crate::{
    Error,
    d2::{Chain, Goal, Outcome, Pose, Report, chain::ChainJoint},
    d3,
    math::{Rot, angle::wrap_angle},
    ops,
};

/// Solves the chain in space and takes the angles back into the pose. `tolerance` is the solver's, a part of the chain's length.
pub(super) fn solve<'s>(
    solver: &d3::solve::Solver,
    tolerance: f32,
    (chain, goal): (&Chain, &Goal),
    pose: &mut Pose,
    scratch: &'s mut Scratch,
) -> Result<&'s Report, Error> {
    check(chain, goal, pose)?;
    let Scratch { report, pose: raised, in_space, kept, .. } = scratch;
    raised.locals.clear();
    raised.locals.extend(pose.locals.iter().map(super::super::Transform::in_space));
    let found = solver.solve_with(&chain.in_space, &goal_in_space(goal), raised, in_space)?;
    report.clear();
    (report.outcome, report.iterations, report.restarts) = (found.outcome, found.iterations, found.restarts);
    super::keep(chain, pose, kept);
    for entry in &chain.joints {
        let local = &mut pose.locals[entry.joint];
        local.rotation = lowered(entry, local.rotation, raised.locals[entry.joint].rotation);
    }
    if let Err(error) = measure(chain, goal, pose, report) {
        super::restore(chain, pose, kept);
        return Err(error);
    }
    // Inside the chain a scale that stretches one axis more than the other is beyond the solvers: say so.
    let slack = (2.0 * tolerance + 1e-5) * chain.length(pose);
    if report.outcome == Outcome::Reached && report.distance() > slack {
        report.outcome = Outcome::Stalled;
    }
    Ok(report)
}

fn goal_in_space(goal: &Goal) -> d3::Goal {
    let about_z = |angle: f32| -> Quat { Rot::from_axis_angle(Vec3::Z, angle).into() };
    match (goal.position, goal.orientation) {
        (Some(position), Some(angle)) => d3::Goal::position(goal.joint, position.extend(0.0)).with_orientation(about_z(angle)),
        (Some(position), None) => d3::Goal::position(goal.joint, position.extend(0.0)),
        (None, Some(angle)) => d3::Goal::orientation(goal.joint, about_z(angle)),
        (None, None) => d3::Goal { position: None, ..d3::Goal::position(goal.joint, Vec3::ZERO) },
    }
}

/// The joint's new angle: the old one to the bit if it did not turn, else the one reached from it the short way, inside the limit.
fn lowered(entry: &ChainJoint, old: f32, turned: Quat) -> f32 {
    if entry.held || turned == Rot::from_axis_angle(Vec3::Z, old).into() {
        return old;
    }
    let angle = 2.0 * ops::atan2(turned.z, turned.w);
    entry.allowed(old + wrap_angle(angle - old))
}
