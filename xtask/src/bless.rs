//! `cargo xtask bless`: runs the golden tests so that they write their files instead of comparing
//! them.
//!
//! A golden test has the word `golden` in its path and reads `UPDATE_GOLDENS`. Those of the web app
//! need `cargo xtask web` first.

use std::process::Command;

use anyhow::{Result, bail};

use crate::repository::{cargo, output, root};
use crate::web;

/// Rewrites the goldens and lists the changes.
pub(crate) fn run() -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--lib", "--tests", "golden"]).env("UPDATE_GOLDENS", "1");
    if web::folder().join("index.html").is_file() {
        command.env(web::VARIABLE, web::folder());
    } else {
        println!("not written: the web app's goldens (cargo xtask web builds the web app)");
    }
    let status = command.status()?;
    if !status.success() {
        bail!("the golden tests failed even while writing their files");
    }
    let changed = output(Command::new("git").current_dir(root()).args(["status", "--short"]))?;
    match String::from_utf8_lossy(&changed).trim_end() {
        "" => println!("bless: every golden was up to date"),
        changed => println!(
            "bless: look at each of these before you commit it, and say why it changed\n{changed}"
        ),
    }
    Ok(())
}
