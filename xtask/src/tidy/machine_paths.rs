//! Machine paths: no file may contain a folder of the machine on which it was written, or a
//! registry's host.

use super::Finding;
use crate::repository::Repository;

/// Texts that no file may contain. They are concatenated here so that this file passes.
const FORBIDDEN: [&str; 9] = [
    concat!("/", "root/"),
    concat!("/", "home/"),
    concat!("/", "work/"),
    concat!("/", "Users/"),
    concat!("C:\\", "Users"),
    concat!("static.", "crates.io"),
    concat!("registry.", "npmjs.org"),
    concat!("files.", "pythonhosted.org"),
    concat!("deb.", "debian.org"),
];

/// Every line of a text file that contains one.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    repository.texts().flat_map(|(path, text)| lines(path, text)).collect()
}

fn lines<'a>(path: &'a str, text: &'a str) -> impl Iterator<Item = Finding> + 'a {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let found = FORBIDDEN.iter().find(|forbidden| stands_in(line, forbidden))?;
        Some(Finding::at(
            path,
            index + 1,
            format!("`{found}` belongs to a machine, not to the project"),
        ))
    })
}

/// Whether `line` contains `forbidden` at the start of a path: inside another path it is a
/// different folder.
fn stands_in(line: &str, forbidden: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || "._-)}".contains(c);
    line.match_indices(forbidden)
        .any(|(at, _)| !forbidden.starts_with('/') || !line[..at].ends_with(inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_forbidden_text_is_found() {
        for forbidden in FORBIDDEN {
            let text = format!("fine\nsee {forbidden}x\n");
            assert_eq!(check(&Repository::of(&[("a.md", &text)])).len(), 1, "{forbidden}");
        }
    }

    #[test]
    fn the_same_word_inside_another_path_is_fine() {
        let text = format!("a{0}b, ..{0}b, ${{HOME}}{0}", FORBIDDEN[2]);
        assert_eq!(check(&Repository::of(&[("a.md", &text)])), []);
    }
}
