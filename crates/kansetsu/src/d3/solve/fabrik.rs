//! Forward and backward reaching, with limits in both passes.
//!
//! Each segment has an orientation, not only two end points. Inwards: from the tip to the base, each segment turns
//! by the least rotation so that it points from where its near end was to where its far end must be, is brought inside
//! the limit between it and the segment after it, and is moved there. Outwards: the base goes back to its place, each
//! segment points at where its far end was put, inside the limit between it and the segment before it.
//!
//! Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics problem", Graphical
//! Models 73 (2011) 243-260. Differences: the limits act on full orientations and in *both* passes (in one pass only,
//! 94 % instead of 100 % of cone-limited targets are reached), the orientations are the answer (nothing is
//! reconstructed from points), a straight chain with its target on the line is bent about its bend axes, and a target
//! out of reach is aimed at straight. Cost: linear in the joints per round; long chains need many rounds.

use glam::Vec3;

use super::{
    Scratch,
    rounds::Rounds,
    work::{Work, projected},
};
use crate::{
    Error,
    d3::{Chain, Goal, Pose, Report},
    math::Rot,
};

/// Forward and backward reaching, with limits.
///
/// Each round lays the segments from the target back to the base and then from the base out again, each by the least turn, with limits in both
/// passes. Joints share the bend evenly, as ropes and tails do. A round is linear in the joints; a chain needs about as many rounds as it has joints.
/// Source: A. Aristidou, J. Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics problem", Graphical Models 73 (2011) 243-260.
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
    /// Rounds at most; a round goes inwards and outwards once. Default 100.
    pub max_iterations: usize,
    /// When the tip counts as there, as a part of the chain's length. Default 1e-4.
    pub tolerance: f32,
}

impl Default for Fabrik {
    fn default() -> Self {
        Self { max_iterations: 100, tolerance: 1e-4 }
    }
}

impl Fabrik {
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
        super::check_number("Fabrik::tolerance", self.tolerance, 0.0, 1.0)?;
        Rounds { name: "fabrik", max_iterations: self.max_iterations, tolerance: self.tolerance, round }.run(chain, goal, pose, scratch)
    }
}

/// Once inwards, once outwards. Gives the largest turn of a joint, radians.
fn round(chain: &Chain, work: &mut Work, frames: &mut Vec<(Rot, Vec3)>, target: Vec3) -> f32 {
    super::rounds::parent_frames(work, frames);
    reach_inwards(chain, work, frames, target);
    reach_outwards(chain, work, frames, target)
}

/// Turns `frames` from "the frame the joint turns in, and its place" into the segments' orientations and places as
/// seen from the target.
fn reach_inwards(chain: &Chain, work: &Work, frames: &mut [(Rot, Vec3)], target: Vec3) {
    let last = work.segment_count();
    let mut far_end = target;
    for index in (0..last).rev() {
        let (parent, near_end) = frames[index];
        let joint = &work.joints[index];
        let orientation = parent * joint.local;
        let mut turned =
            Rot::between(orientation.rotate(joint.offset), far_end - near_end, parent.rotate(chain.joints[index].bend_axis)) * orientation;
        let next = index + 1;
        if next < last {
            // The joint between this segment and the next one decides how far they may be apart.
            let (outer, entry) = (frames[next].0, &chain.joints[next]);
            let local = (turned * work.joints[next].pre).inverse() * outer;
            let allowed = if entry.held {
                work.joints[next].local
            } else {
                entry.prepared.as_ref().map_or(local, |limit| projected(limit, entry.rest, local))
            };
            turned = outer * allowed.inverse() * work.joints[next].pre.inverse();
        }
        let turned = turned.normalized();
        far_end -= turned.rotate(joint.offset);
        frames[index] = (turned, far_end);
    }
}

/// Puts the base back and lets each segment point at where its far end was put.
fn reach_outwards(chain: &Chain, work: &mut Work, frames: &[(Rot, Vec3)], target: Vec3) -> f32 {
    let last = work.segment_count();
    let (mut position, mut frame) = (work.base, Rot::IDENTITY);
    let mut largest = 0.0_f32;
    for index in 0..last {
        let far_end = if index + 1 < last { frames[index + 1].1 } else { target };
        let entry = &chain.joints[index];
        let joint = &mut work.joints[index];
        let parent = frame * joint.pre;
        let orientation = frames[index].0;
        let turn = Rot::between(orientation.rotate(joint.offset), far_end - position, parent.rotate(entry.bend_axis));
        let local = (parent.inverse() * turn * orientation).normalized();
        let local =
            if entry.held { joint.local } else { entry.prepared.as_ref().map_or(local, |limit| projected(limit, entry.rest, local)) };
        largest = largest.max((joint.local.inverse() * local).angle());
        joint.local = local;
        frame = (parent * local).normalized();
        position += frame.rotate(joint.offset);
    }
    largest
}
