//! `cargo xtask bench`: compares Kansetsu with its rivals.
//!
//! The comparison is a program in a separate workspace, bench/, so that the rivals never enter the
//! product's lock file. It is built as users build: cargo's default release build.

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    repository::{cargo, root},
    results::stamp,
};

/// The path of the results.
const DOCUMENT: &str = "results/performance.md";

/// The options of a run.
#[derive(Args)]
pub(crate) struct Options {
    /// Writes nothing, and fails if a row falls short of its promise.
    #[arg(long)]
    check: bool,
    /// Measures in seconds instead of minutes; the numbers are rougher and are not written.
    #[arg(long)]
    quick: bool,
    /// Measures only the rows whose name contains this; writes nothing.
    #[arg(long, value_name = "PART")]
    only: Option<String>,
}

impl Options {
    /// The program's arguments.
    fn arguments(&self) -> Vec<&str> {
        let mut arguments = Vec::new();
        arguments.extend(self.check.then_some("--check"));
        arguments.extend(self.quick.then_some("--quick"));
        match &self.only {
            Some(part) => arguments.extend(["--only", part.as_str()]),
            None if !self.check && !self.quick => arguments.extend(["--write", DOCUMENT]),
            None => {}
        }
        arguments
    }
}

/// Measures, prints, and writes the document after a full run.
pub(crate) fn run(options: &Options) -> Result<()> {
    let manifest = root().join("bench/Cargo.toml");
    let mut command = cargo();
    command
        .args(["run", "--release", "--locked", "--quiet", "--manifest-path"])
        .arg(manifest)
        .arg("--")
        .args(options.arguments());
    // Flags for the product's own build would change the numbers from those that users see.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let status = command.status().context("could not start cargo")?;
    if !status.success() {
        bail!(
            "{}",
            if options.check {
                "a row falls short of what is promised"
            } else {
                "the comparison could not be run"
            }
        );
    }
    let is_written = options.arguments().contains(&"--write");
    if is_written { stamp(DOCUMENT, "cargo xtask bench") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_run_is_written() {
        let options = |check, quick| Options { check, quick, only: None };
        assert_eq!(options(false, false).arguments(), ["--write", DOCUMENT]);
        assert_eq!(options(true, false).arguments(), ["--check"]);
        assert_eq!(options(true, true).arguments(), ["--check", "--quick"]);
        assert_eq!(options(false, true).arguments(), ["--quick"]);
        assert_eq!(
            Options { only: Some("arm".into()), ..options(false, false) }.arguments(),
            ["--only", "arm"]
        );
    }
}
