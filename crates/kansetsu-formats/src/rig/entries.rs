//! The entries of a rig file.

use kansetsu::d3::Limit;
use serde::{Deserialize, Serialize};

/// A joint's local transform at rest; missing fields keep the values of the figure's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestEntry {
    /// The joint.
    pub joint: String,
    /// The translation, metres, in the space of its parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// The rotation, a quaternion x, y, z, w.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// The scale along the joint's axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
}

/// The limit of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitEntry {
    /// The joint.
    pub joint: String,
    /// The limit of its rotation from rest, radians.
    pub limit: Limit,
}

/// A chain with a known bend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimbEntry {
    /// A name for people, for example "left arm".
    pub name: String,
    /// The joint at its start.
    pub base: String,
    /// The joint that bends.
    pub middle: String,
    /// The joint that reaches.
    pub tip: String,
    /// The direction in which the middle points, model space at rest.
    pub pole: [f32; 3],
}

/// A twist and the joints that share it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwistEntry {
    /// The joint relative to which the twist is measured; model space if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The joint whose twist is spread.
    pub to: String,
    /// The bone's axis, model space at rest.
    pub axis: [f32; 3],
    /// The start and the end of the bone, model space at rest, metres.
    pub ends: [[f32; 3]; 2],
    /// The joints that share it.
    pub joints: Vec<ShareEntry>,
}

/// A joint's share of a twist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareEntry {
    /// The joint.
    pub joint: String,
    /// From 0, none of it, to 1, all of it.
    pub share: f32,
}

/// A mass on a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MassEntry {
    /// The joint.
    pub joint: String,
    /// The mass in any unit: fractions of the body's mass, or kilograms.
    pub mass: f32,
    /// Its center in the joint's frame.
    pub centre: [f32; 3],
}

/// The rotation of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// The joint.
    pub joint: String,
    /// Its local rotation, a quaternion x, y, z, w.
    pub rotation: [f32; 4],
}
