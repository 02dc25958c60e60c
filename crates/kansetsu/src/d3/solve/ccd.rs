//! Cyclic coordinate descent, with limits.
//!
//! From the tip to the base, each joint rotates by the smallest rotation that points the tip at the
//! target, and is immediately projected into its limit. A hinge rotates about its own axis only, by
//! the optimal angle for that axis. During one sweep only the tip moves, since the joints closer to
//! the base have not rotated yet; so a sweep costs one outward and one inward pass.
//!
//! Source: L.-C. T. Wang, C. C. Chen, "A combined optimization method for solving the inverse
//! kinematics problems of mechanical manipulators", IEEE Transactions on Robotics and Automation
//! 7(4), 1991. Differences: limits are part of the loop, and the result is the best pose of all
//! rounds. A straight chain with its target on its line, where every joint's gradient is zero, is
//! bent slightly about its bend axes. Cost: linear in the joints per round.

use glam::DVec3;

use super::{Scratch, rounds::Rounds, segments::Segment};
use crate::{
    Error,
    d3::{Chain, Goal, Pose, Report},
    error::in_range,
    kinematics::{Freedom, Node},
    math::so3,
    ops,
    solve::Problem,
};

/// Cyclic coordinate descent with limits.
///
/// From the tip to the base each joint rotates by the smallest rotation that points the tip at the
/// target, and is immediately projected into its limit; a hinge by the optimal angle for its axis.
/// Joints near the tip rotate most, so that chains curl. A round is linear in the joints; targets
/// near full reach take many. Source: L.-C. T. Wang, C. C. Chen, "A combined optimization method
/// for solving the inverse kinematics problems of mechanical manipulators", IEEE Transactions on
/// Robotics and Automation 7(4), 1991.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::Ccd}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Ccd::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Ccd {
    /// Maximum number of rounds; a round rotates every joint once. Default 200.
    pub max_iterations: usize,
    /// Distance at which the tip has reached its target, as a fraction of the chain's length.
    /// Default 1e-4.
    pub tolerance: f32,
}

impl Default for Ccd {
    fn default() -> Self {
        Self { max_iterations: 200, tolerance: 1e-4 }
    }
}

impl Ccd {
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
        in_range("Ccd::tolerance", self.tolerance, [0.0, 1.0])?;
        Rounds { max_iterations: self.max_iterations, tolerance: self.tolerance, round: sweep }
            .run(chain, goal, pose, scratch)
    }
}

/// One round from the tip to the base; returns the largest rotation, radians.
fn sweep(
    chain: &Chain,
    problem: &mut Problem,
    [mut end, target]: [DVec3; 2],
    _: &mut Vec<Segment>,
) -> f64 {
    let mut largest = 0.0_f64;
    for entry in chain.turning().rev() {
        let node = problem.tree.node_of[entry.joint];
        let Node { position, before, .. } = problem.tree.nodes[node];
        let [tip, wanted] = [end - position, target - position];
        let rotation = match &chain.known(entry).freedom {
            Freedom::Hinge { axis, .. } => {
                let axis = before * *axis;
                let (sin, cos) =
                    (axis.cross(tip).dot(wanted), tip.reject_from_normalized(axis).dot(wanted));
                so3::exp(axis * ops::atan2_f64(sin, cos))
            }
            _ => so3::rotation_between(
                tip,
                wanted,
                problem.tree.nodes[node].frame_above() * so3::wide(entry.bend_axis),
            ),
        };
        let rotated = problem.rotate(&chain.body, node, rotation);
        largest = largest.max(2.0 * rotated.xyz().length());
        end = position + rotated * tip;
    }
    largest
}
