//! Public names use the terms of the field.
//!
//! `GLOSSARY.md` defines the terms. The words here were once this project's own for concepts that
//! have a term.

use std::collections::BTreeMap;

use super::Finding;
use super::items::Items;
use super::source::sources_in;
use crate::repository::Repository;

/// The sources whose public names are checked: the libraries that programs call.
const LIBRARIES: [&str; 3] =
    ["crates/kansetsu/src/", "crates/kansetsu-humanoid/src/", "crates/kansetsu-formats/src/"];

/// A forbidden word, and the term in its place.
const BANNED: [(&str, &str); 29] = [
    ("anew", "restart"),
    ("apart", "collision pairs"),
    ("calm", "rate limit, damping"),
    ("curb", "bound"),
    ("dressed", "apply"),
    ("ease", "reference, rest"),
    ("elsewhere", "restart, transition"),
    ("footing", "support polygon, foot state"),
    ("foothold", "foot plant"),
    ("furnish", "auto rig"),
    ("glide", "velocity limit"),
    ("grain", "input resolution"),
    ("hang", "parent"),
    ("hangs", "parent, relative to"),
    ("insist", "penalty"),
    ("insistence", "penalty"),
    ("leap", "discontinuity"),
    ("leeway", "tolerance"),
    ("price", "cost"),
    ("reserve", "recruitment group"),
    ("reserves", "recruitment groups"),
    ("sought", "target"),
    ("spare", "down-weight"),
    ("stands", "planted"),
    ("told", "observed"),
    ("wanted", "target"),
    ("way", "path, direction, displacement"),
    ("wish", "soft task"),
    ("worn", "tracker offset"),
];

/// Every public name with such a word.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let banned = BTreeMap::from(BANNED);
    let mut found = Vec::new();
    for source in LIBRARIES.into_iter().flat_map(|folder| sources_in(repository, folder)) {
        for name in Items::of(source.tokens.clone()).names.into_iter().filter(|name| name.is_public)
        {
            let words = words(&name.text);
            for (word, term) in words.iter().filter_map(|word| banned.get_key_value(word.as_str()))
            {
                let message = format!(
                    "the public name `{}` has the word \"{word}\"; use the field's term, for example: {term}",
                    name.text
                );
                found.push(Finding::at(source.path, name.line, &message));
            }
        }
    }
    found
}

/// The words of a name in lower case: split at underscores and before capital letters.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && was_small) {
            words.push(String::new());
        }
        was_small = letter.is_lowercase();
        if let Some(word) = words.last_mut()
            && letter != '_'
        {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&Repository::of(&[(path, text)])).len()
    }

    #[test]
    fn a_banned_word_in_a_public_name_is_found() {
        let path = "crates/kansetsu/src/d3/a.rs";
        assert_eq!(found(path, "pub struct AtEase;"), 1);
        assert_eq!(found(path, "impl A { pub fn with_ease(self) {} }"), 1);
        assert_eq!(found(path, "pub struct A { pub ease: f32 }"), 1);
        assert_eq!(found(path, "pub enum A { Wish }\npub mod leap {}"), 2);
        assert_eq!(found("crates/kansetsu-formats/src/a.rs", "pub fn furnish() {}"), 1);
    }

    #[test]
    fn private_names_and_parts_of_words_are_left_alone() {
        let path = "crates/kansetsu/src/d3/a.rs";
        assert_eq!(
            found(
                path,
                "pub fn release() { let ease = 1.0; }\nfn ease() {}\npub(crate) fn apart() {}"
            ),
            0
        );
        assert_eq!(found(path, "pub struct A { ease: f32 }\npub enum Decrease { Always }"), 0);
        assert_eq!(found("crates/kansetsu-studio/src/a.rs", "pub fn ease() {}"), 0);
    }
}
