//! The lines of a rig file.

use kansetsu::d3::Limit;
use serde::{Deserialize, Serialize};

/// A joint's local transform at rest; what is missing is as in the figure's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestEntry {
    /// The joint.
    pub joint: String,
    /// Metres, in the space of its parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// A quaternion, x, y, z, w.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// Along the joint's axes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
}

/// What a joint may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitEntry {
    /// The joint.
    pub joint: String,
    /// Its limit, in radians, of its turn from rest.
    pub limit: Limit,
}

/// A chain with a known bend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimbEntry {
    /// For people, for example "left arm".
    pub name: String,
    /// Where it starts.
    pub base: String,
    /// What bends.
    pub middle: String,
    /// What reaches.
    pub tip: String,
    /// Where the middle points, model space at rest.
    pub pole: [f32; 3],
}

/// A twist and the joints that share it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwistEntry {
    /// What the twist is measured from; model space when it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The joint whose twist is spread.
    pub to: String,
    /// The bone's axis, model space at rest.
    pub axis: [f32; 3],
    /// Where the bone begins and ends, model space at rest, metres.
    pub ends: [[f32; 3]; 2],
    /// Who shares it.
    pub joints: Vec<ShareEntry>,
}

/// A joint's share of a twist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareEntry {
    /// The joint.
    pub joint: String,
    /// 0 none, 1 all of it.
    pub share: f32,
}

/// A mass on a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MassEntry {
    /// The joint.
    pub joint: String,
    /// How much, in any unit: fractions of the body's mass, or kilograms.
    pub mass: f32,
    /// Its centre in the joint's frame.
    pub centre: [f32; 3],
}

/// How a joint is turned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// The joint.
    pub joint: String,
    /// Its local rotation, a quaternion x, y, z, w.
    pub rotation: [f32; 4],
}
