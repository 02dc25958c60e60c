//! Several joints aim together. In the plane every joint is a hinge; see
//! [`crate::d3::solve::AimChain`] for the method.

use glam::Vec3;

use super::{Scratch, in_space};
use crate::{
    Error,
    d2::{Chain, Goal, Pose, Report},
    d3::solve as d3,
};

/// The joints of a chain point an axis of its tip at a target; each rotates by its share.
///
/// ```
/// use kansetsu::d2::{Chain, Goal, Skeleton, Transform, solve::AimChain};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let neck = builder.child(chest, "neck", Transform::from_translation(Vec2::Y * 0.3));
/// let head = builder.child(neck, "head", Transform::from_translation(Vec2::Y * 0.1));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, chest, head)?;
/// let mut pose = skeleton.rest_pose();
/// let goal = Goal::look_at(head, Vec2::X, Vec2::new(2.0, 1.5));
/// let report = AimChain { shares: vec![0.2, 0.3, 0.5], ..AimChain::default() }.solve(&chain, &goal, &mut pose)?;
/// assert!(report.angle() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AimChain {
    /// The share of the rotation for each joint, from the base to the tip, relative to their sum; 0
    /// excludes a joint. Empty, the default, is 1, 2, 3, ...: more towards the tip.
    pub shares: Vec<f32>,
    /// Blend weight from 0 (the pose is kept) to 1 (the tip aims). Default 1.
    pub weight: f32,
    /// Maximum number of rounds. Default 24.
    pub max_iterations: usize,
}

impl Default for AimChain {
    fn default() -> Self {
        Self { shares: Vec::new(), weight: 1.0, max_iterations: 24 }
    }
}

impl AimChain {
    /// Rotates the chain's joints so that the tip aims. See [`Self::solve_with`].
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
    /// As [`super::Aim::solve_with`]; [`Error::InvalidNumber`] also for shares that are negative,
    /// all zero, or of another number than the joints. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        let mut solver = std::mem::take(&mut scratch.aim);
        solver.shares.clone_from(&self.shares);
        let solver = d3::AimChain {
            up: Vec3::Z,
            twist: 0.0,
            weight: self.weight,
            max_iterations: self.max_iterations,
            ..solver
        };
        let solve = |chain: &_, goal: &_, pose: &mut _, scratch: &mut _| {
            solver.solve_with(chain, goal, pose, scratch).map(drop)
        };
        let solved = in_space::solve(solve, 0.0, (chain, goal), pose, scratch).map(drop);
        scratch.aim = solver;
        solved.map(|()| &scratch.report)
    }
}
