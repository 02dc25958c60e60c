//! How a skeleton stands.

use super::Transform;

/// The local transform of every joint of a skeleton, in the skeleton's order.
///
/// Plain data: change any of it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// `parent_from_joint` of every joint.
    pub locals: Vec<Transform>,
}
