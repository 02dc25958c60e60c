//! Prose: the README and the guide are short, and their sentences too.

use super::Finding;
use crate::repository::Repository;

const README: &str = "README.md";
/// Lines of the README at most: what a reader sees before deciding to read on.
const README_LINES: usize = 120;
/// The folders of the documentation for users.
const PAGES: [&str; 2] = ["docs/guide/", "docs/reference/"];
/// Words in these folders at most, code and tables included: about an hour and a half of reading.
const WORDS: usize = 18_000;
/// The folder whose sentences are counted, beside the README. The reference consists of tables and
/// terse definitions.
const GUIDE: &str = "docs/guide/";
/// Words of a sentence at most. Longer ones have to be read twice.
const SENTENCE_WORDS: usize = 30;

/// Every limit that is exceeded. Japanese pages have no spaces to count words by, and are left out.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let pages = || {
        repository.texts().filter(|(path, _)| path.ends_with(".md") && !path.ends_with(".ja.md"))
    };
    let mut findings = Vec::new();
    let lines = repository.text(README).map_or(0, |text| text.lines().count());
    if lines > README_LINES {
        findings.push(Finding::in_file(
            README,
            format!("has {lines} lines, {README_LINES} are allowed: move some to the guide"),
        ));
    }
    let for_users = pages().filter(|(path, _)| PAGES.iter().any(|folder| path.starts_with(folder)));
    let words: usize = for_users.map(|(_, text)| text.split_whitespace().count()).sum();
    if words > WORDS {
        findings.push(Finding::in_file(
            GUIDE,
            format!("has {words} words with the reference, {WORDS} are allowed"),
        ));
    }
    let plain = pages().filter(|(path, _)| *path == README || path.starts_with(GUIDE));
    findings.extend(plain.flat_map(|(path, text)| long_sentences(path, text)));
    findings
}

fn long_sentences<'a>(path: &'a str, text: &'a str) -> impl Iterator<Item = Finding> + 'a {
    let long = sentences(text).into_iter().filter(|(_, words)| *words > SENTENCE_WORDS);
    long.map(move |(line, words)| {
        Finding::at(
            path,
            line,
            format!("a sentence of {words} words, {SENTENCE_WORDS} are allowed"),
        )
    })
}

/// The sentences of a page: the line where each starts and its number of words. Code, tables and
/// headings have none.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut sentences = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let is_item = line.starts_with("- ") || line.starts_with("* ") || is_numbered(line);
        if is_fence || is_code || line.is_empty() || line.starts_with(['|', '#']) {
            sentences.extend(open.take());
            continue;
        }
        if is_item {
            sentences.extend(open.take());
        }
        for word in without_targets(line).split_whitespace().skip(usize::from(is_item)) {
            let (_, words) = open.get_or_insert((index + 1, 0));
            *words += 1;
            if word.trim_end_matches(['*', '"', ')', '`']).ends_with(['.', '?', '!']) {
                sentences.extend(open.take());
            }
        }
    }
    sentences.extend(open);
    sentences
}

/// Whether the line is an item of a numbered list.
fn is_numbered(line: &str) -> bool {
    line.split_once(". ").is_some_and(|(number, _)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The line without the targets of its links, which nobody reads.
fn without_targets(line: &str) -> String {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(files: &[(&str, &str)]) -> usize {
        check(&Repository::of(files)).len()
    }

    #[test]
    fn long_readmes_and_guides_are_found() {
        let lines = "a.\n".repeat(README_LINES);
        assert_eq!(findings(&[(README, &lines)]), 0);
        assert_eq!(findings(&[(README, &(lines + "a.\n"))]), 1);
        let half = "a. ".repeat(WORDS / 2);
        let page = ("docs/guide/a.md", half.as_str());
        assert_eq!(findings(&[page, ("docs/reference/b.md", &half)]), 0);
        assert_eq!(
            findings(&[page, ("docs/reference/b.md", &half), ("docs/guide/formats/c.md", "a.")]),
            1
        );
        assert_eq!(
            findings(&[
                page,
                ("docs/reference/b.md", &half),
                ("docs/guide/c.ja.md", "a."),
                ("docs/d.md", "a.")
            ]),
            0
        );
    }

    #[test]
    fn long_sentences_are_found_with_their_line() {
        let long = "a ".repeat(SENTENCE_WORDS) + "b.\n";
        let at = |text: &str| check(&Repository::of(&[("docs/guide/a.md", text)]));
        let finding =
            |line| Finding::at("docs/guide/a.md", line, "a sentence of 31 words, 30 are allowed");
        assert_eq!(at(&format!("# A\n\nShort.\n{long}")), [finding(4)]);
        assert_eq!(at(&long.replacen("a a", "a. a", 1)), []);
        assert_eq!(at(&format!("```text\n{long}```\n| {long}")), []);
        assert_eq!(at(&format!("- {}\n- {long}", "a ".repeat(20))), [finding(2)]);
        assert_eq!(findings(&[("docs/design/a.md", &long)]), 0);
    }

    #[test]
    fn targets_of_links_are_no_words() {
        assert_eq!(sentences("See [the a](b.md#c d) and\n![e](f.png)."), [(1, 5)]);
        assert_eq!(sentences("1. One two.\n2. Three\n"), [(1, 2), (2, 1)]);
    }
}
