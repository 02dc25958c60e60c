//! Chains and bodies in the plane as hinges about Z in space. This is exact: the product of
//! rotations about Z is a rotation about Z, bit for bit.

use glam::Quat;

use super::{
    Body, Scratch,
    chain_pose::{check, keep, measure, measure_goal, restore},
};
use crate::{
    Error,
    d2::{Chain, Goal, Outcome, Pose, Report, chain::ChainJoint},
    d3,
    math::{Rot, angle::wrap_angle},
    ops,
};

/// Solves the chain in space and writes the angles back into the pose. `tolerance` is the solver's,
/// a fraction of the chain's length.
pub(super) fn solve<'s>(
    solve: impl FnOnce(
        &d3::Chain,
        &d3::Goal,
        &mut d3::Pose,
        &mut d3::solve::Scratch,
    ) -> Result<(), Error>,
    tolerance: f32,
    (chain, goal): (&Chain, &Goal),
    pose: &mut Pose,
    scratch: &'s mut Scratch,
) -> Result<&'s Report, Error> {
    check(chain, goal, pose)?;
    let Scratch { report, pose: raised, in_space, kept, .. } = scratch;
    raise(pose, raised);
    solve(&chain.in_space, &goal.in_space(), raised, in_space)?;
    report.clear();
    let found = &in_space.report;
    (report.outcome, report.iterations, report.restarts) =
        (found.outcome, found.iterations, found.restarts);
    keep(chain, pose, kept);
    for entry in &chain.joints {
        let local = &mut pose.locals[entry.joint];
        local.rotation = lowered(entry, local.rotation, raised.locals[entry.joint].rotation);
    }
    if let Err(error) = measure(chain, goal, pose, report) {
        restore(chain, pose, kept);
        return Err(error);
    }
    // The solvers cannot handle a non-uniform scale inside the chain; that is an error.
    let slack = (2.0 * tolerance + 1e-5) * chain.length(pose);
    if report.outcome == Outcome::Reached && report.distance() > slack {
        report.outcome = Outcome::Stalled;
    }
    Ok(report)
}

/// Solves the body in space and writes the angles, and the positions of roots, back into the pose.
pub(super) fn solve_body<'s>(
    solver: &d3::solve::Solver,
    (body, goals): (&Body, &[Goal]),
    pose: &mut Pose,
    scratch: &'s mut Scratch,
) -> Result<&'s Report, Error> {
    body.check(goals, pose)?;
    let Scratch { report, pose: raised, in_space, goals: raised_goals, body_maps, .. } = scratch;
    raise(pose, raised);
    raised_goals.clear();
    raised_goals.extend(goals.iter().map(Goal::in_space));
    let found = solver.solve_body_with(&body.in_space, raised_goals, raised, in_space)?;
    report.clear();
    (report.outcome, report.iterations, report.restarts) =
        (found.outcome, found.iterations, found.restarts);
    report.active_limits.extend_from_slice(&found.active_limits);
    report.active_pins.extend_from_slice(&found.active_pins);
    for (entry, (local, raised)) in
        body.joints.iter().zip(pose.locals.iter_mut().zip(&raised.locals))
    {
        local.rotation = lowered(entry, local.rotation, raised.rotation);
        local.translation = raised.translation.truncate();
    }
    body.forward_into(pose, body_maps);
    report.goals.extend(goals.iter().map(|goal| measure_goal(goal, &body_maps[goal.joint])));
    Ok(report)
}

fn raise(pose: &Pose, raised: &mut d3::Pose) {
    raised.locals.clear();
    raised.locals.extend(pose.locals.iter().map(super::super::Transform::in_space));
}

/// The joint's new angle: unchanged, bit for bit, if it did not rotate, else along the shortest arc
/// from the old one, inside the limit.
fn lowered(entry: &ChainJoint, old: f32, turned: Quat) -> f32 {
    if entry.held || turned == Rot::from_axis_angle(glam::Vec3::Z, old).into() {
        return old;
    }
    let angle = 2.0 * ops::atan2(turned.z, turned.w);
    entry.allowed(old + wrap_angle(angle - old))
}
