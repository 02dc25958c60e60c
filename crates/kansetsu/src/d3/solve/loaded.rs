//! Solving a chain as a body of which only the chain moves.

use super::{Root, Scratch, WholeBody};
use crate::{
    Error,
    d3::{Chain, Goal, Pose},
};

/// The angle at which an orientation goal counts as reached, radians (0.06°), in solvers without a
/// tolerance parameter: a hundred times the rounding error of `f32` over ten joints.
pub(crate) const ANGLE_TOLERANCE: f32 = 1e-3;

/// Loads the problem of a chain, solves it, stores the pose and reports. The first tolerance is for
/// positions, a fraction of the chain's length, the second for orientations, radians.
///
/// # Errors
/// [`Error::GoalOutsideChain`], and as [`WholeBody::solve_with`]. The pose is then untouched.
pub(crate) fn solve(
    (chain, goal): (&Chain, &Goal),
    pose: &mut Pose,
    scratch: &mut Scratch,
    [tolerance, angle_tolerance]: [f32; 2],
    solve: impl FnOnce(&WholeBody, &mut Scratch),
) -> Result<(), Error> {
    chain.check(goal, pose)?;
    let solver = WholeBody {
        max_steps: usize::MAX,
        tolerance,
        angle_tolerance,
        root: Root::Rotates,
        ..WholeBody::default()
    };
    let goals = std::slice::from_ref(goal);
    solver.begin((&chain.body, goals), pose, None, scratch)?;
    solve(&solver, scratch);
    scratch.problem.check_overflow()?;
    solver.end(&chain.body, goals, pose, scratch);
    Ok(())
}
