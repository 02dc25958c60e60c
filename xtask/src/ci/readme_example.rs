//! The README's library example prints what the README says it prints. (That it is the same code is tidy's to check.)

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, output, root};
use crate::tidy::first_example;

/// Runs the example and compares.
pub(super) fn check() -> Result<()> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let shown = first_example(&readme).context("README.md has no Rust block with its output below it")?;
    let printed = output(cargo().args(["run", "--quiet", "-p", "kansetsu", "--example", "reach"]))?;
    let printed = String::from_utf8(printed)?;
    if printed.trim_end() != shown.output.trim_end() {
        bail!("README.md says it prints\n{}\nit prints\n{printed}", shown.output);
    }
    Ok(())
}
