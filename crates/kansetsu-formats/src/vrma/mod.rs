//! VRM animations: motions of humanoid roles, for any figure that plays them.
//!
//! A VRMA file is a glTF file with a skeleton of its own, whose joints may rest in any way; that rest is a T-pose. A joint's turn from rest, seen
//! from its parent's place at rest in model space, is what another figure's joint of the same role does: `W · q · r⁻¹ · W⁻¹`, with W the parent's
//! rotation at rest, r the joint's own and q the keyed one. The hips' place is multiplied by the figures' heights. VRM 0.x looks along -Z, so that all
//! is turned round there.
//!
//! A VRM rests in a T-pose too. A figure of another format may not: then its arms and legs are taken as they would stand in one (`rest`).
//!
//! Source: VRM Consortium, "VRMC_vrm_animation-1.0" and its "Retargeting".

mod read;
mod rest;
mod write;

pub(crate) use read::clips;
pub use write::{Written, write};

use crate::Document;

/// What is known of how a figure rests.
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

/// The extension's name.
pub(crate) const EXTENSION: &str = "VRMC_vrm_animation";

/// Whether a document is a VRM animation.
pub(crate) fn is_animation(document: &serde_json::Value) -> bool {
    document["extensions"].get(EXTENSION).is_some()
}
