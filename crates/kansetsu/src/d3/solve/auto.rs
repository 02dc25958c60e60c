//! The cheapest solver that keeps the promises.
//!
//! Two bones are solved in closed form; when their limits do not allow that answer, and for every other chain, damped
//! least squares goes on from there.

use super::{Dls, Scratch, TwoBone, two_bone};
use crate::{
    Error,
    d3::{Chain, Extent, Goal, Outcome, Pose, Report},
};

/// Picks the solver: closed form for two bones, damped least squares for everything else and where limits are in the way.
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
    /// [`Error::GoalOutsideChain`], [`Error::InvalidNumber`], [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        // On a line or in a plane the closed form would have to guess the point.
        let (Some(joints), Extent::Point) = (chain.two, goal.extent) else {
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
        if !scratch.work.is_rigid {
            return self.dls.solve_with(chain, goal, pose, scratch);
        }
        scratch.report.clear();
        scratch.work.simplify();
        let closed = self.two_bone.solve_work(chain, &mut scratch.work, joints);
        let (position, frame) = scratch.work.tip();
        let turned = scratch.work.orientation.is_none_or(|wanted| wanted.missing(frame, position).length() <= self.dls.angle_tolerance);
        // What the closed form cannot do for want of length, nothing can; what it cannot do for the limits' sake, others may.
        let is_limited = closed == Outcome::Limited || !turned && closed == Outcome::Reached;
        let met = if is_limited { self.dls.solve_work(chain, scratch) } else { closed == Outcome::Reached };
        let Scratch { work, report, .. } = scratch;
        work.restore_offset();
        two_bone::blend(chain, work, pose, self.two_bone.weight);
        work.store(chain, goal, pose, report);
        report.outcome = match closed {
            Outcome::Limited | Outcome::Reached if met => Outcome::Reached,
            Outcome::Limited | Outcome::Reached => work.why_missed(report),
            reach => reach,
        };
        Ok(report)
    }
}
