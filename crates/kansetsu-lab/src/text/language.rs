//! The languages of the interface.

use serde::{Deserialize, Serialize};

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
}

impl Language {
    /// Every language, in the order of the menu.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// The language of a tag such as "ja", "ja-JP", "ja_JP.UTF-8" (a browser's or a system's);
    /// English when it is another one.
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("ja") { Self::Japanese } else { Self::English }
    }

    /// Its tag: "en" or "ja".
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The words in this language.
    #[must_use]
    pub const fn say(self, en: &'static str, ja: &'static str) -> &'static str {
        match self {
            Self::English => en,
            Self::Japanese => ja,
        }
    }

    /// What it calls itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "日本語",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_tags_are_understood() {
        for tag in ["ja", "ja-JP", "ja_JP.UTF-8", "JA"] {
            assert_eq!(Language::from_tag(tag), Language::Japanese, "{tag}");
        }
        for tag in ["en", "en-US", "C", "", "jav", "de_DE"] {
            assert_eq!(Language::from_tag(tag), Language::English, "{tag}");
        }
    }
}
