//! `cargo xtask bless`: runs the golden tests so that they write their files instead of comparing them.
//!
//! A golden test has the word `golden` in its path and reads `UPDATE_GOLDENS`.

use std::process::Command;

use anyhow::{Result, bail};

use crate::repository::{cargo, output, root};

/// Writes the goldens anew and lists what changed.
pub(crate) fn run() -> Result<()> {
    let status = cargo().args(["test", "--workspace", "--lib", "--tests", "golden"]).env("UPDATE_GOLDENS", "1").status()?;
    if !status.success() {
        bail!("the golden tests failed even while writing their files");
    }
    let changed = output(Command::new("git").current_dir(root()).args(["status", "--short"]))?;
    match String::from_utf8_lossy(&changed).trim_end() {
        "" => println!("bless: every golden was up to date"),
        changed => println!("bless: look at each of these before you commit it, and say why it changed\n{changed}"),
    }
    Ok(())
}
