//! The extension that makes a glTF file a VRM animation.

/// The extension's name.
pub(crate) const EXTENSION: &str = "VRMC_vrm_animation";

/// Whether a document is a VRM animation.
pub(crate) fn is_animation(document: &serde_json::Value) -> bool {
    document["extensions"].get(EXTENSION).is_some()
}
