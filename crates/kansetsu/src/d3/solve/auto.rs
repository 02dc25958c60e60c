//! The cheapest solver that keeps the promises.
//!
//! Two bones are solved in closed form; when their limits do not allow that answer, and for every
//! other chain, damped least squares solves them.

use super::{Dls, Scratch, TwoBone, loaded};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Region, Report},
};

/// Picks the solver: closed form for two bones, damped least squares for everything else and where
/// limits are in the way.
///
/// Take it when nothing speaks for another: it is as fast as the closed form where that suffices,
/// and reaches what damped least squares reaches. On a line or in a plane it is damped least
/// squares alone.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::Auto}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Auto::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Auto {
    /// How two bones are solved.
    pub two_bone: TwoBone,
    /// How everything else is solved.
    pub dls: Dls,
}

impl Auto {
    /// Brings the chain's tip to the goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with memory that is used again.
    ///
    /// # Errors
    /// [`Error::GoalOutsideChain`], [`Error::InvalidNumber`] for a non-finite value,
    /// [`Error::OutOfRange`] for a value out of its range, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        // On a line or in a plane the closed form would have to guess the point.
        let (Some(joints), Region::Point) = (chain.two, goal.region) else {
            return self.dls.solve_with(chain, goal, pose, scratch);
        };
        self.two_bone.check()?;
        self.dls.check()?;
        if let (Some(pair), Some(soft)) = (&chain.pair, self.two_bone.soft_alone())
            && pair.solve(soft, (chain, goal), pose, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        let mut outcome = Outcome::Limited;
        loaded::solve(
            (chain, goal),
            pose,
            scratch,
            [self.dls.tolerance, self.dls.angle_tolerance],
            |solver, scratch| {
                if goal.relative_to.is_none() && !scratch.problem.tree.is_stretched() {
                    outcome = self.two_bone.solve_loaded(chain, scratch, joints);
                }
                // What is missed for want of length alone, no solver meets.
                if outcome == Outcome::Limited
                    || outcome == Outcome::Reached && !scratch.problem.is_turned()
                {
                    scratch.problem.restore();
                    self.dls.solve_loaded(solver, (chain, goal), scratch);
                    outcome =
                        if scratch.problem.is_met { Outcome::Reached } else { Outcome::Limited };
                }
                scratch.problem.blend(self.two_bone.weight);
            },
        )?;
        self.two_bone.set_outcome(outcome, &mut scratch.report);
        Ok(&scratch.report)
    }
}
