//! Cyclic coordinate descent, with limits.
//!
//! From the tip's side to the base, each joint turns by the least rotation that points the tip at the target, and
//! is brought inside its limit at once. A joint with a hinge turns about its own axis only, by the angle that is
//! best for that axis. While one sweep runs only the tip moves: the joints nearer to the base have not turned yet,
//! so a sweep costs one pass outwards and one inwards.
//!
//! Source: L.-C. T. Wang, C. C. Chen, "A combined optimization method for solving the inverse kinematics problems
//! of mechanical manipulators", IEEE Transactions on Robotics and Automation 7(4), 1991. Differences: limits in
//! the loop, the best pose so far is what is given back, and a straight chain whose target lies on its line (where
//! no joint sees anything to do) is bent a little about its own bend axes. Cost: linear in the joints per round.

use glam::Vec3;

use super::{
    Scratch,
    rounds::Rounds,
    work::{Work, projected},
};
use crate::{
    Error,
    d3::{Chain, Goal, Limit, Pose, Report},
    math::{Rot, vector},
    ops,
};

/// Cyclic coordinate descent with limits.
///
/// From the tip's side to the base each joint turns by the least rotation that points the tip at the target, and is brought inside its limit at
/// once; a hinge by the angle that is best for its axis. Joints near the tip turn most, so that chains curl. A round is linear in the joints;
/// targets near full reach take many. Source: L.-C. T. Wang, C. C. Chen, "A combined optimization method for solving the inverse kinematics
/// problems of mechanical manipulators", IEEE Transactions on Robotics and Automation 7(4), 1991.
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
    /// [`Error::InvalidTransform`], [`Error::Unsupported`] for a goal in the frame of a joint. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        super::check_number("Ccd::tolerance", self.tolerance, 0.0, 1.0)?;
        Rounds { name: "ccd", max_iterations: self.max_iterations, tolerance: self.tolerance, round: sweep }.run(chain, goal, pose, scratch)
    }
}

/// One round from the tip's side to the base. Gives the largest turn, radians.
fn sweep(chain: &Chain, work: &mut Work, frames: &mut Vec<(Rot, Vec3)>, target: Vec3) -> f32 {
    let mut tip = super::rounds::parent_frames(work, frames);
    let mut largest = 0.0_f32;
    for index in (0..work.segment_count()).rev() {
        let entry = &chain.joints[index];
        if entry.held {
            continue;
        }
        let (parent, position) = frames[index];
        let before = work.joints[index].local;
        let tip_in_joint = (parent * before).inverse().rotate(tip - position);
        let target_in_parent = parent.inverse().rotate(target - position);
        let local = match &entry.limit {
            Some(Limit::Hinge(hinge)) => turn_hinge(hinge, entry.rest, before, tip_in_joint, target_in_parent),
            _ => {
                let turn = Rot::between(before.rotate(tip_in_joint), target_in_parent, entry.bend_axis);
                let local = (turn * before).normalized();
                entry.prepared.as_ref().map_or(local, |limit| projected(limit, entry.rest, local))
            }
        };
        largest = largest.max((before.inverse() * local).angle());
        work.joints[index].local = local;
        tip = position + (parent * local).rotate(tip_in_joint);
    }
    largest
}

/// The hinge's best angle for this target, inside its interval.
fn turn_hinge(hinge: &crate::d3::limit::Hinge, rest: Rot, local: Rot, tip_in_joint: Vec3, target_in_parent: Vec3) -> Rot {
    let Some(axis) = vector::unit(hinge.axis) else { return local };
    // In the rest frame the hinge turns about `axis` alone.
    let target = rest.inverse().rotate(target_in_parent);
    let tip = (rest.inverse() * local).rotate(tip_in_joint);
    let angle = (rest.inverse() * local).twist_angle(axis);
    let turn = ops::atan2(axis.cross(tip).dot(target), (tip - axis * tip.dot(axis)).dot(target));
    let allowed = crate::d3::limit::clamp_angle(angle + turn, hinge.min, hinge.max);
    (rest * Rot::from_axis_angle(axis, allowed)).normalized()
}
