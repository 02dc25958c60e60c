//! The real files that the tests open. They are outside the repository, and a test that lacks them
//! passes; so this step reports once, visibly, which tests were not run.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::is_ci::is_ci;
use crate::repository::root;

/// Looks for the folder. Without it CI fails, and other runs print a note.
pub(super) fn ensure() -> Result<()> {
    let folder = std::env::var_os("KANSETSU_CORPUS")
        .map_or_else(|| root().join("../shared/data"), PathBuf::from);
    if folder.is_dir() {
        return Ok(());
    }
    if is_ci() {
        bail!("{} is missing; with CI=true the tests on real files must run", folder.display());
    }
    println!(
        "not run: the tests on real files ({} is missing; KANSETSU_CORPUS names another folder)",
        folder.display()
    );
    Ok(())
}
