//! The most likely pose of a person, by a statistical prior.

use super::{plan::rotates_tip, problem::Problem, statistical_prior::StatisticalPrior};
use crate::{
    Error,
    d3::{Goal, Pose, Rig, solve::Root},
};

/// The most likely pose of a person for the goals of a problem, from `pose`.
///
/// Joints that lead to no goal, locked joints and those that the root fixes keep `pose`, and so do
/// hips and legs on planted feet.
pub(super) fn likely(
    rig: &Rig,
    prior: &dyn StatisticalPrior,
    problem: &Problem,
    pose: &Pose,
) -> Result<Pose, Error> {
    let (goals, planted) = (&problem.goals, &problem.planted);
    // Planted feet keep the hips.
    let root = if planted.is_empty() { problem.root } else { Root::Rotates };
    let (skeleton, mut posed) = (&rig.skeleton, pose.clone());
    let Some(likely) = prior.likely_pose(rig, goals, pose, root)? else { return Ok(posed) };
    let mut leads = vec![false; skeleton.len()];
    let leading = |goal: &Goal| {
        skeleton.ancestors(goal.joint).skip(usize::from(!rotates_tip(goal))).collect::<Vec<_>>()
    };
    goals.iter().flat_map(leading).for_each(|joint| leads[joint] = true);
    planted
        .iter()
        .flat_map(|foot| skeleton.ancestors(foot.joint))
        .for_each(|joint| leads[joint] = false);
    let joints = posed.locals.iter_mut().zip(&likely.locals).zip(leads);
    joints
        .zip(&problem.moves.follows)
        .filter(|((_, leads), follows)| *leads && **follows)
        .for_each(|(((local, likely), _), _)| *local = *likely);
    Ok(posed)
}
