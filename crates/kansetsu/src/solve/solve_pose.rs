//! One pose at a time.

use super::{Body, WholeBody, mode::Corrected};
use crate::{
    Error,
    d3::{Goal, Pose, Report, solve::Scratch},
    error::in_range,
};

/// Largest offset, metres.
const LARGEST: f32 = 1e15;

impl WholeBody {
    /// Moves the joint of every goal to its goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, body: &Body, goals: &[Goal], pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(body, goals, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::JointOutOfRange`] for a goal's joint,
    /// [`Error::InvalidNumber`] for a non-finite parameter or goal, [`Error::OutOfRange`] for a
    /// parameter or a goal out of its range, [`Error::InvalidTransform`] for the pose. The pose is
    /// then untouched.
    pub fn solve_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        let met = self.begin((body, goals), pose, body.reference.as_ref(), scratch)?;
        if goals.is_empty() {
            return Ok(&scratch.report);
        }
        self.bring(body, scratch, met);
        scratch.problem.check_overflow()?;
        Ok(self.end(body, goals, pose, scratch))
    }

    /// Brings a loaded problem to its goals, unless nothing is left to do.
    pub(crate) fn bring(&self, body: &Body, scratch: &mut Scratch, met: bool) {
        let Scratch { problem, attempts, report, .. } = scratch;
        if body.reference.is_some()
            || !met
            || !problem.poles_are_met
            || !problem.is_exact(Corrected::All)
        {
            let done = self.descend(body, problem, attempts, met);
            (report.iterations, report.restarts) = (done.steps, done.restarts);
        }
    }

    /// Loads a problem and measures it; returns whether all goals are met.
    pub(crate) fn begin(
        &self,
        (body, goals): (&Body, &[Goal]),
        pose: &Pose,
        reference: Option<&Pose>,
        scratch: &mut Scratch,
    ) -> Result<bool, Error> {
        self.check(body, goals, pose)?;
        scratch.report.clear();
        if goals.is_empty() {
            return Ok(true);
        }
        scratch.problem.load(self, body, goals, [pose, reference.unwrap_or(pose)])?;
        let met = scratch.problem.measure();
        scratch.problem.check_overflow()?;
        Ok(met)
    }

    /// Stores the pose of a loaded problem and reports on it.
    pub(crate) fn end<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> &'s Report {
        if !goals.is_empty() {
            scratch.problem.tree.store(pose);
            scratch.problem.report(body, goals, &mut scratch.report);
        }
        &scratch.report
    }

    fn check(&self, body: &Body, goals: &[Goal], pose: &Pose) -> Result<(), Error> {
        in_range("WholeBody::tolerance", self.tolerance, [0.0, 1.0])?;
        in_range("WholeBody::angle_tolerance", self.angle_tolerance, [0.0, 4.0])?;
        in_range("WholeBody::strength", self.strength, [1.0, 1000.0])?;
        let count = body.joints.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        for goal in goals {
            for joint in [Some(goal.joint), goal.relative_to].into_iter().flatten() {
                if joint >= count {
                    return Err(Error::JointOutOfRange { joint, count });
                }
            }
            goal.check()?;
            in_range("the goal's offset", goal.offset.abs().max_element(), [0.0, LARGEST])?;
        }
        Ok(())
    }
}
