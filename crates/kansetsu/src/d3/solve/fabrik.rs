//! Forward and backward reaching, with limits in both passes.
//!
//! Each segment has an orientation, not only two end points. Inwards, from the tip to the base,
//! each segment rotates by the smallest rotation to point from the previous position of its near
//! end to the required position of its far end. It is projected into the limit between it and the
//! next segment, and moves there. Outwards, the base returns to its position, and each segment
//! points at the position of its far end, inside the limit between it and the previous segment.
//!
//! Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics
//! problem", Graphical Models 73 (2011) 243-260. Differences: the limits act on full orientations
//! and in *both* passes (in one pass only, 94 % instead of 100 % of cone-limited targets are
//! reached). The orientations are the result (nothing is reconstructed from points). A straight
//! chain with its target on the line is bent about its bend axes, and a chain with a target out of
//! reach is straightened towards it. Cost: linear in the joints per round; long chains need many
//! rounds.

use glam::DVec3;

use super::{
    Scratch,
    rounds::Rounds,
    segments::{self, Segment},
};
use crate::{
    Error,
    d3::{Chain, Goal, Pose, Report},
    error::in_range,
    math::so3,
    solve::Problem,
};

/// Forward and backward reaching, with limits.
///
/// Each round moves the segments from the target back to the base and then from the base outwards,
/// each by the smallest rotation, with limits in both passes. Joints share the bend evenly, as
/// ropes and tails do. A round is linear in the joints; a chain needs about as many rounds as it
/// has joints. Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse
/// kinematics problem", Graphical Models 73 (2011) 243-260.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::Fabrik}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Fabrik::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Fabrik {
    /// Maximum number of rounds; a round is one inward and one outward pass. Default 100.
    pub max_iterations: usize,
    /// Distance at which the tip has reached its target, as a fraction of the chain's length.
    /// Default 1e-4.
    pub tolerance: f32,
}

impl Default for Fabrik {
    fn default() -> Self {
        Self { max_iterations: 100, tolerance: 1e-4 }
    }
}

impl Fabrik {
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
        in_range("Fabrik::tolerance", self.tolerance, [0.0, 1.0])?;
        Rounds { max_iterations: self.max_iterations, tolerance: self.tolerance, round }
            .run(chain, goal, pose, scratch)
    }
}

/// One inward and one outward pass; returns the largest rotation of a joint, radians.
fn round(
    chain: &Chain,
    problem: &mut Problem,
    [end, target]: [DVec3; 2],
    segments: &mut Vec<Segment>,
) -> f64 {
    segments::load(chain, problem, end, segments);
    reach_inwards(chain, segments, target, problem);
    segments::lay(chain, problem, segments, target)
}

/// Moves the segments from the target back to the base.
fn reach_inwards(chain: &Chain, segments: &mut [Segment], target: DVec3, problem: &Problem) {
    let mut far_end = target;
    for index in (0..segments.len()).rev() {
        let Segment { frame, start, to_end, bend_axis, .. } = segments[index];
        let mut turned = so3::rotation_between(frame * to_end, far_end - start, bend_axis) * frame;
        if let Some(outer) = segments.get(index + 1) {
            // The joint between this segment and the next one limits their relative rotation.
            let joint = problem.tree.nodes[outer.node].joint;
            let (local, _) = chain.body.joints[joint]
                .freedom
                .settle(((turned * outer.before).inverse() * outer.frame).normalize());
            turned = outer.frame * local.inverse() * outer.before.inverse();
        }
        let turned = turned.normalize();
        far_end -= turned * to_end;
        (segments[index].frame, segments[index].start) = (turned, far_end);
    }
}
