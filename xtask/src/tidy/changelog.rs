//! Changelog: there is always a place for what is not yet released.

use super::Finding;
use crate::repository::Repository;

const PATH: &str = "CHANGELOG.md";

/// The changelog, if it is missing or has no such place.
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
