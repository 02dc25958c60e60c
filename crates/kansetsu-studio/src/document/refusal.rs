//! Why something was not done.

use std::fmt;

use crate::text::Phrase;

/// Why something was not done, as a sentence. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The sentence.
    pub reason: Phrase,
}

impl Refusal {
    /// Refuses with a sentence in English and Japanese.
    #[must_use]
    pub const fn new(en: &'static str, ja: &'static str) -> Self {
        Self { reason: Phrase::new(en, ja) }
    }

    /// Refuses with sentences that were put together.
    #[must_use]
    pub const fn made(en: String, ja: String) -> Self {
        Self { reason: Phrase::made(en, ja) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl std::error::Error for Refusal {}

impl From<Phrase> for Refusal {
    fn from(reason: Phrase) -> Self {
        Self { reason }
    }
}

/// The solvers' and loaders' own words are passed on as they are.
impl From<kansetsu::Error> for Refusal {
    fn from(error: kansetsu::Error) -> Self {
        Self { reason: error.to_string().into() }
    }
}

impl From<kansetsu_formats::Error> for Refusal {
    fn from(error: kansetsu_formats::Error) -> Self {
        Self { reason: error.to_string().into() }
    }
}
