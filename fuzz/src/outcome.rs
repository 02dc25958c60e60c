//! What a target says about an input that kept every promise.

use std::hash::{DefaultHasher, Hash, Hasher};

/// A text that tells paths apart: an error, warnings, the outcome of a solve. Digits and names in
/// quotes don't count, so that equal errors at different places are one outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    text: String,
}

impl Outcome {
    /// An outcome with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut is_quoted = false;
        let mut kept = String::new();
        for letter in text.chars().take(MOST_LETTERS) {
            if letter == '"' {
                is_quoted = !is_quoted;
            } else if !is_quoted && !letter.is_ascii_digit() {
                kept.push(letter);
            }
        }
        Self { text: kept }
    }

    /// A number for the set of known outcomes.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}

/// Longer texts are lists of the same warnings.
const MOST_LETTERS: usize = 2000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_names_make_no_new_outcome() {
        let first = Outcome::new("line 12: \"hip\" has 3 parents");
        assert_eq!(first, Outcome::new("line 7: \"knee\" has 2 parents"));
        assert_ne!(first, Outcome::new("line 7: \"knee\" has no parents"));
    }
}
