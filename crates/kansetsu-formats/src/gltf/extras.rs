//! The key of Kansetsu's own data in the extras of a document.

/// The key of the humanoid roles under `extras` of the document.
pub(super) const EXTRAS: &str = "kansetsu";
