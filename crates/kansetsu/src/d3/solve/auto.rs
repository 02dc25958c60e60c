//! The cheapest solver that satisfies limits and goals.
//!
//! Two bones are solved in closed form. If their limits forbid that solution, and for every other
//! chain, damped least squares takes over.

use super::{Dls, Scratch, TwoBone, loaded};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Region, Report},
};

/// Selects the solver: closed form for two bones, damped least squares for everything else and
/// where limits interfere.
///
/// Use it unless another has a specific advantage: it is as fast as the closed form if that
/// suffices, and reaches all that damped least squares reaches. For goals on a line or in a plane
/// it is damped least squares alone.
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
    /// The parameters for two bones.
    pub two_bone: TwoBone,
    /// The parameters for every other chain.
    pub dls: Dls,
}

impl Auto {
    /// Moves the chain's tip to the goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
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
        // The closed form needs a point and cannot choose one on a line or in a plane.
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
                // A residual due to the length alone is the same for every solver.
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
