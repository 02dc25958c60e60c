//! `cargo xtask architecture`: draws the figure of the crates in ARCHITECTURE.md from the
//! manifests.

use anyhow::{Context, Result};

use crate::repository::{Repository, root};
use crate::tidy::redraw_architecture;

/// Writes the document.
pub(crate) fn run() -> Result<()> {
    let text = redraw_architecture(&Repository::read()?)
        .context("ARCHITECTURE.md has no block `mermaid`")?;
    std::fs::write(root().join("ARCHITECTURE.md"), text).context("ARCHITECTURE.md")
}
