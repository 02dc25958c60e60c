//! A button of a page.

use crate::text::Phrase;

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name for scripts.
    pub key: &'static str,
    /// Its label.
    pub name: Phrase,
}
