//! The pose that people most likely take, by a statistical prior.

use super::{
    plan::{Anatomy, rotates_tip},
    problem::Problem,
};
use crate::{
    Error,
    d3::{
        Goal, Pose, Rig, keep_within,
        prior::{Prior, PriorBody},
        solve::Root,
    },
};

/// A statistical prior needs targets or pins for this many parts of the body. With fewer the relaxed stance is nearer to what people do.
/// With 2 and with 6 six of 200 requests change by 0.5° or more; as many are reached.
const OBSERVED_PARTS: usize = 3;

impl Anatomy {
    /// The pose that people most likely take for the goals of a problem, from `pose`.
    ///
    /// Joints that lead to no goal, that are locked or that the root holds keep `pose`, and so do hips and legs on planted feet.
    pub(super) fn likely(&self, rig: &Rig, prior: &Prior, problem: &Problem, pose: &Pose) -> Result<Pose, Error> {
        let (goals, planted, root) = (&problem.goals, &problem.planted, problem.root);
        // Planted feet keep the hips.
        let root = if planted.is_empty() { root } else { Root::Rotates };
        let Some(humanoid) = &self.humanoid else { return Ok(pose.clone()) };
        let (skeleton, mut posed) = (&rig.skeleton, pose.clone());
        let body = PriorBody::new(skeleton, humanoid)?;
        if body.observed(goals) < OBSERVED_PARTS {
            return Ok(posed);
        }
        let mut likely = body.pose_prior(prior).map_estimate(goals, pose, root)?;
        keep_within(skeleton, &rig.limits, &mut likely);
        let mut leads = vec![false; skeleton.len()];
        let leading = |goal: &Goal| skeleton.ancestors(goal.joint).skip(usize::from(!rotates_tip(goal))).collect::<Vec<_>>();
        goals.iter().flat_map(leading).for_each(|joint| leads[joint] = true);
        planted.iter().flat_map(|foot| skeleton.ancestors(foot.joint)).for_each(|joint| leads[joint] = false);
        let joints = posed.locals.iter_mut().zip(&likely.locals).zip(leads);
        joints
            .zip(&problem.moves.follows)
            .filter(|((_, leads), follows)| *leads && **follows)
            .for_each(|(((local, likely), _), _)| *local = *likely);
        Ok(posed)
    }
}
