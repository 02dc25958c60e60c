//! Rust sources as tokens: comments and layout are dropped, strings are one token, so no rule is
//! misled by them.

use std::collections::BTreeSet;
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::Finding;
use crate::repository::Repository;

/// A Rust file with its tokens.
pub(super) struct Source<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) tokens: TokenStream,
}

/// Every Rust file of the checkout; one that cannot be read as tokens is a finding.
pub(super) fn sources(repository: &Repository) -> Vec<Result<Source<'_>, Finding>> {
    repository
        .texts()
        .filter(|(path, _)| path.ends_with(".rs"))
        .map(|(path, text)| Source::parse(path, text))
        .collect()
}

/// The Rust files below a folder that can be read as tokens.
pub(super) fn sources_in<'a>(
    repository: &'a Repository,
    folder: &'a str,
) -> impl Iterator<Item = Source<'a>> {
    let files = repository
        .texts()
        .filter(move |(path, _)| path.ends_with(".rs") && path.starts_with(folder));
    files.filter_map(|(path, text)| Source::parse(path, text).ok())
}

impl<'a> Source<'a> {
    fn parse(path: &'a str, text: &'a str) -> Result<Self, Finding> {
        match TokenStream::from_str(text) {
            Ok(tokens) => Ok(Self { path, text, tokens }),
            Err(error) => Err(Finding::at(path, error.span().start().line, "is not Rust")),
        }
    }

    /// The line numbers, 1-based, that contain code: no blank lines, comments, docs or
    /// `#[cfg(test)]` items.
    pub(super) fn code_lines(&self) -> BTreeSet<usize> {
        let mut lines = BTreeSet::new();
        collect_lines(self.tokens.clone(), &mut lines);
        lines
    }
}

fn collect_lines(tokens: TokenStream, lines: &mut BTreeSet<usize>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    while let Some((token, tail)) = rest.split_first() {
        rest = match attribute(rest) {
            Some(found) if found.group.to_string().starts_with("[doc") => found.after,
            Some(found) if found.group.to_string() == "[cfg (test)]" => after_item(found.after),
            _ => {
                add_lines(token, lines);
                tail
            }
        };
    }
}

fn add_lines(token: &TokenTree, lines: &mut BTreeSet<usize>) {
    match token {
        TokenTree::Group(group) => {
            lines.insert(group.span_open().start().line);
            lines.insert(group.span_close().end().line);
            collect_lines(group.stream(), lines);
        }
        token => lines.extend(token.span().start().line..=token.span().end().line),
    }
}

/// An attribute at the start of some tokens, and the tokens after it.
pub(super) struct Attribute<'a> {
    /// The brackets with their contents.
    pub(super) group: &'a Group,
    pub(super) after: &'a [TokenTree],
}

/// The attribute at the start of `tokens`, outer or inner.
pub(super) fn attribute(tokens: &[TokenTree]) -> Option<Attribute<'_>> {
    match tokens {
        [TokenTree::Punct(hash), TokenTree::Group(group), after @ ..] if hash.as_char() == '#' => {
            Some(Attribute { group, after })
        }
        [TokenTree::Punct(hash), TokenTree::Punct(bang), TokenTree::Group(group), after @ ..]
            if hash.as_char() == '#' && bang.as_char() == '!' =>
        {
            Some(Attribute { group, after })
        }
        _ => None,
    }
    .filter(|found| found.group.delimiter() == Delimiter::Bracket)
}

/// The tokens after the item at the start of `tokens`: it ends with its braces or a semicolon.
pub(super) fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    tokens.iter().position(ends).map_or(&[], |end| &tokens[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        Source::parse("a.rs", text)
            .ok()
            .map(|source| source.code_lines().into_iter().collect())
            .unwrap()
    }

    #[test]
    fn comments_docs_and_blank_lines_are_no_code() {
        assert_eq!(
            lines(
                "//! Doc.\n\n/// Doc.\n// Comment.\nfn a() {} // tail\n/* more\n lines */\nfn b() {}\n"
            ),
            [5, 8]
        );
    }

    #[test]
    fn a_string_over_several_lines_is_code_whatever_it_looks_like() {
        assert_eq!(lines("const A: &str = \"\n// not a comment\n\";\n"), [1, 2, 3]);
    }

    #[test]
    fn items_for_tests_are_no_code_and_what_follows_them_is() {
        assert_eq!(
            lines("fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\nfn c() {}\n"),
            [1, 6]
        );
        assert_eq!(lines("#[cfg(test)]\nuse a::b;\nfn c() {}\n"), [3]);
        assert_eq!(
            lines("impl A {\n    #[cfg(test)]\n    fn of() {}\n    fn b() {}\n}\n"),
            [1, 4, 5]
        );
    }

    #[test]
    fn what_is_not_rust_is_a_finding() {
        assert!(Source::parse("a.rs", "fn a( {").is_err());
    }
}
