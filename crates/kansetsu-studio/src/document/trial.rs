//! A change that is not kept yet.

use super::{Content, Selection};
use crate::text::Phrase;

/// A change that is being tried out, for example by a drag.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) label: Phrase,
    /// What there was when it began.
    pub(super) before: Content,
    pub(super) selection: Selection,
}
