//! What makes a skeleton posable: limits, limbs, mirror pairs.

use glam::Vec3;

use super::{Limit, Skeleton};
use crate::Error;

/// A chain with a known bend, for example an arm: two segments and the side its middle points to.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limb {
    /// What people call it, for example "left arm".
    pub name: String,
    /// The joint it starts at, for example the shoulder.
    pub base: usize,
    /// The joint that bends, for example the elbow.
    pub middle: usize,
    /// The joint that reaches, for example the wrist.
    pub tip: usize,
    /// Where the middle points when the limb bends, a direction in model space at rest.
    pub pole: Vec3,
}

/// A skeleton with what makes it posable.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    /// The tree of joints.
    pub skeleton: Skeleton,
    /// What each joint may do; `None` is everything. As long as the skeleton.
    pub limits: Vec<Option<Limit>>,
    /// The chains with a known bend.
    pub limbs: Vec<Limb>,
    /// The joint on the other side of the body, for each joint that has one. As long as the skeleton.
    pub mirrors: Vec<Option<usize>>,
}

impl Rig {
    /// A rig in which every joint may do everything.
    #[must_use]
    pub fn new(skeleton: Skeleton) -> Self {
        let count = skeleton.len();
        Self { skeleton, limits: vec![None; count], limbs: Vec::new(), mirrors: vec![None; count] }
    }

    /// The limb that ends at `tip`.
    #[must_use]
    pub fn limb_to(&self, tip: usize) -> Option<&Limb> {
        self.limbs.iter().find(|limb| limb.tip == tip)
    }

    /// Checks that lists are as long as the skeleton, joints exist and limits are well formed.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for a list of the wrong length, [`Error::JointOutOfRange`],
    /// [`Error::InvalidNumber`].
    pub fn check(&self) -> Result<(), Error> {
        let count = self.skeleton.len();
        for length in [self.limits.len(), self.mirrors.len()] {
            if length != count {
                return Err(Error::PoseMismatch { pose: length, skeleton: count });
            }
        }
        let limb_joints = self.limbs.iter().flat_map(|limb| [limb.base, limb.middle, limb.tip]);
        for joint in limb_joints.chain(self.mirrors.iter().flatten().copied()) {
            if joint >= count {
                return Err(Error::JointOutOfRange { joint, count });
            }
        }
        self.limits.iter().flatten().try_for_each(Limit::check)
    }
}
