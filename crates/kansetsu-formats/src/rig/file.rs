//! A rig file as plain data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entries::{LimbEntry, LimitEntry, MassEntry, RestEntry, TurnEntry, TwistEntry};

/// The format's name in errors.
pub(super) const FORMAT: &str = "rig";

/// The supported version.
pub(super) const VERSION: u32 = 1;

/// The contents of a rig file. A joint is named as in the figure, or by `#` and its index if its
/// name is missing or not unique. A section that is `None` leaves the figure's own unchanged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RigFile {
    /// The version of the format: 1.
    pub kansetsu_rig: u32,
    /// The name of the rig; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The joint of each humanoid role, by the names of VRM 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<BTreeMap<String, String>>,
    /// Local transforms at rest of joints that differ from the figure's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Vec<RestEntry>>,
    /// The limits of joints; all other joints are free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Vec<LimitEntry>>,
    /// The chains with a known bend, and their poles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limbs: Option<Vec<LimbEntry>>,
    /// Pairs of joints that mirror each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirrors: Option<Vec<[String; 2]>>,
    /// The distribution of twists over twist joints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twists: Option<Vec<TwistEntry>>,
    /// Masses on joints, all in one unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masses: Option<Vec<MassEntry>>,
    /// Joints above which a chain does not extend by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<Vec<String>>,
    /// The relaxed stance: local rotations of joints that differ from rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<Vec<TurnEntry>>,
    /// Warnings about the file, as sentences for people; each names its place.
    #[serde(skip)]
    pub warnings: Vec<String>,
}
