//! The README's library example prints what the README says it prints. (That it is the same code is tidy's to check.)

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, output, root};
use crate::tidy::first_example;

/// Runs the example and compares.
pub(super) fn check() -> Result<()> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let shown = first_example(&readme).context("README.md has no Rust block with its output below it")?;
    let folder = tempfile::tempdir()?;
    let [made, shown_as] = ["hero.glb", "hero.vrm"].map(|name| folder.path().join(name));
    output(cargo().args(["run", "--quiet", "-p", "kansetsu-cli", "--", "convert", "figure:mannequin"]).arg(&made))?;
    std::fs::rename(made, shown_as)?;
    let manifest = root().join("Cargo.toml");
    let example = ["run", "--quiet", "-p", "kansetsu-formats", "--example", "drag_hand", "--manifest-path"];
    let printed = output(cargo().args(example).arg(manifest).current_dir(folder.path()))?;
    let printed = String::from_utf8(printed)?;
    if printed.trim_end() != shown.output.trim_end() {
        bail!("README.md says it prints\n{}\nit prints\n{printed}", shown.output);
    }
    Ok(())
}
