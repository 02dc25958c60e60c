//! The example of the README, as a client.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// Writes the first C block of the README as `readme.c`, and the text block after it as
/// `readme.txt`.
pub(super) fn write_example(root: &Path, out: &Path) -> Result<()> {
    let readme = fs::read_to_string(root.join("bindings/c/README.md"))?;
    let (code, printed) = first_example(&readme)
        .context("bindings/c/README.md has no C block with its output below it")?;
    fs::write(out.join("readme.c"), code)?;
    fs::write(out.join("readme.txt"), printed)?;
    Ok(())
}

fn first_example(readme: &str) -> Option<(&str, &str)> {
    let (code, rest) = readme.split_once("```c\n")?.1.split_once("```\n")?;
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
        assert_eq!(first_example(readme), Some(("int c;\n", "d\n")));
        assert_eq!(first_example("```c\nint c;\n```\n"), None);
    }
}
