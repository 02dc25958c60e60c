//! A chain with a known bend.

use glam::Vec3;

/// A chain with a known bend, for example an arm: two segments and the direction of the middle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limb {
    /// The display name, for example "left arm".
    pub name: String,
    /// The first joint, for example the shoulder.
    pub base: usize,
    /// The joint that bends, for example the elbow.
    pub middle: usize,
    /// The end effector, for example the wrist.
    pub tip: usize,
    /// The direction of the middle when the limb bends, in model space at rest.
    pub pole: Vec3,
}
