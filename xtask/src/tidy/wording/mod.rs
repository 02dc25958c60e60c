//! Wording: texts and names use the terms of the field.
//!
//! `wording.tsv` lists words and phrases that are not allowed, and the terms in their place. Texts
//! are comments, docs, strings and Markdown. Names are those of items that are not for tests.

mod list;
mod pattern;
mod texts;

use list::{Entry, Kind, entries};

use super::Finding;
use super::items::Items;
use super::source::sources_in;
use crate::repository::Repository;

/// The sources whose public names programs call.
const LIBRARIES: [&str; 3] =
    ["crates/kansetsu/src/", "crates/kansetsu-humanoid/src/", "crates/kansetsu-formats/src/"];
/// The sources whose names are checked, public ones or not.
const SOURCES: [&str; 4] = ["crates/", "bindings/", "evidence/", "xtask/"];

/// Every text and name with a word or phrase of the list.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    match entries() {
        Ok(entries) => with(repository, &entries),
        Err(finding) => vec![finding],
    }
}

fn with(repository: &Repository, entries: &[Entry]) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        repository.texts().flat_map(|(path, text)| in_text(path, text, entries)).collect();
    findings.extend(in_names(repository, entries));
    findings
}

fn in_text(path: &str, text: &str, entries: &[Entry]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for passage in texts::passages(path, text) {
        for entry in entries {
            let found = match &entry.kind {
                Kind::Text(pattern) => pattern.find(&passage.words),
                Kind::Japanese(term) => passage.line_with(term),
                Kind::Name(_) | Kind::PublicName(_) => None,
            };
            findings.extend(found.map(|line| entry.finding(path, line)));
        }
    }
    findings
}

fn in_names(repository: &Repository, entries: &[Entry]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in SOURCES.into_iter().flat_map(|folder| sources_in(repository, folder)) {
        let is_library = LIBRARIES.iter().any(|folder| source.path.starts_with(folder));
        for name in Items::of(source.tokens.clone()).names {
            let words = words_of_name(&name.text);
            let is_broken = |entry: &&Entry| match &entry.kind {
                Kind::Name(word) => words.contains(word),
                Kind::PublicName(word) => is_library && name.is_public && words.contains(word),
                Kind::Text(_) | Kind::Japanese(_) => false,
            };
            let broken = entries.iter().filter(is_broken);
            findings.extend(broken.map(|entry| entry.finding(source.path, name.line)));
        }
    }
    findings
}

/// The words of a name in lower case: split at underscores and before capital letters.
fn words_of_name(name: &str) -> Vec<String> {
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

    /// Invented words, so that the tests are not found by the rule.
    const LIST: &str = "\
text\tgrok of\tgrok\ntext\tzig and zag\tturn\ntext\tfloop|floops on\trest on\n\
japanese\tほげほげ\tモデル\npublic\tzorp\tway\nname\tblarg\tpush\n";

    fn found(path: &str, text: &str) -> usize {
        let entries: Vec<Entry> = list::rows(LIST).flatten().collect();
        with(&Repository::of(&[(path, text)]), &entries).len()
    }

    #[test]
    fn phrases_are_found_in_comments_strings_and_pages() {
        assert_eq!(found("crates/a/src/a.rs", "/// They grok of it.\nfn a() {}\n"), 1);
        assert_eq!(found("crates/a/src/a.rs", "// To zig and\n// zag again.\n"), 1);
        assert_eq!(found("crates/a/src/a.rs", "fn a() { b(\"It floops on the root.\"); }\n"), 1);
        assert_eq!(found("docs/guide/a.md", "Joints zig\nand zag.\n"), 1);
        assert_eq!(found("docs/guide/a.ja.md", "新しいほげほげを開きます。\n"), 1);
    }

    #[test]
    fn code_and_parts_of_words_are_left_alone() {
        assert_eq!(found("crates/a/src/a.rs", "fn a() { zig(and(zag)); }\n"), 0);
        assert_eq!(found("docs/guide/a.md", "```text\nzig and zag\n```\n`zig and zag`\n"), 0);
        assert_eq!(found("docs/guide/a.md", "A zigzag, grokked. Zig. And zag.\n"), 0);
        assert_eq!(found("results/a.md", "zig and zag\n"), 0);
    }

    #[test]
    fn a_banned_word_in_a_public_name_is_found() {
        let path = "crates/kansetsu/src/d3/a.rs";
        assert_eq!(found(path, "pub struct AtZorp;"), 1);
        assert_eq!(found(path, "impl A { pub fn with_zorp(self) {} }"), 1);
        assert_eq!(found(path, "pub struct A { pub zorp: f32 }"), 1);
        assert_eq!(found(path, "pub enum A { Zorp }"), 1);
        assert_eq!(found("crates/kansetsu-formats/src/a.rs", "pub fn zorp() {}"), 1);
    }

    #[test]
    fn words_of_public_names_are_allowed_in_other_names() {
        let path = "crates/kansetsu/src/d3/a.rs";
        assert_eq!(found(path, "pub fn release() { let zorp = 1.0; }\nfn zorp() {}"), 0);
        assert_eq!(found(path, "pub struct A { zorp: f32 }\npub enum Zorped { Zorps }"), 0);
        assert_eq!(found("crates/kansetsu-studio/src/a.rs", "pub fn zorp() {}"), 0);
    }

    #[test]
    fn a_banned_word_is_found_in_every_name_that_is_not_for_tests() {
        let path = "crates/kansetsu-studio/src/a.rs";
        assert_eq!(found(path, "fn blarg() {}"), 1);
        assert_eq!(found(path, "#[cfg(test)]\nmod tests {\n    fn blarg() {}\n}"), 0);
    }
}
