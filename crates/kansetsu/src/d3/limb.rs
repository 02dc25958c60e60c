//! A chain with a known bend.

use glam::Vec3;

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
