//! A path of joints from a base to a tip, ready for solving.

use glam::{Affine2, Vec3};

use super::{Interval, Pose, Skeleton};
use crate::{
    Error,
    d3::{self, limit::Hinge},
};

/// The joints from a base to one of its descendants, with their limits.
///
/// A chain holds the data of the skeleton that a solver needs, so it can be kept and used for any
/// pose of that skeleton. The base and every joint before the tip rotate; the tip reaches for the
/// goal, and rotates too if the goal has an orientation.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(crate) joint_count: usize,
    /// From the root to the base's parent.
    pub(crate) ancestors: Vec<usize>,
    /// From the base to the tip.
    pub(crate) joints: Vec<ChainJoint>,
    /// The same chain in space, its joints hinges about Z.
    pub(crate) in_space: d3::Chain,
}

/// One joint of a chain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChainJoint {
    pub(crate) joint: usize,
    /// The joint's rotation at rest, radians.
    pub(crate) rest: f32,
    pub(crate) limit: Interval,
    /// The joint keeps its rotation.
    pub(crate) held: bool,
}

impl ChainJoint {
    /// The allowed rotation nearest to `rotation`.
    pub(crate) fn allowed(&self, rotation: f32) -> f32 {
        let turn = rotation - self.rest;
        let allowed = self.limit.project(turn);
        if allowed == turn { rotation } else { self.rest + allowed }
    }
}

impl Chain {
    /// The chain from `base` to `tip`, without limits.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is not an ancestor of `tip`.
    pub fn new(skeleton: &Skeleton, base: usize, tip: usize) -> Result<Self, Error> {
        let in_space = d3::Chain::new(&skeleton.in_space, base, tip)?;
        let mut ancestors: Vec<usize> = skeleton.ancestors(base).skip(1).collect();
        ancestors.reverse();
        let joints = in_space.joints().map(|joint| ChainJoint {
            joint,
            rest: skeleton.joints()[joint].rest.rotation,
            limit: Interval::FREE,
            held: false,
        });
        let joints = joints.collect();
        let chain = Self { joint_count: skeleton.len(), ancestors, joints, in_space };
        chain.with_limits(&vec![None; skeleton.len()])
    }

    /// The same chain with the limit of each joint from `limits`, which has one entry per joint of
    /// the skeleton.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, [`Error::InvalidNumber`] for a malformed limit.
    pub fn with_limits(mut self, limits: &[Option<Interval>]) -> Result<Self, Error> {
        if limits.len() != self.joint_count {
            return Err(Error::PoseMismatch { pose: limits.len(), skeleton: self.joint_count });
        }
        let mut hinges = vec![None; limits.len()];
        for entry in &mut self.joints {
            entry.limit = limits[entry.joint].unwrap_or(Interval::FREE);
            entry.limit.check()?;
            hinges[entry.joint] =
                Some(d3::Limit::Hinge(Hinge::new(Vec3::Z, entry.limit.min, entry.limit.max)));
        }
        self.in_space = self.in_space.with_limits(&hinges)?;
        Ok(self)
    }

    /// The same chain with `joint` locked to its rotation in the pose. Joints outside the chain are
    /// ignored.
    #[must_use]
    pub fn with_locked(mut self, joint: usize) -> Self {
        for entry in &mut self.joints {
            entry.held |= entry.joint == joint;
        }
        self.in_space = self.in_space.with_locked(joint);
        self
    }

    /// The joint at which the chain starts.
    #[must_use]
    pub fn base(&self) -> usize {
        self.in_space.base()
    }

    /// The end effector.
    #[must_use]
    pub fn tip(&self) -> usize {
        self.in_space.tip()
    }

    /// The joints from the base to the tip.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.joints.iter().map(|entry| entry.joint)
    }

    /// The number of segments between the base and the tip; at least 1.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.joints.len() - 1
    }

    /// The sum of the segments' lengths in `pose`, in model space, metres.
    #[must_use]
    pub fn length(&self, pose: &Pose) -> f32 {
        let mut model = self.model_from_base(pose);
        let mut length = 0.0;
        let mut last = None;
        for local in self.joints.iter().filter_map(|entry| pose.locals.get(entry.joint)) {
            model *= local.to_affine();
            length += last.map_or(0.0, |last| model.translation.distance(last));
            last = Some(model.translation);
        }
        length
    }

    /// The map from the space of the base's parent to model space.
    pub(crate) fn model_from_base(&self, pose: &Pose) -> Affine2 {
        let locals = self.ancestors.iter().filter_map(|&joint| pose.locals.get(joint));
        locals.fold(Affine2::IDENTITY, |model, local| model * local.to_affine())
    }
}
