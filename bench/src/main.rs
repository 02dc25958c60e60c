//! Compares Kansetsu with its rivals. `cargo xtask bench` runs it.

mod contender;
mod document;
mod humanoid;
mod our_body;
mod ours;
mod rebirth;
mod robot;
mod row;
mod rows;
mod shape;
mod stopwatch;
mod targets;
mod tolerance;

use std::{fs, path::PathBuf, process::ExitCode, time::Duration};

use kansetsu_evidence::{clock, judge, machine, random};
use rows::Size;
use stopwatch::Effort;

const FULL: Size = Size {
    effort: Effort {
        batches: 101,
        patience: Duration::from_secs(6),
        batch: Duration::from_millis(4),
        passes: 7,
    },
    problems: 4000,
};
const QUICK: Size = Size {
    effort: Effort {
        batches: 25,
        patience: Duration::from_millis(300),
        batch: Duration::from_millis(2),
        passes: 3,
    },
    problems: 500,
};

/// The parsed command line.
#[derive(Debug, Default, PartialEq)]
struct Arguments {
    /// Fail if a row falls short.
    check: bool,
    quick: bool,
    /// Only rows whose name contains this.
    only: String,
    /// The file of the document.
    write: Option<PathBuf>,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--check" => arguments.check = true,
                "--quick" => arguments.quick = true,
                "--only" => {
                    arguments.only = words.next().ok_or("--only needs a text in a row's name")?
                }
                "--write" => {
                    arguments.write = Some(words.next().ok_or("--write needs a file")?.into())
                }
                other => {
                    return Err(format!(
                        "no such argument: {other}; there are --check, --quick, --only PART and --write FILE"
                    ));
                }
            }
        }
        Ok(arguments)
    }
}

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments)) {
        Ok(all_hold) => ExitCode::from(u8::from(!all_hold)),
        Err(message) => {
            eprintln!("kansetsu-bench: {message}");
            ExitCode::from(2)
        }
    }
}

/// Measures, prints and writes. Returns `false` if a row falls short and must not.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut all = Vec::new();
    println!("median / mean / 99th percentile of a solve, percentage of goals solved\n");
    rows::measure(if arguments.quick { QUICK } else { FULL }, &arguments.only, |row| {
        println!("{row}");
        all.push(row);
    });
    let holding = all.iter().filter(|row| row.holds()).count();
    if let Some(path) = &arguments.write {
        let text = document::write(&all).map_err(|error| error.to_string())?;
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("\n{holding} of {} rows hold", all.len());
    Ok(!arguments.check || holding == all.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        Arguments::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn arguments_are_told_apart() {
        let wanted =
            Arguments { check: true, quick: true, only: "arm".into(), write: Some("a.md".into()) };
        assert_eq!(parse("--check --quick --only arm --write a.md"), Ok(wanted));
        assert!(parse("--write").is_err() && parse("--only").is_err() && parse("--chek").is_err());
    }
}
