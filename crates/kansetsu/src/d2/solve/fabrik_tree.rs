//! Forward and backward reaching for trees. In the plane every joint is a hinge; see
//! [`crate::d3::solve::FabrikTree`] for the method and its source.

use super::{Body, Root, Scratch, in_space};
use crate::{
    Error,
    d2::{Goal, Pose, Report},
    d3::solve as d3,
};

/// Forward and backward reaching for several goals at once, over a whole [`Body`].
///
/// ```
/// use kansetsu::d2::{Goal, Skeleton, Transform, solve::{Body, FabrikTree}};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let mut hands = Vec::new();
/// for side in [-1.0, 1.0] {
///     let shoulder = builder.child(chest, "shoulder", Transform::from_translation(Vec2::X * 0.1 * side));
///     let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec2::X * 0.3 * side));
///     hands.push(builder.child(elbow, "hand", Transform::from_translation(Vec2::X * 0.3 * side)));
/// }
/// let skeleton = builder.build()?;
///
/// let goals = [Goal::position(hands[0], Vec2::new(-0.3, 0.4)), Goal::position(hands[1], Vec2::new(0.4, -0.2))];
/// let mut pose = skeleton.rest_pose();
/// let report = FabrikTree::default().solve(&Body::new(&skeleton), &goals, &mut pose)?;
/// assert!(report.distance() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct FabrikTree {
    /// Maximum number of rounds; a round is one inward and one outward pass. Default 10.
    pub max_iterations: usize,
    /// Distance at which a goal's position counts as reached, as a fraction of the longest path
    /// from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// Angle at which a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// How the root may move. Default: fixed.
    pub root: Root,
    /// Maximum number of steps with which [`super::WholeBody`] continues from there if goals are
    /// missed; 0 leaves the FABRIK result unchanged. Default 100.
    pub polish_iterations: usize,
}

impl Default for FabrikTree {
    fn default() -> Self {
        let d3::FabrikTree { max_iterations, tolerance, angle_tolerance, root, polish_iterations } =
            d3::FabrikTree::default();
        Self { max_iterations, tolerance, angle_tolerance, root, polish_iterations }
    }
}

impl FabrikTree {
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
    /// As [`super::WholeBody::solve_with`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        let Self { max_iterations, tolerance, angle_tolerance, root, polish_iterations } = *self;
        let solver =
            d3::FabrikTree { max_iterations, tolerance, angle_tolerance, root, polish_iterations };
        in_space::solve_body(&d3::Solver::FabrikTree(solver), (body, goals), pose, scratch)
    }
}
