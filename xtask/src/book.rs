//! `cargo xtask book`: the documentation as a web site, by mdBook.
//!
//! The pages are copied first. Links to the root of a crate become links to its rustdoc, which is
//! part of the site. Other links that leave the documentation become paths: the site has no sources
//! to show.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repository::{Repository, cargo, root, target_folder};
use crate::tidy::normalised;

/// The folder of the pages.
const DOCS: &str = "docs/";
/// The folder of rustdoc's pages in the site.
const API: &str = "api";
/// The crates with rustdoc in the site: those that programs use.
const LIBRARIES: [&str; 5] =
    ["kansetsu", "kansetsu-humanoid", "kansetsu-formats", "kansetsu-figures", "kansetsu-draw"];

/// Builds the site into `book/html` of the target folder.
pub(crate) fn run() -> Result<()> {
    let folder = target_folder()?.join("book");
    let source = folder.join("src");
    if source.exists() {
        fs::remove_dir_all(&source).context("the pages of the last run cannot be removed")?;
    }
    let repository = Repository::read()?;
    for (path, file) in
        repository.files.iter().filter_map(|file| Some((file.path.strip_prefix(DOCS)?, file)))
    {
        let to = if path == "book.toml" { folder.join(path) } else { source.join(path) };
        fs::create_dir_all(to.parent().unwrap_or(&folder))?;
        match &file.text {
            Some(text) if path.ends_with(".md") => fs::write(to, with_paths(&file.path, text))?,
            _ => drop(fs::copy(root().join(&file.path), to)?),
        }
    }
    build(&folder)?;
    add_rustdoc(&folder.join("html").join(API))?;
    println!("wrote {}", folder.join("html/index.html").display());
    Ok(())
}

fn build(folder: &Path) -> Result<()> {
    let mut command = Command::new("mdbook");
    let status = match command.arg("build").arg(folder).status() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("mdbook is not installed: cargo install mdbook --locked")
        }
        status => status.context("mdbook cannot be started")?,
    };
    if !status.success() {
        bail!("mdbook failed");
    }
    Ok(())
}

/// Builds rustdoc's pages of the libraries, and copies them into the site.
fn add_rustdoc(to: &Path) -> Result<()> {
    let mut command = cargo();
    command.args(["doc", "--no-deps", "--lib"]);
    command.args(LIBRARIES.iter().flat_map(|name| ["--package", name]));
    if !command.status()?.success() {
        bail!("cargo doc failed");
    }
    copy(&target_folder()?.join("doc"), to)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Replaces links to files outside the documentation by their paths. Code stays unchanged.
fn with_paths(page: &str, text: &str) -> String {
    let mut is_code = false;
    let mut lines = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        lines += &if is_code { line.to_owned() } else { line_with_paths(page, line) };
    }
    lines
}

fn line_with_paths(page: &str, line: &str) -> String {
    let Some((before, rest)) = line.split_once("](") else { return line.to_owned() };
    let (Some((before, name)), Some((target, after))) =
        (before.rsplit_once('['), rest.split_once(')'))
    else {
        return line.to_owned();
    };
    let path = normalised(
        &Path::new(page).with_file_name("").join(target.split('#').next().unwrap_or_default()),
    );
    let is_inside = target.contains("://") || target.starts_with('#') || path.starts_with(DOCS);
    let link = match rustdoc(page, &path) {
        Some(rustdoc) => format!("[{name}]({rustdoc})"),
        None if is_inside => format!("[{name}]({target})"),
        None => format!("{name} (`{path}`)"),
    };
    format!("{before}{link}{}", line_with_paths(page, after))
}

/// The address of a crate's rustdoc relative to a page, if the path is the root of the crate.
fn rustdoc(page: &str, path: &str) -> Option<String> {
    let name = path.strip_prefix("crates/")?.strip_suffix("/src/lib.rs")?;
    let up = "../".repeat(page.strip_prefix(DOCS)?.matches('/').count());
    LIBRARIES.contains(&name).then(|| format!("{up}{API}/{}/index.html", name.replace('-', "_")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_documentation_become_paths() {
        let page = "A [b](../c.md), [d](../../e/f.md#g) and ![h](../pictures/i.png).\n```text\n[j](../../k)\n```\n[l](https://m.org)\n";
        let changed = page.replace("[d](../../e/f.md#g)", "d (`e/f.md`)");
        assert_eq!(with_paths("docs/guide/a.md", page), changed);
    }

    #[test]
    fn links_to_a_crate_lead_to_its_rustdoc() {
        let page = "[a](../../crates/kansetsu-formats/src/lib.rs) and [b](../../crates/kansetsu-cli/src/main.rs)";
        assert_eq!(
            with_paths("docs/reference/a.md", page),
            "[a](../api/kansetsu_formats/index.html) and b (`crates/kansetsu-cli/src/main.rs`)"
        );
        let changed = with_paths("docs/a.md", "[a](../crates/kansetsu/src/lib.rs)");
        assert_eq!(changed, "[a](api/kansetsu/index.html)");
    }

    #[test]
    fn the_summary_lists_every_page() {
        let repository = Repository::read().unwrap();
        let summary = repository.text("docs/SUMMARY.md").unwrap();
        for (path, _) in
            repository.texts().filter(|(path, _)| path.starts_with(DOCS) && path.ends_with(".md"))
        {
            let page = path.trim_start_matches(DOCS);
            assert!(
                page == "SUMMARY.md" || summary.contains(&format!("]({page})")),
                "{page} is not in docs/SUMMARY.md"
            );
        }
    }
}
