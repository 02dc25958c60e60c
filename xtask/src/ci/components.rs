//! Toolchain components that a minimal rustup lacks.

use std::process::Command;

use anyhow::{Result, bail};

use crate::repository::cargo;

/// Each component with the cargo command that needs it.
const COMPONENTS: [(&str, &str); 2] = [("rustfmt", "fmt"), ("clippy", "clippy")];

/// Adds missing components with rustup, or prints the command.
pub(super) fn ensure() -> Result<()> {
    let missing = COMPONENTS.into_iter().filter(|(_, subcommand)| !works(subcommand));
    let missing: Vec<&str> = missing.map(|(component, _)| component).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let added = Command::new("rustup").args(["component", "add"]).args(&missing).status();
    if !added.is_ok_and(|status| status.success()) {
        bail!("this toolchain lacks a component; run: rustup component add {}", missing.join(" "));
    }
    Ok(())
}

fn works(subcommand: &str) -> bool {
    cargo().args([subcommand, "--version"]).output().is_ok_and(|done| done.status.success())
}
