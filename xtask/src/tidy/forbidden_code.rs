//! Forbidden code: unfinished parts, disabled tests, permanently silenced lints.

use proc_macro2::{TokenStream, TokenTree};

use super::Finding;
use super::source::{Source, attribute, sources};
use crate::repository::Repository;

/// Every place with such code. The size rule reports files that are not Rust.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    sources(repository).into_iter().flatten().flat_map(|source| search(&source)).collect()
}

fn search(source: &Source<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    walk(source.tokens.clone(), &mut |line, message| {
        found.push(Finding::at(source.path, line, message))
    });
    found
}

fn walk(tokens: TokenStream, report: &mut impl FnMut(usize, &str)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        if let Some(message) = judge(&tokens[index..]) {
            report(token.span().start().line, message);
        }
        if let TokenTree::Group(group) = token {
            walk(group.stream(), report);
        }
    }
}

/// The fault of the code at the start of `tokens`.
fn judge(tokens: &[TokenTree]) -> Option<&'static str> {
    if let Some(found) = attribute(tokens) {
        let inside: Vec<TokenTree> = found.group.stream().into_iter().collect();
        return match inside.first()?.to_string().as_str() {
            "ignore" => Some("a test that is ignored proves nothing: fix it or remove it"),
            "allow" => {
                Some("use #[expect(.., reason = \"..\")], which tells when it is no longer needed")
            }
            "cfg_attr" if found.group.to_string().contains("allow (") => {
                Some("use expect with a reason, which tells when it is no longer needed")
            }
            _ => None,
        };
    }
    match tokens {
        [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(_), ..]
            if bang.as_char() == '!' =>
        {
            (name == "todo" || name == "unimplemented").then_some("unfinished code must not land")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> usize {
        check(&Repository::of(&[("a.rs", text)])).len()
    }

    #[test]
    fn each_kind_is_found_once() {
        assert_eq!(lines("#[test]\n#[ignore]\nfn a() {}"), 1);
        assert_eq!(lines("mod a { #[ignore = \"slow\"] fn a() {} }"), 1);
        assert_eq!(lines("#![allow(dead_code)]"), 1);
        assert_eq!(lines("#[cfg_attr(test, allow(dead_code))] fn a() {}"), 1);
        assert_eq!(lines("fn a() { todo!() }"), 1);
        assert_eq!(lines("fn a() { unimplemented!(\"later\") }"), 1);
    }

    #[test]
    fn comments_strings_and_namesakes_are_left_alone() {
        assert_eq!(lines("// todo!() and #[ignore]\nconst A: &str = \"#[allow(x)] todo!()\";"), 0);
        assert_eq!(
            lines(
                "fn todo() { let ignore = [allow(1)]; }\n#[expect(dead_code, reason = \"..\")] fn b() {}"
            ),
            0
        );
    }
}
