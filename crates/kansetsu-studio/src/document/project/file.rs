//! The fields of a project file.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use kansetsu::{d3::Transform, glam::Affine3};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    document::{Attachment, Bookmark, Pin},
    library::SavedPose,
    motion::Motion,
};

/// The version of the format that this program writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// A whole project.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ProjectFile {
    pub(super) kansetsu_project: u32,
    #[serde(default)]
    pub(super) generator: String,
    #[serde(default)]
    pub(super) time: f32,
    #[serde(default)]
    pub(super) selection: SelectionEntry,
    /// Read one by one: what cannot be understood there is no reason to lose a pose.
    #[serde(default)]
    pub(super) settings: Value,
    #[serde(default)]
    pub(super) view: Value,
    #[serde(default)]
    pub(super) playback: Value,
    #[serde(default)]
    pub(super) figures: Vec<FigureEntry>,
    #[serde(default)]
    pub(super) poses: Vec<SavedPose>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) bookmarks: Vec<Bookmark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) backdrop: Option<BesideEntry>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SelectionEntry {
    #[serde(default)]
    pub(super) figure: usize,
    #[serde(default)]
    pub(super) joints: Vec<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FigureEntry {
    #[serde(default)]
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) source: SourceEntry,
    /// The joints' names: when the file behind has changed, they tell which index is which.
    #[serde(default)]
    pub(super) joints: Option<Vec<String>>,
    /// The columns of `world_from_model`.
    #[serde(default = "identity")]
    pub(super) placement: Affine3,
    /// The joint of another figure that carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) attachment: Option<Attachment>,
    #[serde(default)]
    pub(super) pose: Vec<JointEntry>,
    #[serde(default)]
    pub(super) unkeyed: Vec<JointEntry>,
    /// The joints that are the parts of the body, where they were corrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) roles: Option<BTreeMap<String, usize>>,
    #[serde(default)]
    pub(super) limits: Vec<LimitEntry>,
    #[serde(default)]
    pub(super) pins: Vec<Pin>,
    #[serde(default)]
    pub(super) stops: BTreeSet<usize>,
    /// Weights of expressions and morph targets by name, where they differ from the file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) expressions: BTreeMap<String, f32>,
    #[serde(default)]
    pub(super) motions: Option<Vec<Arc1<Motion>>>,
    #[serde(default)]
    pub(super) motion: Option<usize>,
}

/// Shared while it is written, its own when it was read.
#[derive(Clone, Debug)]
pub(super) struct Arc1<T>(pub(super) Arc<T>);

impl<T: Serialize> Serialize for Arc1<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Arc1<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|value| Self(Arc::new(value)))
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum SourceEntry {
    Embedded {
        figure: String,
    },
    File {
        path: String,
        #[serde(default)]
        hash: String,
        #[serde(default, with = "crate::document::encoding")]
        bytes: Option<Arc<[u8]>>,
        /// In a record: the file's name among those that are kept apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<String>,
        #[serde(default)]
        beside: Vec<BesideEntry>,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct BesideEntry {
    pub(super) path: String,
    #[serde(default, with = "crate::document::encoding")]
    pub(super) bytes: Option<Arc<[u8]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) kept: Option<String>,
}

/// A joint that differs from rest.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct JointEntry {
    pub(super) joint: usize,
    #[serde(flatten)]
    pub(super) local: Transform,
}

/// A joint whose limit differs from that of the figure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LimitEntry {
    pub(super) joint: usize,
    /// As `limits` writes it; null when the joint has no limit.
    pub(super) limit: Value,
}

const fn identity() -> Affine3 {
    Affine3::IDENTITY
}
