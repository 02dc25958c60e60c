//! Manifests: every crate has a description and a licence, and uses the workspace's lints.
//!
//! A crate that must have unsafe code cannot use them: `unsafe_code` is forbidden there. It repeats
//! all others.

use super::Finding;
use crate::repository::{Package, Repository};

/// Every manifest that lacks something.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    repository.packages.iter().flat_map(|package| judge(package, repository)).collect()
}

fn judge(package: &Package, repository: &Repository) -> Vec<Finding> {
    let is_set =
        |field: &Option<String>| field.as_ref().is_some_and(|text| !text.trim().is_empty());
    let workspace = repository.text("Cargo.toml").unwrap_or_default();
    let lints = repository
        .text(&package.manifest)
        .is_some_and(|text| takes_workspace_lints(text) || repeats_lints(text, workspace));
    let wanted = [
        (is_set(&package.description), "needs a description"),
        (
            package.license.as_deref() == Some("MIT OR Apache-2.0"),
            "needs `license.workspace = true`",
        ),
        (
            lints,
            "needs `[lints] workspace = true`, or all lints of the workspace but `unsafe_code`",
        ),
    ];
    wanted
        .into_iter()
        .filter(|(holds, _)| !holds)
        .map(|(_, message)| Finding::in_file(&package.manifest, message))
        .collect()
}

fn takes_workspace_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim);
    lines.any(|line| line == "[lints]")
        && lines.take_while(|line| !line.starts_with('[')).any(|line| line == "workspace = true")
}

/// Whether the manifest has every lint of the workspace but `unsafe_code`, at the same level.
fn repeats_lints(manifest: &str, workspace: &str) -> bool {
    ["rust", "clippy"].into_iter().all(|tool| {
        let own: Vec<&str> = section(manifest, &format!("[lints.{tool}]")).collect();
        let is_repeated = |line: &str| line.starts_with("unsafe_code") || own.contains(&line);
        !own.is_empty() && section(workspace, &format!("[workspace.lints.{tool}]")).all(is_repeated)
    })
}

/// The settings of a section, without comments and blank lines.
fn section<'a>(manifest: &'a str, head: &str) -> impl Iterator<Item = &'a str> {
    let lines = manifest.lines().map(str::trim).skip_while(move |line| *line != head).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_with_unsafe_code_repeats_the_other_lints() {
        let workspace = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\na = \"deny\"\n[workspace.lints.clippy]\n# why\nb = \"deny\"\n";
        let own = "[lints.rust]\na = \"deny\"\n[lints.clippy]\nb = \"deny\"\nc = \"deny\"\n";
        assert!(repeats_lints(own, workspace));
        assert!(!repeats_lints(&own.replace("b = ", "d = "), workspace));
        assert!(!repeats_lints(&own.replace("a = \"deny\"", "a = \"warn\""), workspace));
        assert!(!repeats_lints("[lints.rust]\na = \"deny\"\n", workspace));
    }

    fn findings(description: Option<&str>, license: Option<&str>, manifest: &str) -> usize {
        let mut repository = Repository::of(&[("Cargo.toml", manifest)]);
        repository.packages.push(Package {
            name: "a".into(),
            manifest: "Cargo.toml".into(),
            description: description.map(String::from),
            license: license.map(String::from),
            ..Package::default()
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
