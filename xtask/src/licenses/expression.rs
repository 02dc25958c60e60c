//! SPDX licence expressions.
//!
//! Source: "SPDX Specification", version 2.3, annex D. As crates.io once allowed it, `/` means OR.

use std::iter::Peekable;

use anyhow::{Result, bail};

/// A licence, or several.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// One licence, with its exception: "Apache-2.0 WITH LLVM-exception".
    One(String),
    All(Vec<Expression>),
    Any(Vec<Expression>),
}

impl Expression {
    /// Reads an expression; AND binds more tightly than OR.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let spaced = text.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace().peekable();
        let expression = any(&mut words)?;
        match words.next() {
            None => Ok(expression),
            Some(word) => bail!("\"{word}\" is unexpected"),
        }
    }

    /// Whether accepted licences meet it.
    pub(super) fn is_met(&self, is_accepted: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::One(name) => is_accepted(name),
            Self::All(parts) => parts.iter().all(|part| part.is_met(is_accepted)),
            Self::Any(parts) => parts.iter().any(|part| part.is_met(is_accepted)),
        }
    }
}

type Words<'a, 'b> = &'a mut Peekable<std::str::SplitWhitespace<'b>>;

fn any(words: Words<'_, '_>) -> Result<Expression> {
    let mut parts = vec![all(words)?];
    while words.next_if_eq(&"OR").is_some() {
        parts.push(all(words)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Any(parts) })
}

fn all(words: Words<'_, '_>) -> Result<Expression> {
    let mut parts = vec![one(words)?];
    while words.next_if_eq(&"AND").is_some() {
        parts.push(one(words)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::All(parts) })
}

fn one(words: Words<'_, '_>) -> Result<Expression> {
    match words.next() {
        Some("(") => {
            let inside = any(words)?;
            if words.next() != Some(")") {
                bail!("a bracket is not closed");
            }
            Ok(inside)
        }
        None | Some(")" | "AND" | "OR" | "WITH") => bail!("a licence is missing"),
        Some(name) if words.next_if_eq(&"WITH").is_some() => match words.next() {
            Some(exception) => Ok(Expression::One(format!("{name} WITH {exception}"))),
            None => bail!("an exception is missing"),
        },
        Some(name) => Ok(Expression::One(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_by_what_is_accepted() {
        let accepted =
            |name: &str| ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].contains(&name);
        for (text, is_met) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-2.0-only OR Zlib", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", false),
            ("(GPL-2.0-only OR MIT) AND Zlib", true),
            ("GPL-2.0-only OR MIT AND GPL-3.0-only", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
        ] {
            let expression = Expression::parse(text).expect(text);
            assert_eq!(expression.is_met(&accepted), is_met, "{text}");
        }
        for text in ["", "MIT OR", "(MIT", "MIT Zlib", "MIT)", "MIT WITH", "AND"] {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
    }
}
