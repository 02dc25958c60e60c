//! Why a file cannot be used.

use crate::{
    app::{Banner, Weight},
    document::Refusal,
    text::Phrase,
};

/// Why a file cannot be used: in the user's words, and in the loader's.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// In the user's words.
    pub text: Phrase,
    /// In the loader's.
    pub details: Vec<Phrase>,
}

impl Unreadable {
    /// A sentence without details.
    #[must_use]
    pub const fn new(text: Phrase) -> Self {
        Self { text, details: Vec::new() }
    }
}

impl From<Refusal> for Unreadable {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.reason)
    }
}

impl From<Unreadable> for Banner {
    fn from(Unreadable { text, details }: Unreadable) -> Self {
        Self { details, ..Self::of(Weight::Problem, text, None) }
    }
}
