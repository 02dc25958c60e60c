//! The figures of ARCHITECTURE.md: the crates are those of the manifests, and the calls of a drag
//! are those of the sources.

use super::Finding;
use super::markdown::{Block, Markdown};
use crate::repository::{Package, Repository};

const DOCUMENT: &str = "ARCHITECTURE.md";

/// Differences between the figures and the sources.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let Some(text) = repository.text(DOCUMENT) else {
        return vec![Finding::in_file(DOCUMENT, "is missing")];
    };
    let blocks = Markdown::parse(text).blocks;
    let figure = |info: &str| blocks.iter().find(|block| block.info == info);
    let (Some(crates), Some(calls)) = (figure("mermaid"), figure("text calls")) else {
        return vec![Finding::in_file(
            DOCUMENT,
            "needs a block `mermaid` and a block `text calls`",
        )];
    };
    let mut findings = check_calls(repository, calls);
    if crates.lines != crate_figure(&repository.packages) {
        findings.push(Finding::at(
            DOCUMENT,
            crates.line,
            "the figure of the crates differs from the manifests: run `cargo xtask architecture`",
        ));
    }
    findings
}

/// The document with the figure of the crates redrawn; `None` without that block.
pub(crate) fn redraw(repository: &Repository) -> Option<String> {
    let text = repository.text(DOCUMENT)?;
    let blocks = Markdown::parse(text).blocks;
    let old = blocks.iter().find(|block| block.info == "mermaid")?;
    let mut lines: Vec<&str> = text.lines().collect();
    let new = crate_figure(&repository.packages);
    lines.splice(old.line..old.line + old.lines.len(), new.iter().map(String::as_str));
    Some(lines.join("\n") + "\n")
}

/// A Mermaid flowchart: one arrow for each dependency that no other dependency implies.
fn crate_figure(packages: &[Package]) -> Vec<String> {
    let mut lines = vec!["flowchart BT".to_owned()];
    for package in packages {
        let ours: Vec<&Package> = dependencies(packages, package).collect();
        let direct = ours.iter().filter(|dependency| {
            let mut others = ours.iter().filter(|other| other.name != dependency.name);
            !others.any(|other| depends_on(packages, other, dependency))
        });
        lines.extend(
            direct.map(|dependency| format!("    {} --> {}", package.name, dependency.name)),
        );
    }
    lines
}

/// The crates of the workspace that a crate depends on.
fn dependencies<'a>(
    packages: &'a [Package],
    package: &'a Package,
) -> impl Iterator<Item = &'a Package> {
    packages.iter().filter(|other| package.normal_dependencies.contains(&other.name))
}

fn depends_on(packages: &[Package], package: &Package, on: &Package) -> bool {
    dependencies(packages, package)
        .any(|other| other.name == on.name || depends_on(packages, other, on))
}

/// Each line names a file, a function that the file declares, and what it does. The function is
/// called in the file of the line above.
fn check_calls(repository: &Repository, block: &Block<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut caller: Option<(&str, &str)> = None;
    for (index, line) in block.lines.iter().enumerate() {
        let mut words = line.split_whitespace();
        let (path, function) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut refuse = |message: String| {
            findings.push(Finding::at(DOCUMENT, block.line + index + 1, message));
        };
        let Some(text) = repository.text(&format!("crates/{path}")) else {
            refuse(format!("crates/{path} is not in the repository"));
            continue;
        };
        if !text.contains(&format!("fn {function}(")) && !text.contains(&format!("fn {function}<"))
        {
            refuse(format!("crates/{path} declares no function {function}"));
        }
        if let Some((from, _)) = caller.filter(|(_, code)| !calls(code, function)) {
            refuse(format!("crates/{from} does not call {function}"));
        }
        caller = Some((path, text));
    }
    findings
}

fn calls(code: &str, function: &str) -> bool {
    [".", "::", " "].iter().any(|before| {
        code.lines().any(|line| {
            !line.contains("fn ")
                && format!(" {}", line.trim()).contains(&format!("{before}{function}("))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, normal_dependencies: &[&str]) -> Package {
        Package {
            name: name.into(),
            normal_dependencies: normal_dependencies.iter().map(|name| (*name).into()).collect(),
            ..Package::default()
        }
    }

    fn repository(document: &str) -> Repository {
        let mut repository = Repository::of(&[
            (DOCUMENT, document),
            ("crates/a/src/pointer.rs", "fn press() {\n    self.drag_to(1);\n}\n"),
            ("crates/a/src/drag.rs", "pub fn drag_to(at: u32) {}\npub fn other() {}\n"),
        ]);
        repository.packages = vec![
            package("core", &["glam"]),
            package("formats", &["core"]),
            package("studio", &["core", "formats"]),
        ];
        repository
    }

    const CRATES: &str =
        "```mermaid\nflowchart BT\n    formats --> core\n    studio --> formats\n```\n";

    #[test]
    fn true_figures_pass() {
        let calls =
            "```text calls\na/src/pointer.rs press reads\na/src/drag.rs drag_to moves\n```\n";
        assert_eq!(check(&repository(&format!("{CRATES}{calls}"))).len(), 0);
    }

    #[test]
    fn functions_that_are_not_called_or_declared_and_missing_files_are_refused() {
        let wrong = |line: &str| {
            let calls = format!("```text calls\na/src/pointer.rs press reads\n{line}\n```\n");
            check(&repository(&format!("{CRATES}{calls}"))).len()
        };
        assert_eq!(wrong("a/src/drag.rs other moves"), 1);
        assert_eq!(wrong("a/src/drag.rs gone moves"), 2);
        assert_eq!(wrong("a/src/gone.rs drag_to moves"), 1);
    }

    #[test]
    fn a_stale_figure_of_the_crates_is_refused_and_drawn_anew() {
        let calls = "```text calls\na/src/pointer.rs press reads\n```\n";
        let stale = format!("# A\n```mermaid\nflowchart BT\n    studio --> core\n```\n{calls}");
        assert_eq!(check(&repository(&stale)).len(), 1);
        assert_eq!(redraw(&repository(&stale)), Some(format!("# A\n{CRATES}{calls}")));
        assert_eq!(check(&repository("# A\n")).len(), 1);
    }
}
