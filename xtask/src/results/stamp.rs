//! The stamp of a page: the commit and the command that wrote it.

use std::{fs, process::Command};

use anyhow::{Context, Result};

use crate::repository::{output, root};

/// The commit and the command that wrote a page.
#[derive(Debug, PartialEq)]
pub(crate) struct Stamp<'a> {
    /// Eight digits of the hash.
    pub(crate) commit: &'a str,
    pub(crate) command: &'a str,
}

impl<'a> Stamp<'a> {
    /// The stamp of a page, in its third line: below the title.
    pub(crate) fn read(page: &'a str) -> Option<Self> {
        let line = page.lines().nth(2)?;
        let (commit, rest) = line.strip_prefix("Commit `")?.split_once("`, command `")?;
        let is_hash = commit.len() == 8 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        let command = rest.strip_suffix("`.").filter(|_| is_hash)?;
        Some(Self { commit, command })
    }

    fn line(&self) -> String {
        format!("Commit `{}`, command `{}`.", self.commit, self.command)
    }
}

/// Stamps the result file at `path`, which starts with its title.
pub(crate) fn stamp(path: &str, command: &str) -> Result<()> {
    let file = root().join(path);
    let page = fs::read_to_string(&file).context(path.to_owned())?;
    let commit = commit()?;
    fs::write(file, stamped(&page, &Stamp { commit: &commit, command })).context(path.to_owned())
}

fn stamped(page: &str, stamp: &Stamp<'_>) -> String {
    let (title, rest) = page.split_once('\n').unwrap_or((page, ""));
    format!("{title}\n\n{}\n\n{}", stamp.line(), rest.trim_start_matches('\n'))
}

/// The present commit. With a change outside the results it is no commit: `1234abcd+`.
fn commit() -> Result<String> {
    let git = |arguments: &[&str]| -> Result<String> {
        let said = output(Command::new("git").current_dir(root()).args(arguments))?;
        Ok(String::from_utf8_lossy(&said).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=8", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--", ".", ":!results", ":!docs"])?;
    Ok(if changed.is_empty() { commit } else { commit + "+" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_read_as_it_was_written() {
        let stamp = Stamp { commit: "0123abcd", command: "cargo xtask results load" };
        let page = stamped("# Load\n\nFiles.\n", &stamp);
        assert_eq!(
            page,
            "# Load\n\nCommit `0123abcd`, command `cargo xtask results load`.\n\nFiles.\n"
        );
        assert_eq!(Stamp::read(&page), Some(stamp));
    }

    #[test]
    fn a_page_of_no_commit_has_no_stamp() {
        let stamp = Stamp { commit: "0123abcd+", command: "a" };
        assert_eq!(Stamp::read(&stamped("# Load\n", &stamp)), None);
        assert_eq!(Stamp::read("# Load\n\nFiles.\n"), None);
    }
}
