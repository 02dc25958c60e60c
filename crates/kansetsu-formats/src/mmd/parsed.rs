//! A model before its indices are checked.

use super::model::Bone;
use super::rest::Rest;
use super::surface::Surface;

/// A parsed file, before its indices are checked.
pub(super) struct Parsed {
    pub(super) name: String,
    pub(super) bones: Vec<Bone>,
    pub(super) surface: Surface,
    pub(super) rest: Rest,
}
