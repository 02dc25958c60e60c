//! Damped least squares for one chain: the step of the [whole-body solver](super::WholeBody), on a
//! body of which only the chain moves.
//!
//! A target beyond the chain's length, or closer to its base than its longest segment allows, is
//! replaced by the nearest reachable point, so that a distant target exerts no larger force than
//! one that is just out of reach.

use glam::DVec3;

use super::{Scratch, WholeBody, loaded, pole, segments};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Region, Report},
    error::in_range,
    solve::Problem,
};

/// Damped least squares with the limits as an active set inside every step.
///
/// The step is that of [`WholeBody`]. An attempt that misses the goal is followed by restarts from
/// random poses; equal inputs have equal results. Use it for chains with limits, orientations,
/// lines and planes. A step costs about 1 µs per joint. Source of the damping: T. Sugihara,
/// "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", IEEE
/// Transactions on Robotics 27(5), 2011, 984-991.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::Dls}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Dls::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Dls {
    /// Maximum number of steps in one attempt. Default 30.
    pub max_iterations: usize,
    /// Distance at which the goal's position counts as reached, as a fraction of the chain's
    /// length. Default 1e-4.
    pub tolerance: f32,
    /// Angle at which the goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Maximum number of restarts when an attempt misses the goal. Default 32.
    pub max_restarts: usize,
}

impl Default for Dls {
    fn default() -> Self {
        Self { max_iterations: 30, tolerance: 1e-4, angle_tolerance: 1e-3, max_restarts: 32 }
    }
}

impl Dls {
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
        self.check()?;
        if let Some(even) = chain.even.as_ref().filter(|_| goal.joint == chain.tip())
            && even.solve((chain, goal), pose, self.tolerance, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        loaded::solve(
            (chain, goal),
            pose,
            scratch,
            [self.tolerance, self.angle_tolerance],
            |solver, scratch| {
                self.solve_loaded(solver, (chain, goal), scratch);
            },
        )?;
        Ok(&scratch.report)
    }

    /// Moves the loaded chain to its goal, and then its middle to the side of the pole as far as
    /// the goal allows.
    pub(crate) fn solve_loaded(
        &self,
        solver: &WholeBody,
        (chain, goal): (&Chain, &Goal),
        scratch: &mut Scratch,
    ) {
        if scratch.problem.is_met && scratch.problem.poles_are_met {
            return;
        }
        let solver = WholeBody { max_restarts: self.max_restarts, ..*solver };
        let is_place =
            goal.region == Region::Point && goal.radius == 0.0 && goal.orientation.is_none();
        let beyond =
            if is_place { scratch.problem.beyond_reach(goal, self.tolerance.into()) } else { None };
        scratch.problem.set_has_pole(&chain.body, false);
        if let Some(beyond) = beyond {
            let target = scratch.problem.set_target(beyond.nearest);
            if beyond.outcome == Outcome::OutOfReach && chain.is_free() {
                straighten(chain, scratch, target);
            } else {
                // The lengths alone determine the end of such a chain: restarts do not improve it.
                self.attempt(&WholeBody { max_restarts: 0, ..solver }, chain, scratch);
            }
            scratch.problem.set_target(target);
        } else if is_place
            && chain.is_free()
            && goal.relative_to.is_none()
            && !scratch.problem.tree.is_stretched()
        {
            // A free chain can reach every position from every pose, but the first pose may be far
            // from straight.
            let once = WholeBody { max_restarts: 0, ..solver };
            self.attempt(&once, chain, scratch);
            if let (false, Some([_, target])) =
                (scratch.problem.is_met, scratch.problem.end_and_target(&chain.body))
            {
                straighten(chain, scratch, target);
                self.attempt(&once, chain, scratch);
            }
        } else {
            self.attempt(&solver, chain, scratch);
        }
        scratch.problem.set_has_pole(&chain.body, true);
        if !pole::swivel(chain, scratch) && scratch.problem.is_met {
            // Limits interfere: the other joints yield, as far as the end stays.
            let off = |problem: &Problem| pole::residual(chain, problem).map_or(0.0, DVec3::length);
            let before = off(&scratch.problem);
            scratch.problem.tree.keep(&mut scratch.state);
            let once = WholeBody { max_restarts: 0, ..solver };
            self.attempt(&once, chain, scratch);
            scratch.problem.set_has_pole(&chain.body, false);
            self.attempt(&once, chain, scratch);
            if !scratch.problem.is_met || off(&scratch.problem) > before {
                scratch.problem.tree.recall(&scratch.state);
                scratch.problem.measure();
            }
        }
    }

    fn attempt(&self, solver: &WholeBody, chain: &Chain, scratch: &mut Scratch) {
        let Scratch { problem, attempts, report, .. } = scratch;
        if !problem.is_met || !problem.poles_are_met {
            solver.descend_chain(&chain.body, problem, attempts, (self.max_iterations, report));
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("Dls::tolerance", self.tolerance, [0.0, 1.0])?;
        in_range("Dls::angle_tolerance", self.angle_tolerance, [0.0, 4.0])
    }
}

/// Points all segments at a point, in units of the body's size. Segments keep their twist as far as
/// that allows.
fn straighten(chain: &Chain, scratch: &mut Scratch, target: DVec3) {
    let Scratch { problem, segments, .. } = scratch;
    let Some([end, _]) = problem.end_and_target(&chain.body) else { return };
    segments::load(chain, problem, end, segments);
    let base = segments.first().map_or(end, |base| base.start);
    segments::straighten(
        chain,
        problem,
        segments,
        (target - base).try_normalize().unwrap_or(DVec3::X),
    );
    problem.measure();
}
