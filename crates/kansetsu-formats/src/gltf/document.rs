//! The opened file, for saving.

use kansetsu::d3::Skeleton;
use serde_json::Value;

use super::Container;
use crate::rig::RigFile;
use crate::{Expression, Morph};

/// An opened file: all data for writing it again with changes.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) container: Container,
    /// The JSON text, byte for byte.
    pub(super) text: String,
    /// The same, parsed.
    pub(super) json: Value,
    /// The BIN chunk of a GLB file, with its padding.
    pub(super) bin: Option<Vec<u8>>,
    /// Chunks of unknown kinds.
    pub(super) extra: Vec<([u8; 4], Vec<u8>)>,
    /// The contents of every buffer that has any.
    pub(super) buffers: Vec<Option<Vec<u8>>>,
    /// The files beside the document with buffers and images.
    pub(super) external: Vec<Resource>,
    pub(super) skeleton: Skeleton,
    /// The state of the figure when it was opened.
    pub(super) rig: RigFile,
    /// The expressions of the file.
    pub(super) expressions: Vec<Expression>,
    /// The morph targets of the file, without their offsets.
    pub(super) morphs: Vec<Morph>,
    /// The node of each joint.
    pub(super) node_of_joint: Vec<Option<usize>>,
}

/// A file beside a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its path, relative to the document.
    pub path: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl Document {
    /// The container of the file.
    #[must_use]
    pub const fn container(&self) -> Container {
        self.container
    }

    /// Whether it is a VRM. The rest nodes of a VRM are its T-pose, from which all programs measure
    /// motions; so [`Self::save`] does not change them.
    #[must_use]
    pub fn is_vrm(&self) -> bool {
        ["VRM", "VRMC_vrm"].iter().any(|name| self.json["extensions"].get(name).is_some())
    }

    /// The parsed JSON, with every extension and extra.
    #[must_use]
    pub const fn json(&self) -> &Value {
        &self.json
    }
}
