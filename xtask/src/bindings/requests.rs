//! The table of requests, which clients in every language solve.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::repository::cargo;

/// Writes the requests that clients solve, and the poses of the library.
pub(super) fn write(folder: &Path) -> Result<()> {
    let example = [
        "run",
        "--release",
        "--quiet",
        "--package",
        "kansetsu-c",
        "--example",
        "write_requests",
        "--",
    ];
    let status = cargo().args(example).arg(folder).status().context("could not start cargo")?;
    if !status.success() {
        bail!("the table of requests could not be written");
    }
    Ok(())
}
