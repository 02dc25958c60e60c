//! File names: a file is named after the one type or algorithm in it, so these names are not
//! allowed.

use super::Finding;
use crate::repository::Repository;

/// Meaningless names.
const FORBIDDEN: [&str; 9] =
    ["common", "helper", "helpers", "manager", "misc", "types", "util", "utilities", "utils"];

/// Every Rust file or folder above one with a meaningless name.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let rust =
        repository.files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".rs"));
    rust.filter_map(|path| {
        let bad = path.trim_end_matches(".rs").split('/').find(|part| FORBIDDEN.contains(part))?;
        Some(Finding::in_file(
            path,
            format!("`{bad}` says nothing: name it after the type or algorithm it holds"),
        ))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_judged_by_their_whole_name() {
        let bad = [
            ("crates/a/src/utils.rs", ""),
            ("crates/a/tests/common/mod.rs", ""),
            ("crates/a/src/manager.rs", ""),
        ];
        assert_eq!(check(&Repository::of(&bad)).len(), 3);
        let good = [
            ("crates/a/src/fabrik.rs", ""),
            ("crates/a/src/joint_types.rs", ""),
            ("docs/common/notes.md", ""),
        ];
        assert_eq!(check(&Repository::of(&good)), []);
    }
}
