//! `cargo xtask latency`: the time of the studio for one event of the pointer, in a release build.

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{repository::cargo, results::stamp};

/// The path of the table.
const DOCUMENT: &str = "results/latency.md";

/// The options of a run.
#[derive(Args)]
pub(crate) struct Options {
    /// Writes nothing, and fails if a row falls short of its promise.
    #[arg(long)]
    check: bool,
    /// Fewer events; writes nothing.
    #[arg(long)]
    quick: bool,
}

impl Options {
    /// The program's arguments.
    fn arguments(&self) -> Vec<&str> {
        let mut arguments = Vec::new();
        arguments.extend(self.check.then_some("--check"));
        arguments.extend(self.quick.then_some("--quick"));
        if arguments.is_empty() {
            arguments.extend(["--write", DOCUMENT]);
        }
        arguments
    }
}

/// Measures, prints, and writes the document after a full run.
pub(crate) fn run(options: &Options) -> Result<()> {
    let example = [
        "run",
        "--release",
        "--quiet",
        "--package",
        "kansetsu-studio",
        "--example",
        "latency",
        "--",
    ];
    let status = cargo()
        .args(example)
        .args(options.arguments())
        .status()
        .context("could not start cargo")?;
    if !status.success() {
        bail!(
            "{}",
            if options.check {
                "a row falls short of what is promised"
            } else {
                "the latency could not be measured"
            }
        );
    }
    if options.check || options.quick { Ok(()) } else { stamp(DOCUMENT, "cargo xtask latency") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_run_is_written() {
        assert_eq!(Options { check: false, quick: false }.arguments(), ["--write", DOCUMENT]);
        assert_eq!(Options { check: true, quick: true }.arguments(), ["--check", "--quick"]);
        assert_eq!(Options { check: false, quick: true }.arguments(), ["--quick"]);
    }
}
