//! The same words in every language.

use std::{borrow::Cow, fmt};

use super::Language;

/// The same words in every language of the interface.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    en: Cow<'static, str>,
    ja: Cow<'static, str>,
}

impl Phrase {
    /// Words from the source.
    #[must_use]
    pub const fn new(en: &'static str, ja: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), ja: Cow::Borrowed(ja) }
    }

    /// Words that are made while it runs, for example with a name in them.
    #[must_use]
    pub const fn made(en: String, ja: String) -> Self {
        Self { en: Cow::Owned(en), ja: Cow::Owned(ja) }
    }

    /// The same, with a name in front.
    #[must_use]
    pub fn about(&self, name: &str) -> Self {
        Self::made(format!("{name}: {}", self.en), format!("{name}：{}", self.ja))
    }

    /// The words in this language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

/// The same in every language: a name, or a sentence from a loader.
impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self { ja: Cow::Owned(text.clone()), en: Cow::Owned(text) }
    }
}

impl From<&'static str> for Phrase {
    fn from(text: &'static str) -> Self {
        Self::new(text, text)
    }
}

/// In English, for logs and tests.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
