//! How a figure rests.

use crate::Document;

/// The rest pose of a figure, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RestConvention {
    /// In a T-pose, looking to +Z: a VRM 1.0.
    Front,
    /// In a T-pose, looking to -Z: a VRM 0.x.
    Back,
    /// Nothing: it is found from the places of its joints.
    #[default]
    Unknown,
}

impl RestConvention {
    /// Of the figure in a file.
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
