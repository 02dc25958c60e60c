//! The example of the README, as a client.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// Writes the first C block of the README as `readme.c`, and the text block after it as
/// `readme.txt`.
pub(super) fn write_example(root: &Path, out: &Path) -> Result<()> {
    let readme = fs::read_to_string(root.join("bindings/c/README.md"))?;
    let (code, printed) = first_example(&readme, "c")
        .context("bindings/c/README.md has no C block with its output below it")?;
    fs::write(out.join("readme.c"), code)?;
    fs::write(out.join("readme.txt"), printed)?;
    Ok(())
}

/// The first block of a language, and the text block after it.
pub(super) fn first_example<'a>(readme: &'a str, language: &str) -> Option<(&'a str, &'a str)> {
    let start = format!("```{language}\n");
    let (code, rest) = readme.split_once(&start)?.1.split_once("```\n")?;
    let printed = rest.split_once("```text\n")?.1.split_once("```\n")?.0;
    Some((code, printed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_output_are_found() {
        let readme =
            "# A\n```sh\nb\n```\n```c\nint c;\n```\nprints\n```text\nd\n```\n```c\ne\n```\n";
        assert_eq!(first_example(readme, "c"), Some(("int c;\n", "d\n")));
        assert_eq!(first_example("```c\nint c;\n```\n", "c"), None);
    }
}
