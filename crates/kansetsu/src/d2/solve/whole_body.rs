//! Several goals at once, over the whole body. In the plane every joint is a hinge; see
//! [`crate::d3::solve::WholeBody`] for the method and its source.

use super::{Body, Root, Scratch, in_space};
use crate::{
    Error,
    d2::{Goal, Pose, Report},
    d3::solve as d3,
};

/// Several goals at once, over the whole body.
///
/// ```
/// use kansetsu::d2::{Goal, Skeleton, Transform, solve::{Body, WholeBody}};
/// use kansetsu::glam::Vec2;
///
/// let mut builder = Skeleton::builder();
/// let hips = builder.root("hips", Transform::from_translation(Vec2::Y));
/// let chest = builder.child(hips, "chest", Transform::from_translation(Vec2::Y * 0.5));
/// let mut hands = Vec::new();
/// for side in [-1.0, 1.0] {
///     let elbow = builder.child(chest, "elbow", Transform::from_translation(Vec2::X * 0.3 * side));
///     hands.push(builder.child(elbow, "hand", Transform::from_translation(Vec2::X * 0.3 * side)));
/// }
/// let skeleton = builder.build()?;
///
/// let goals = [Goal::position(hands[0], Vec2::new(-0.4, 1.6)), Goal::position(hands[1], Vec2::new(0.3, 1.2))];
/// let mut pose = skeleton.rest_pose();
/// let solver = WholeBody { root: kansetsu::d2::solve::Root::Rotates, ..WholeBody::default() };
/// let report = solver.solve(&Body::new(&skeleton), &goals, &mut pose)?;
/// assert!(report.distance() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct WholeBody {
    /// Maximum number of steps in total. Default 100.
    pub max_steps: usize,
    /// Distance at which a goal's position counts as reached, as a fraction of the longest path
    /// from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// Angle at which a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Maximum number of restarts when the first attempt falls short; they share
    /// [`Self::max_steps`]. Default 0.
    pub max_restarts: usize,
    /// How the root may move. Default: fixed.
    pub root: Root,
    /// Upper bound of the force of a goal of weight 1. Default 10; see [`d3::WholeBody::strength`].
    pub strength: f32,
}

impl Default for WholeBody {
    fn default() -> Self {
        let d3::WholeBody { max_steps, tolerance, angle_tolerance, max_restarts, root, strength } =
            d3::WholeBody::default();
        Self { max_steps, tolerance, angle_tolerance, max_restarts, root, strength }
    }
}

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
    /// parameter or a goal out of its range, [`Error::InvalidTransform`] for
    /// the pose. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        let Self { max_steps, tolerance, angle_tolerance, max_restarts, root, strength } = *self;
        let solver =
            d3::WholeBody { max_steps, tolerance, angle_tolerance, max_restarts, root, strength };
        in_space::solve_body(&d3::Solver::WholeBody(solver), (body, goals), pose, scratch)
    }
}
