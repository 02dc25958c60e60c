//! `cargo xtask evidence`: measures the promises of the solvers, in a release build.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::{repository::cargo, results::stamp};

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Prints one line per row and fails if one falls short; writes nothing.
    #[arg(long)]
    check: bool,
    /// Fewer targets and paths.
    #[arg(long)]
    quick: bool,
    /// Prints the first misses and jumps of each row.
    #[arg(long)]
    verbose: bool,
    /// A different random seed; writes nothing.
    #[arg(long, value_name = "N")]
    draw: Option<u64>,
    /// Only rows whose section and name contain this; writes nothing.
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Writes the selected rows to this page of `results`.
    #[arg(long, value_name = "NAME", requires = "only")]
    page: Option<String>,
    /// Stores each row in a file, and skips rows that the file already has.
    #[arg(long = "continue", value_name = "FILE")]
    kept: Option<PathBuf>,
}

/// Runs the measuring program, which prints its results.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let status = cargo()
        .args(["run", "--quiet", "--release", "--package", "kansetsu-evidence", "--"])
        .args(arguments.words())
        .status()?;
    if !status.success() {
        bail!("a promise was not kept, or could not be measured");
    }
    match arguments.written() {
        Some(page) => stamp(&format!("results/{page}.md"), &arguments.command()),
        None => Ok(()),
    }
}

impl Arguments {
    /// The name of the result file that the program writes.
    fn written(&self) -> Option<&str> {
        let all = self.only.is_none().then_some("evidence");
        self.page.as_deref().or(all).filter(|_| !self.check && self.draw.is_none_or(|n| n == 0))
    }

    /// The command as people type it. How the run was continued does not change its result.
    fn command(&self) -> String {
        let mut command = String::from("cargo xtask evidence");
        let words = self.words();
        let words = words.iter().take_while(|word| *word != "--continue");
        for word in words.filter(|word| *word != "--verbose") {
            command += &if word.contains(' ') { format!(" '{word}'") } else { format!(" {word}") };
        }
        command
    }

    fn words(&self) -> Vec<String> {
        let flags = [("--check", self.check), ("--quick", self.quick), ("--verbose", self.verbose)];
        let mut words: Vec<String> =
            flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.into()).collect();
        if let Some(draw) = self.draw {
            words.extend(["--draw".into(), draw.to_string()]);
        }
        if let Some(part) = &self.only {
            words.extend(["--only".into(), part.clone()]);
        }
        if let Some(page) = &self.page {
            words.extend(["--page".into(), page.clone()]);
        }
        if let Some(file) = &self.kept {
            words.extend(["--continue".into(), file.display().to_string()]);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_handed_on() {
        let arguments = Arguments {
            check: true,
            quick: false,
            verbose: true,
            draw: Some(2),
            only: Some("Drags: two".into()),
            page: None,
            kept: Some("rows".into()),
        };
        assert_eq!(
            arguments.words(),
            ["--check", "--verbose", "--draw", "2", "--only", "Drags: two", "--continue", "rows"]
        );
        assert_eq!(arguments.written(), None);
        let page = Arguments {
            check: false,
            verbose: false,
            draw: None,
            kept: None,
            page: Some("in-use".into()),
            ..arguments
        };
        assert_eq!(page.words(), ["--only", "Drags: two", "--page", "in-use"]);
        assert_eq!(page.written(), Some("in-use"));
        assert_eq!(page.command(), "cargo xtask evidence --only 'Drags: two' --page in-use");
    }
}
