//! The identity of a joint.

/// A joint of one skeleton.
///
/// Made by [`Rig::joint`](super::Rig::joint), [`Rig::role`](super::Rig::role) and
/// [`Skeleton::id`](super::Skeleton::id). A function that takes a `JointId` rejects the joint of
/// another skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId {
    index: u32,
    skeleton: u32,
}

impl JointId {
    pub(super) const fn new(index: u32, skeleton: u32) -> Self {
        Self { index, skeleton }
    }

    /// The index in the skeleton's list of joints, as stored in bindings and files.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The fingerprint of the skeleton: see
    /// [`Skeleton::fingerprint`](super::Skeleton::fingerprint).
    #[must_use]
    pub const fn skeleton(self) -> u32 {
        self.skeleton
    }
}
