//! Manifests: every crate says what it is, under which licence, and takes the workspace's lints.

use super::Finding;
use crate::repository::{Package, Repository};

/// Every manifest that lacks something.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    repository.packages.iter().flat_map(|package| judge(package, repository)).collect()
}

fn judge(package: &Package, repository: &Repository) -> Vec<Finding> {
    let is_set = |field: &Option<String>| field.as_ref().is_some_and(|text| !text.trim().is_empty());
    let lints = repository.text(&package.manifest).is_some_and(takes_workspace_lints);
    let wanted = [
        (is_set(&package.description), "needs a description"),
        (package.license.as_deref() == Some("MIT OR Apache-2.0"), "needs `license.workspace = true`"),
        (lints, "needs `[lints] workspace = true`"),
    ];
    wanted.into_iter().filter(|(holds, _)| !holds).map(|(_, message)| Finding::in_file(&package.manifest, message)).collect()
}

fn takes_workspace_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim);
    lines.any(|line| line == "[lints]") && lines.take_while(|line| !line.starts_with('[')).any(|line| line == "workspace = true")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(description: Option<&str>, license: Option<&str>, manifest: &str) -> usize {
        let mut repository = Repository::of(&[("Cargo.toml", manifest)]);
        repository.packages.push(Package {
            name: "a".into(),
            manifest: "Cargo.toml".into(),
            description: description.map(String::from),
            license: license.map(String::from),
            dependencies: Vec::new(),
        });
        check(&repository).len()
    }

    #[test]
    fn each_lack_is_one_finding() {
        let lints = "[package]\n[lints]\nworkspace = true\n";
        assert_eq!(findings(Some("A."), Some("MIT OR Apache-2.0"), lints), 0);
        assert_eq!(findings(Some(" "), Some("MIT OR Apache-2.0"), lints), 1);
        assert_eq!(findings(None, None, lints), 2);
        assert_eq!(findings(None, None, "[lints]\n[other]\nworkspace = true"), 3);
    }
}
