//! Bindings of game engines: separate workspaces, so that the engines stay out of the main lock
//! file.

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, root};

/// The workspace of a binding, and the steps that test it.
pub(super) struct Engine {
    name: &'static str,
    /// Relative to the root.
    folder: &'static str,
    /// The arguments of cargo, words separated by blanks.
    steps: &'static [&'static str],
}

pub(super) const BEVY: Engine = Engine {
    name: "Bevy",
    folder: "bindings/bevy",
    steps: &[
        "fmt --check",
        "clippy --locked --all-targets -- -D warnings",
        "clippy --locked --all-targets --features gizmos -- -D warnings",
        "test --locked",
        "test --locked --features gizmos",
        "run --locked --features gizmos --example reach",
    ],
};

pub(super) const GODOT: Engine = Engine {
    name: "Godot",
    folder: "bindings/godot",
    steps: &["fmt --check", "clippy --locked --all-targets -- -D warnings", "test --locked"],
};

impl Engine {
    /// Runs every step.
    pub(super) fn test(&self) -> Result<()> {
        for step in self.steps {
            println!("\n{}: cargo {step}", self.name);
            let status = cargo()
                .current_dir(root().join(self.folder))
                .args(step.split_whitespace())
                .status()
                .context("could not start cargo")?;
            if !status.success() {
                bail!("{}: cargo {step} failed", self.folder);
            }
        }
        println!("\n{}: passed", self.name);
        Ok(())
    }
}
