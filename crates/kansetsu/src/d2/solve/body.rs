//! A skeleton in the plane, ready for whole-body solving.

use glam::{Affine2, Vec3};

use crate::{
    Error,
    d2::{Goal, Interval, Pose, Skeleton, chain::ChainJoint},
    d3::{self, limit::Hinge},
};

/// A skeleton with the limits, locks and stiffness of its joints.
///
/// It holds the data that the solver needs, so it can be kept and used for any pose of that
/// skeleton and any goals.
#[derive(Clone, Debug)]
pub struct Body {
    /// In the skeleton's order.
    pub(super) joints: Vec<ChainJoint>,
    parents: Vec<Option<usize>>,
    /// The same body in space, its joints hinges about Z.
    pub(super) in_space: d3::solve::Body,
}

impl Body {
    /// The whole skeleton, without limits.
    #[must_use]
    pub fn new(skeleton: &Skeleton) -> Self {
        let joint = |(joint, known): (usize, &crate::d2::Joint)| ChainJoint {
            joint,
            rest: known.rest.rotation,
            limit: Interval::FREE,
            held: false,
        };
        let joints = skeleton.joints().iter().enumerate().map(joint).collect();
        let parents = skeleton.joints().iter().map(|joint| joint.parent).collect();
        let body = Self { joints, parents, in_space: d3::solve::Body::new(&skeleton.in_space) };
        body.with_limits(&vec![None; skeleton.len()])
            .expect("there are as many limits as joints, and none is malformed")
    }

    /// The same body with the limit of each joint from `limits`, which has one entry per joint of
    /// the skeleton.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, [`Error::InvalidNumber`] for a malformed limit.
    pub fn with_limits(mut self, limits: &[Option<Interval>]) -> Result<Self, Error> {
        if limits.len() != self.joints.len() {
            return Err(Error::PoseMismatch { pose: limits.len(), skeleton: self.joints.len() });
        }
        let mut hinges = Vec::with_capacity(limits.len());
        for (entry, limit) in self.joints.iter_mut().zip(limits) {
            entry.limit = limit.unwrap_or(Interval::FREE);
            entry.limit.check()?;
            hinges.push(Some(d3::Limit::Hinge(Hinge::new(
                Vec3::Z,
                entry.limit.min,
                entry.limit.max,
            ))));
        }
        self.in_space = self.in_space.with_limits(&hinges)?;
        Ok(self)
    }

    /// The same body with `joint` locked to its rotation in the pose. A joint that does not exist
    /// is ignored.
    #[must_use]
    pub fn with_locked(mut self, joint: usize) -> Self {
        if let Some(entry) = self.joints.get_mut(joint) {
            entry.held = true;
        }
        self.in_space = self.in_space.with_locked(joint);
        self
    }

    /// The same body with a stiffness per joint: 1 is usual, stiffer joints rotate less; in [0.01,
    /// 100].
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, [`Error::InvalidNumber`] for a NaN stiffness,
    /// [`Error::OutOfRange`] outside the range.
    pub fn with_stiffness(mut self, stiffness: &[f32]) -> Result<Self, Error> {
        self.in_space = self.in_space.with_stiffness(stiffness)?;
        Ok(self)
    }

    /// Checks that goals and pose fit the body and are finite.
    pub(super) fn check(&self, goals: &[Goal], pose: &Pose) -> Result<(), Error> {
        let count = self.joints.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        for goal in goals {
            if goal.joint >= count {
                return Err(Error::JointOutOfRange { joint: goal.joint, count });
            }
            goal.check()?;
        }
        let fault = pose
            .locals
            .iter()
            .enumerate()
            .find_map(|(joint, local)| local.fault().map(|what| (joint, what)));
        fault.map_or(Ok(()), |(joint, what)| {
            Err(Error::InvalidTransform { joint: format!("number {joint} of the pose"), what })
        })
    }

    /// Forward kinematics.
    pub(super) fn forward_into(&self, pose: &Pose, model_from_joint: &mut Vec<Affine2>) {
        model_from_joint.clear();
        for (local, parent) in pose.locals.iter().zip(&self.parents) {
            let parent_from_joint = local.to_affine();
            model_from_joint.push(
                parent.map_or(parent_from_joint, |parent| {
                    model_from_joint[parent] * parent_from_joint
                }),
            );
        }
    }
}
