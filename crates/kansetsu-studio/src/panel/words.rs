//! The words of the panels, where they are used.

use crate::text::Language;

/// Says things in the language of the interface.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub Language);

impl Words {
    /// The words in the language of the interface.
    #[must_use]
    pub const fn say(self, en: &'static str, ja: &'static str) -> &'static str {
        match self.0 {
            Language::English => en,
            Language::Japanese => ja,
        }
    }
}
