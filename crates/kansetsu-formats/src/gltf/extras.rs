//! The key of Kansetsu's own data in the extras of a document.

/// Key under `extras` of the document where the humanoid roles stand.
pub(super) const EXTRAS: &str = "kansetsu";
