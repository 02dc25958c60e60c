//! Widths of comment lines, which rustfmt leaves as they are.
//!
//! Free are examples in fences, rows of tables in docs, reasons for a file's size, and lines with a
//! word that fits into none, such as an address.

use super::Finding;
use super::source::{Source, sources};
use crate::repository::Repository;

/// The width of a line in characters, as in `rustfmt.toml`.
const WIDTH: usize = 100;

/// Every comment line that is too long.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    sources(repository).into_iter().flatten().flat_map(|source| judge(&source)).collect()
}

fn judge(source: &Source<'_>) -> Vec<Finding> {
    let code = source.code_lines();
    let mut is_example = false;
    let mut findings = Vec::new();
    for (index, line) in source.text.lines().enumerate() {
        // A line of a string can start with two slashes.
        let Some(comment) = Comment::of(line).filter(|_| !code.contains(&(index + 1))) else {
            is_example = false;
            continue;
        };
        if comment.is_doc && comment.text.starts_with("```") {
            is_example = !is_example;
        } else if !is_example && !comment.may_be_long() {
            let width = line.chars().count();
            if width > WIDTH {
                let message =
                    format!("a comment of {width} characters, more than {WIDTH}: wrap it");
                findings.push(Finding::at(source.path, index + 1, message));
            }
        }
    }
    findings
}

/// A line that holds nothing but a comment.
struct Comment<'a> {
    is_doc: bool,
    /// The characters before the text, without the space between.
    lead: usize,
    text: &'a str,
}

impl<'a> Comment<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let comment = line.trim_start();
        let marker = ["///", "//!", "//"].into_iter().find(|marker| comment.starts_with(marker))?;
        let lead = line.len() - comment.len() + marker.len();
        Some(Self { is_doc: marker.len() == 3, lead, text: comment[marker.len()..].trim() })
    }

    fn may_be_long(&self) -> bool {
        let is_row = self.is_doc && self.text.starts_with('|');
        let is_reason = !self.is_doc && self.text.starts_with("size:");
        let fits = |word: &str| self.lead + 1 + word.chars().count() <= WIDTH;
        is_row || is_reason || !self.text.split_whitespace().all(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<String> {
        check(&Repository::of(&[("a.rs", text)])).iter().map(ToString::to_string).collect()
    }

    fn words(count: usize) -> String {
        "word ".repeat(count)
    }

    #[test]
    fn a_hundred_characters_pass_and_one_more_does_not() {
        // Two slashes, a space, nineteen times five characters and two or three more.
        for marker in ["//", "///", "//!"] {
            let hundred = format!("{marker} {}{}", words(19), "e".repeat(4 - marker.len()));
            assert_eq!(hundred.chars().count(), 100);
            assert_eq!(findings(&format!("{hundred}\n")), [""; 0]);
            let found = findings(&format!("\n{hundred}ü\n"));
            assert_eq!(found, ["a.rs:2: a comment of 101 characters, more than 100: wrap it"]);
            assert_eq!(findings(&format!("mod a {{\n    {hundred}\n}}\n")).len(), 1);
        }
    }

    #[test]
    fn tables_examples_addresses_and_sizes_are_free() {
        let long = words(30);
        assert_eq!(findings(&format!("/// | {long} |\nfn a() {{}}\n")), [""; 0]);
        assert_eq!(findings(&format!("// | {long} |\nfn a() {{}}\n")).len(), 1);
        assert_eq!(findings(&format!("// size: {long}\nfn a() {{}}\n")), [""; 0]);
        assert_eq!(findings(&format!("// https://{}\nfn a() {{}}\n", "a".repeat(100))), [""; 0]);
        let example = format!("/// ```\n/// {long}\n/// ```\n");
        assert_eq!(findings(&format!("{example}fn a() {{}}\n")), [""; 0]);
        assert_eq!(findings(&format!("{example}/// {long}\nfn a() {{}}\n")).len(), 1);
        let unclosed = format!("/// ```\nfn a() {{}}\n/// {long}\nfn b() {{}}\n");
        assert_eq!(findings(&unclosed).len(), 1);
    }

    #[test]
    fn code_and_strings_are_no_comments() {
        let long = words(30);
        assert_eq!(findings(&format!("const A: &str = \"{long}\";\n")), [""; 0]);
        assert_eq!(findings(&format!("const A: &str = \"\n// {long}\n\";\n")), [""; 0]);
    }
}
