//! The command line.

use std::path::PathBuf;

use crate::scale::Scale;

/// The parsed command line.
pub struct Arguments {
    pub scale: Scale,
    /// Only measure; write nothing, fail if a row falls short.
    pub is_check: bool,
    /// Print details when a row falls short.
    pub is_verbose: bool,
    pub filter: String,
    /// The name of the documentation page to write.
    pub page: Option<String>,
    /// The file of finished rows, with which an interrupted run continues.
    pub kept: Option<PathBuf>,
}

const USAGE: &str =
    "evidence [--check] [--quick] [--verbose] [--draw N] [--only PART [--page NAME]]
  without --check, results/evidence.md and its pictures are written
  --check         one line per row, exit 1 when one falls short; writes nothing
  --quick         fewer targets and paths
  --draw N        another random draw; writes nothing
  --verbose       the first misses and jumps of each row
  --only PART     only rows whose section and name contain PART; writes nothing
  --page NAME     writes what was chosen to results/NAME.md
  --continue FILE keeps each row in FILE; rows that FILE has already are not measured again";

impl Arguments {
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            scale: Scale::FULL,
            is_check: false,
            is_verbose: false,
            filter: String::new(),
            page: None,
            kept: None,
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--check" => arguments.is_check = true,
                "--quick" => arguments.scale = Scale { draw: arguments.scale.draw, ..Scale::QUICK },
                "--draw" => {
                    arguments.scale.draw =
                        words.next().and_then(|word| word.parse().ok()).ok_or(USAGE)?
                }
                "--verbose" => arguments.is_verbose = true,
                "--only" => arguments.filter = words.next().ok_or(USAGE)?,
                "--page" => arguments.page = Some(words.next().ok_or(USAGE)?),
                "--continue" => arguments.kept = Some(words.next().ok_or(USAGE)?.into()),
                _ => return Err(format!("{word} is not known\n{USAGE}")),
            }
        }
        Ok(arguments)
    }

    /// The documentation page to write; `None` for none.
    pub fn writes(&self) -> Option<String> {
        let all = || self.filter.is_empty().then(|| "evidence".to_owned());
        self.page.clone().or_else(all).filter(|_| !self.is_check && self.scale.draw == 0)
    }
}
