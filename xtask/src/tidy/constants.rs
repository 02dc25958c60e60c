//! Constants: each of the whole-body solver has a reason, and an entry with its value on
//! `docs/design/constants.md`.

use super::Finding;
use crate::{
    constants::PAGE,
    repository::Repository,
    tuned::{SOURCES, constants},
};

/// Every constant without a reason or an entry.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let page = repository.text(PAGE).unwrap_or_default();
    let sources = repository.texts().filter(|(path, _)| {
        path.ends_with(".rs") && SOURCES.iter().any(|source| path.starts_with(source))
    });
    let known = sources.flat_map(|(path, text)| {
        constants(path, text).into_iter().map(move |constant| (path, constant))
    });
    let broken = known.filter_map(|(path, constant)| {
        let entry = format!("| {} | `{}` |", constant.entry(), constant.file);
        let message = if constant.reason.is_empty() {
            format!("{} has no doc comment", constant.name)
        } else if !page.contains(&entry) {
            format!("{} is not in {PAGE}: run `cargo xtask constants`", constant.entry())
        } else {
            return None;
        };
        Some(Finding::in_file(path, message))
    });
    broken.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "crates/kansetsu/src/solve/a.rs";

    fn findings(text: &str, page: &str) -> usize {
        check(&Repository::of(&[(SOURCE, text), (PAGE, page)])).len()
    }

    #[test]
    fn a_constant_needs_a_reason_and_an_entry_with_its_value() {
        let known = "| `CAP` = 0.5 | `a.rs` | Keeps steps short. |\n";
        assert_eq!(findings("/// Keeps steps short.\nconst CAP: f64 = 0.5;\n", known), 0);
        assert_eq!(
            findings("/// Keeps steps short.\nconst CAP: f64 = 0.6;\n", known),
            1,
            "another value"
        );
        assert_eq!(findings("const CAP: f64 = 0.5;\n", known), 1, "no reason");
        assert_eq!(findings("/// A limit.\nconst MOST: usize = 3;\n", known), 1, "no entry");
    }
}
