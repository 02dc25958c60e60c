//! Checks that the README's library example prints the output in the README. (Tidy checks that its
//! code is the same.)

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, output, root, target_folder};
use crate::tidy::first_example;

/// Runs the example and compares.
pub(super) fn check() -> Result<()> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    let shown =
        first_example(&readme).context("README.md has no Rust block with its output below it")?;
    let folder = tempfile::tempdir()?;
    let [made, shown_as] = ["hero.glb", "hero.vrm"].map(|name| folder.path().join(name));
    // With the whole workspace, as the tests have built them: separately, both would be built with
    // other features.
    output(cargo().args([
        "build",
        "--quiet",
        "--workspace",
        "--bin",
        "kansetsu",
        "--example",
        "drag_hand",
    ]))?;
    let built = target_folder()?.join("debug");
    output(Command::new(built.join("kansetsu")).args(["convert", "figure:mannequin"]).arg(&made))?;
    std::fs::rename(made, shown_as)?;
    let printed =
        output(Command::new(built.join("examples/drag_hand")).current_dir(folder.path()))?;
    let printed = String::from_utf8(printed)?;
    if printed.trim_end() != shown.output.trim_end() {
        bail!("README.md says it prints\n{}\nit prints\n{printed}", shown.output);
    }
    Ok(())
}
