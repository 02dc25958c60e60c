//! Links: the target of every relative link in our documents exists.

use std::path::Path;

use super::Finding;
use super::markdown::{Link, Markdown};
use crate::repository::Repository;

/// Every link to a file that is not in the repository.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let documents = repository.texts().filter(|(path, _)| path.ends_with(".md"));
    documents.flat_map(|(path, text)| broken(repository, path, text)).collect()
}

fn broken(repository: &Repository, path: &str, text: &str) -> Vec<Finding> {
    let links = Markdown::parse(text).links.into_iter();
    let broken =
        links.filter(|link| !is_external(link.target) && !leads_somewhere(repository, path, link));
    broken
        .map(|link| {
            Finding::at(path, link.line, format!("{} is not in the repository", link.target))
        })
        .collect()
}

fn is_external(target: &str) -> bool {
    target.starts_with('#') || target.contains("://") || target.starts_with("mailto:")
}

/// Whether the link leads to a file, or to a folder with files.
fn leads_somewhere(repository: &Repository, from: &str, link: &Link<'_>) -> bool {
    let file = link.target.split('#').next().unwrap_or_default();
    let wanted = normalised(&Path::new(from).with_file_name("").join(file));
    let folder = format!("{wanted}/");
    repository.files.iter().any(|file| file.path == wanted || file.path.starts_with(&folder))
}

/// The path without `.`, `..` and a slash at its end.
pub(crate) fn normalised(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part.as_os_str().to_string_lossy().as_ref() {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part.into()),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_resolve_from_their_own_folder() {
        let repository =
            |text: &str| Repository::of(&[("docs/a.md", text), ("b.md", ""), ("docs/c/d.md", "")]);
        assert_eq!(
            check(&repository(
                "[b](../b.md) [d](c/d.md#part) [c](c/) [e](https://example.org/e.md) [f](#f)"
            )),
            []
        );
        assert_eq!(check(&repository("[b](b.md)\n\n![g](c/g.png)")).len(), 2);
    }
}
