//! `cargo xtask book`: the documentation as a web site, by mdBook.
//!
//! The pages are copied first. Links that leave the documentation become paths: the site has no
//! sources to show.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repository::{Repository, root, target_folder};
use crate::tidy::normalised;

/// The folder of the pages.
const DOCS: &str = "docs/";

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
    build(&folder)
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
    println!("wrote {}", folder.join("html/index.html").display());
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
    let link = if is_inside { format!("[{name}]({target})") } else { format!("{name} (`{path}`)") };
    format!("{before}{link}{}", line_with_paths(page, after))
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
