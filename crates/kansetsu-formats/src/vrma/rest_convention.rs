//! The rest pose convention of a figure.

use crate::Document;

/// The known rest pose convention of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RestConvention {
    /// A T-pose that faces +Z: a VRM 1.0.
    Front,
    /// A T-pose that faces -Z: a VRM 0.x.
    Back,
    /// Unknown: it is detected from the positions of its joints.
    #[default]
    Unknown,
}

impl RestConvention {
    /// The convention of a figure's file.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let Document::Gltf(document) = document else { return Self::Unknown };
        let has = |extension: &str| document.json()["extensions"].get(extension).is_some();
        match (has("VRMC_vrm"), has("VRM")) {
            (true, _) => Self::Front,
            (false, true) => Self::Back,
            (false, false) => Self::Unknown,
        }
    }
}
