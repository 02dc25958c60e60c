//! The cheapest solver that satisfies limits and goals.
//!
//! Two bones are solved in closed form. If their limits forbid that solution, and for every other
//! chain, damped least squares takes over.

use super::{Dls, Scratch, TwoBone, chain_pose, two_bone};
use crate::{
    Error,
    d2::{Chain, Goal, Outcome, Pose, Region, Report},
};

/// Selects the solver: closed form for two bones, damped least squares for everything else and
/// where limits interfere.
///
/// ```
/// use kansetsu::d2::{Chain, Goal, Interval, Outcome, Skeleton, Transform, solve::Auto};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec2::X * 0.3));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec2::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let limits = [Some(Interval::new(-0.2, 1.6)), Some(Interval::new(-2.5, 2.5)), None];
/// let arm = Chain::new(&skeleton, shoulder, hand)?.with_limits(&limits)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Auto::default().solve(&arm, &Goal::position(hand, Vec2::new(0.1, 0.4)), &mut pose)?;
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
        self.dls.check()?;
        // The closed form needs a point and cannot choose one on a line.
        if two_bone::two_joints(chain).is_err() || goal.region != Region::Point {
            return self.dls.solve_with(chain, goal, pose, scratch);
        }
        self.two_bone.solve_with(chain, goal, pose, scratch)?;
        // The two-bone solver keeps the original pose in `kept`.
        std::mem::swap(&mut scratch.kept, &mut scratch.before);
        // If the closed form fails because the limb is too short, every solver fails; if it fails
        // because of limits, another may succeed.
        let report = &scratch.report;
        let turned = report.angle() <= self.dls.angle_tolerance;
        let is_limited =
            report.outcome == Outcome::Limited || !turned && report.outcome == Outcome::Reached;
        if is_limited
            && self.two_bone.weight >= 1.0
            && let Err(error) = self.dls.solve_with(chain, goal, pose, scratch)
        {
            chain_pose::restore(chain, pose, &scratch.before);
            return Err(error);
        }
        Ok(&scratch.report)
    }
}
