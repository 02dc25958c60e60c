//! A joint points an axis at a target. In the plane it is a hinge; see [`crate::d3::solve::Aim`]
//! for the method and its source.

use glam::Vec3;

use super::{Scratch, in_space};
use crate::{
    Error,
    d2::{Chain, Goal, Pose, Report},
    d3::solve as d3,
};

/// The tip of a chain points an axis at a target: a turret, a head. The joints above it stay.
///
/// The axis may start beside the joint ([`Goal::offset`]). A target closer to the joint than the
/// axis passes by it cannot be aimed at ([`crate::d2::Outcome::TooClose`]); the axis then passes
/// the target at the least possible distance.
///
/// ```
/// use kansetsu::d2::{Chain, Goal, Skeleton, Transform, solve::Aim};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let tank = builder.root("tank", Transform::IDENTITY);
/// let turret = builder.child(tank, "turret", Transform::from_translation(Vec2::Y));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, tank, turret)?;
/// let mut pose = skeleton.rest_pose();
/// let goal = Goal::look_at(turret, Vec2::X, Vec2::new(3.0, 4.0)).with_offset(Vec2::Y * 0.2);
/// let report = Aim::default().solve(&chain, &goal, &mut pose)?;
/// assert!(report.angle() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Aim {
    /// Blend weight from 0 (the pose is kept) to 1 (the joint aims). Default 1.
    pub weight: f32,
}

impl Default for Aim {
    fn default() -> Self {
        Self { weight: 1.0 }
    }
}

impl Aim {
    /// Rotates the chain's tip so that it aims. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory. The outcome is that of the full weight.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal that is not a look-at goal, [`Error::GoalOutsideChain`],
    /// [`Error::InvalidNumber`] for a non-finite value, [`Error::OutOfRange`] for a value out of
    /// its range, [`Error::PoseMismatch`], [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        // Half a turn is about `up`: in the plane.
        let solver = d3::Aim { up: Vec3::Z, twist: 0.0, weight: self.weight };
        let solve = |chain: &_, goal: &_, pose: &mut _, scratch: &mut _| {
            solver.solve_tip_with(chain, goal, pose, scratch).map(drop)
        };
        in_space::solve(solve, 0.0, (chain, goal), pose, scratch)
    }
}
