//! Changelog: it always has a section for unreleased changes.

use super::Finding;
use crate::repository::Repository;

const PATH: &str = "CHANGELOG.md";

/// The changelog, if it or its section is missing.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let found = repository
        .text(PATH)
        .is_some_and(|text| text.lines().any(|line| line.trim_end() == "## [Unreleased]"));
    if found {
        Vec::new()
    } else {
        vec![Finding::in_file(PATH, "needs a section `## [Unreleased]`")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_asked_for() {
        assert_eq!(check(&Repository::of(&[(PATH, "# Changelog\n\n## [Unreleased]\n")])), []);
        assert_eq!(check(&Repository::of(&[(PATH, "# Changelog\n")])).len(), 1);
        assert_eq!(check(&Repository::of(&[])).len(), 1);
    }
}
