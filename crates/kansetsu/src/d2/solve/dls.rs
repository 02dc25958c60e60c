//! Damped least squares with limits that converge. In the plane every joint is a hinge; see
//! [`crate::d3::solve::Dls`] for the method and its source.

use super::{Scratch, in_space};
use crate::{
    Error,
    d2::{Chain, Goal, Pose, Report},
    d3::solve as d3,
    error::in_range,
};

/// Damped least squares with limits inside every step.
///
/// ```
/// use kansetsu::d2::{Chain, Goal, Skeleton, Transform, solve::Dls};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let mut joint = builder.root("0", Transform::IDENTITY);
/// for index in 1..=4 {
///     joint = builder.child(joint, index.to_string(), Transform::from_translation(Vec2::X));
/// }
/// let skeleton = builder.build()?;
///
/// let mut pose = skeleton.rest_pose();
/// let chain = Chain::new(&skeleton, 0, joint)?;
/// let report = Dls::default().solve(&chain, &Goal::position(joint, Vec2::new(1.0, 2.0)), &mut pose)?;
/// assert!(report.distance() < 1e-4 * 4.0);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Dls {
    /// Maximum number of steps in one attempt. Default 30.
    pub max_iterations: usize,
    /// Distance at which the tip has reached its target, as a fraction of the chain's length.
    /// Default 1e-4.
    pub tolerance: f32,
    /// Angle at which the rotation of the tip is reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Maximum number of restarts when an attempt falls short. Default 32.
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
        let solver = d3::Dls {
            max_iterations: self.max_iterations,
            tolerance: self.tolerance,
            angle_tolerance: self.angle_tolerance,
            max_restarts: self.max_restarts,
        };
        let solve = |chain: &_, goal: &_, pose: &mut _, scratch: &mut _| {
            solver.solve_with(chain, goal, pose, scratch).map(drop)
        };
        in_space::solve(solve, self.tolerance, (chain, goal), pose, scratch)
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        in_range("Dls::tolerance", self.tolerance, [0.0, 1.0])?;
        in_range("Dls::angle_tolerance", self.angle_tolerance, [0.0, 4.0])
    }
}
