//! Cyclic coordinate descent, with limits.
//!
//! From the tip's side to the base, each joint turns by the least rotation that points the tip at
//! the target, and is brought inside its limit at once. A joint with a hinge turns about its own
//! axis only, by the angle that is best for that axis. While one sweep runs only the tip moves: the
//! joints nearer to the base have not turned yet, so a sweep costs one pass outwards and one
//! inwards.
//!
//! Source: L.-C. T. Wang, C. C. Chen, "A combined optimization method for solving the inverse
//! kinematics problems of mechanical manipulators", IEEE Transactions on Robotics and Automation
//! 7(4), 1991. Differences: limits in the loop, the best pose so far is what is given back, and a
//! straight chain whose target lies on its line (where no joint sees anything to do) is bent a
//! little about its own bend axes. Cost: linear in the joints per round.

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
/// From the tip's side to the base each joint turns by the least rotation that points the tip at
/// the target, and is brought inside its limit at once; a hinge by the angle that is best for its
/// axis. Joints near the tip turn most, so that chains curl. A round is linear in the joints;
/// targets near full reach take many. Source: L.-C. T. Wang, C. C. Chen, "A combined optimization
/// method for solving the inverse kinematics problems of mechanical manipulators", IEEE
/// Transactions on Robotics and Automation 7(4), 1991.
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
    /// Rounds at most; a round turns every joint once. Default 200.
    pub max_iterations: usize,
    /// When the tip counts as there, as a part of the chain's length. Default 1e-4.
    pub tolerance: f32,
}

impl Default for Ccd {
    fn default() -> Self {
        Self { max_iterations: 200, tolerance: 1e-4 }
    }
}

impl Ccd {
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

/// One round from the tip's side to the base; returns the largest rotation, radians.
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
