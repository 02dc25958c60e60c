//! File sizes: over 400 lines of code need a reason, over 600 are not allowed.
//!
//! Docs, comments, blank lines and tests are not counted. The reason is a line `// size: why` above
//! the first line of code.

use super::Finding;
use super::source::{Source, sources};
use crate::repository::Repository;

/// Above this, a file needs a reason.
const NEEDS_REASON: usize = 400;
/// Above this, a file must be split.
const FAILS: usize = 600;

/// Every Rust file that is too large.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    sources(repository)
        .into_iter()
        .filter_map(|source| match source {
            Ok(source) if is_test(source.path) => None,
            Ok(source) => judge(&source),
            Err(finding) => Some(finding),
        })
        .collect()
}

fn is_test(path: &str) -> bool {
    path.split('/').any(|part| part == "tests")
}

fn judge(source: &Source<'_>) -> Option<Finding> {
    let lines = source.code_lines();
    match lines.len() {
        count if count > FAILS => Some(format!("{count} lines of code, more than {FAILS}: one type or algorithm per file")),
        count if count > NEEDS_REASON && !has_reason(source, *lines.first()?) => Some(format!(
            "{count} lines of code, more than {NEEDS_REASON}: split it, or say why above its first line of code: `// size: …`"
        )),
        _ => None,
    }
    .map(|message| Finding::in_file(source.path, message))
}

fn has_reason(source: &Source<'_>, first_code_line: usize) -> bool {
    let reason =
        |line: &str| line.trim().strip_prefix("// size:").is_some_and(|why| !why.trim().is_empty());
    source.text.lines().take(first_code_line - 1).any(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> usize {
        check(&Repository::of(&[(path, text)])).len()
    }

    #[test]
    fn four_hundred_lines_pass_and_one_more_needs_a_reason() {
        assert_eq!(findings("a.rs", &"fn a() {}\n".repeat(400)), 0);
        assert_eq!(findings("a.rs", &"fn a() {}\n".repeat(401)), 1);
        assert_eq!(
            findings(
                "a.rs",
                &format!(
                    "//! Table.\n// size: one table, best read whole\n{}",
                    "fn a() {}\n".repeat(401)
                )
            ),
            0
        );
        assert_eq!(findings("a.rs", &format!("// size:\n{}", "fn a() {}\n".repeat(401))), 1);
    }

    #[test]
    fn no_reason_helps_over_six_hundred() {
        assert_eq!(
            findings("a.rs", &format!("// size: why not\n{}", "fn a() {}\n".repeat(601))),
            1
        );
    }

    #[test]
    fn docs_and_tests_are_not_counted() {
        assert_eq!(findings("a.rs", &"/// Doc.\n".repeat(700)), 0);
        assert_eq!(findings("crates/a/tests/it/a.rs", &"fn a() {}\n".repeat(700)), 0);
        assert_eq!(
            findings(
                "a.rs",
                &format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "fn a() {}\n".repeat(700))
            ),
            0
        );
    }
}
