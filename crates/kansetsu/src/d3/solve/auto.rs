//! The cheapest solver that keeps the promises.
//!
//! Two bones are solved in closed form; when their limits do not allow that answer, and for every other chain, damped
//! least squares solves them.

use super::{Dls, Scratch, TwoBone, two_bone, work::Work};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Region, Report},
    math::Rot,
};

/// Picks the solver: closed form for two bones, damped least squares for everything else and where limits are in the way.
///
/// Take it when nothing speaks for another: it is as fast as the closed form where that suffices, and reaches what damped least squares
/// reaches. On a line or in a plane it is damped least squares alone.
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
    /// [`Error::InvalidTransform`], [`Error::Unsupported`] for a weight below 1 and a goal in the frame of a joint. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        // On a line or in a plane the closed form would have to guess the point.
        let (Some(joints), Region::Point) = (chain.two, goal.region) else {
            return self.dls.solve_with(chain, goal, pose, scratch);
        };
        self.two_bone.check()?;
        self.dls.check()?;
        if let Some(pair) = &chain.pair
            && pair.solve(&self.two_bone, (chain, goal), pose, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        scratch.work.load(chain, goal, pose)?;
        scratch.report.clear();
        let is_followed = goal.relative_to.is_some() || scratch.work.changes(goal);
        let outcome = if is_followed { Outcome::Limited } else { self.closed_form(chain, &mut scratch.work, joints) };
        if outcome == Outcome::Limited {
            return self.go_on(chain, goal, pose, scratch);
        }
        let Scratch { work, report, .. } = scratch;
        two_bone::blend(chain, work, pose, self.two_bone.weight);
        work.store(chain, goal, pose, report);
        report.outcome = outcome;
        Ok(report)
    }

    /// Solves the loaded chain in closed form. The outcome is [`Outcome::Limited`] where limits do not allow that: what is missed for want of
    /// length, no solver meets.
    fn closed_form(&self, chain: &Chain, work: &mut Work, joints: [usize; 2]) -> Outcome {
        work.simplify();
        let outcome = self.two_bone.solve_work(chain, work, joints);
        let (position, frame) = work.tip();
        let is_turned = work.orientation.is_none_or(|wanted| wanted.missing(frame, position).length() <= self.dls.angle_tolerance);
        work.restore_offset();
        if outcome == Outcome::Reached && !is_turned { Outcome::Limited } else { outcome }
    }

    /// Damped least squares, blended by the weight of the closed form.
    fn go_on<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        let weight = self.two_bone.weight;
        if weight >= 1.0 {
            return self.dls.solve_with(chain, goal, pose, scratch);
        }
        super::refuse_frame("auto with a weight below 1", goal)?;
        let before: Vec<Rot> = chain.joints().map(|joint| pose.locals[joint].rotation.into()).collect();
        self.dls.solve_with(chain, goal, pose, scratch)?;
        for (joint, before) in chain.joints().zip(before) {
            let solved = pose.locals[joint].rotation;
            pose.locals[joint].rotation = before.normalized().slerp(solved.into(), weight).into();
        }
        let Scratch { work, report, .. } = scratch;
        work.load(chain, goal, pose)?;
        work.stretch();
        report.goals.clear();
        report.active_limits.clear();
        work.measure(chain, goal, report);
        Ok(report)
    }
}
