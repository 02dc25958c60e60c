//! How a skeleton stands.

use super::Transform;

/// The local transform of every joint of a skeleton, in the skeleton's order.
///
/// Plain data: change any of it. Rotations need not be of unit length; readers normalise.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// `parent_from_joint` of every joint.
    pub locals: Vec<Transform>,
}

impl Clone for Pose {
    fn clone(&self) -> Self {
        Self { locals: self.locals.clone() }
    }

    /// Uses the memory that is there: a pose that is reset again and again allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.locals.clone_from(&source.locals);
    }
}
