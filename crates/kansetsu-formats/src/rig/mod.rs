//! Rig files, `.rig.json`: what makes a figure posable, beside a file that cannot hold it.
//!
//! Roles, limits, limbs, mirror pairs, twist joints, masses, a relaxed stance, and the rest pose where the file stands in another. glTF and VRM
//! files hold the same object in their `extras`. `docs/rig.md` describes it, `docs/rig.schema.json` is its schema.
//!
//! ```
//! use kansetsu_formats::{gltf, rig::RigFile};
//!
//! let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip", "children": [1]}, {"name": "knee", "translation": [0, -0.4, 0]}]}"#;
//! let mut figure = gltf::read(text.as_bytes(), &|path| Err(format!("there is no {path}")))?.figure;
//! let rig = RigFile::read(r#"{"kansetsu_rig": 1, "limits": [{"joint": "knee", "limit": {"kind": "hinge", "axis": [1, 0, 0], "min": 0}}]}"#)?;
//! assert!(rig.apply(&mut figure).is_empty());
//! assert!(figure.rig.limits[1].is_some());
//! # Ok::<(), kansetsu_formats::Error>(())
//! ```

mod apply;
mod entries;
mod from_figure;
mod labels;
mod posed;
mod read;
mod sidecar;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;

pub(crate) use apply::with_rest;
pub use entries::{LimbEntry, LimitEntry, MassEntry, RestEntry, ShareEntry, TurnEntry, TwistEntry};
pub(crate) use posed::{pose_from_value, pose_value};

/// The format's name in errors.
const FORMAT: &str = "rig";
/// The version that is read and written.
const VERSION: u32 = 1;

/// What a rig file holds. A joint is named as in the figure, or by `#` and its index where a name is missing or shared. A section that
/// is `None` leaves the figure's own as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RigFile {
    /// The version of the format: 1.
    pub kansetsu_rig: u32,
    /// What the rig is called; empty when nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The joint of each humanoid role, under the names of VRM 1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<BTreeMap<String, String>>,
    /// Local transforms at rest of joints that stand otherwise in the figure's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Vec<RestEntry>>,
    /// What joints may do; those that are not named may do everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Vec<LimitEntry>>,
    /// The chains with a known bend, and their poles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limbs: Option<Vec<LimbEntry>>,
    /// Pairs of joints that mirror each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirrors: Option<Vec<[String; 2]>>,
    /// How twists are spread over twist joints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twists: Option<Vec<TwistEntry>>,
    /// Masses on joints, all in one unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masses: Option<Vec<MassEntry>>,
    /// Joints that a chain does not go above by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<Vec<String>>,
    /// How joints are turned in the relaxed stance: local rotations of those that are not at rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<Vec<TurnEntry>>,
    /// What is odd about the file, in sentences for people; each names its place.
    #[serde(skip)]
    pub warnings: Vec<String>,
}
