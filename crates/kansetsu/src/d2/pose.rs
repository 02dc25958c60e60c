//! Poses in the plane.

use super::Transform;

/// The local transform of every joint of a skeleton, in the skeleton's order.
///
/// Plain data: any field may be changed.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// `parent_from_joint` of every joint.
    pub locals: Vec<Transform>,
}
