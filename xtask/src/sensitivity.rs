//! `cargo xtask sensitivity`: what half and twice of each number that steers whole bodies change.
//!
//! A copy of the sources reads a factor for each number from the environment. It is built once; then it measures the quick evidence of bodies in
//! use, and how often arms come into the body, for each number and factor.

use std::{fmt::Write as _, fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, output, root, tracked};

mod measured;
mod sources;

use measured::Measured;
use sources::{Number, SOURCES};

/// Where the table is written.
const PAGE: &str = "docs/sensitivity.md";

/// The variable that names a number and its factor.
const FACTOR: &str = "KANSETSU_FACTOR";

/// Sections of the evidence, and the test that counts arms in the body.
const SECTIONS: [&str; 5] = ["use: drags", "use: one goal", "use: a circle", "use: squats", "use: random trees"];
const ARMS: &str = "apart::an_arm_that_reaches_around_the_body_stays_out_of_it";

/// Which numbers are looked at.
#[derive(clap::Args)]
pub(crate) struct Wish {
    /// Only numbers whose name contains this; prints, and writes nothing.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// Measures, prints, and writes the page when nothing is left out.
pub(crate) fn run(wish: &Wish) -> Result<()> {
    let copy = tempfile::tempdir()?;
    let numbers = copied(copy.path())?;
    let programs = Programs::build(copy.path())?;
    let as_it_is = programs.measure(None)?;
    let mut table = format!("{}| as they are | | | {} |\n", Measured::HEAD, as_it_is.row(None));
    print!("{table}");
    let part = wish.only.as_deref().unwrap_or_default();
    for number in numbers.iter().filter(|number| number.name.contains(part)) {
        for (word, factor) in [("half", 0.5), ("twice", 2.0)] {
            let row = match programs.measure(Some((number, factor))) {
                Ok(measured) => measured.row(Some(&as_it_is)),
                Err(problem) => format!("not measured: {problem}"),
            };
            let row = format!("| `{}` {} | `{}` | {word} | {row} |", number.name, number.value, number.file);
            println!("{row}");
            writeln!(table, "{row}")?;
        }
    }
    if wish.only.is_some() {
        return Ok(());
    }
    fs::write(root().join(PAGE), format!("{}\n{table}", include_str!("sensitivity/before.md"))).context(PAGE)
}

/// Copies the checkout's files; the numbers of those that hold some become functions.
fn copied(into: &Path) -> Result<Vec<Number>> {
    let from = root();
    let paths = tracked(&from)?;
    let is_source = |path: &str| path.ends_with(".rs") && SOURCES.iter().any(|source| path.starts_with(source));
    let texts: Vec<(&String, String)> =
        paths.iter().filter(|path| is_source(path)).map(|path| Ok((path, fs::read_to_string(from.join(path))?))).collect::<Result<_>>()?;
    let numbers: Vec<Number> = texts.iter().flat_map(|(path, text)| sources::numbers(path, text)).collect();
    for path in &paths {
        let (source, copy) = (from.join(path), into.join(path));
        fs::create_dir_all(copy.parent().context("a file lies in a folder")?)?;
        match texts.iter().find(|(other, _)| *other == path) {
            Some((_, text)) => fs::write(copy, sources::tuned(path, text, &numbers))?,
            None if source.is_file() => drop(fs::copy(source, copy)?),
            None => {}
        }
    }
    let library = into.join("crates/kansetsu/src/lib.rs");
    fs::write(&library, format!("{}\n{}", fs::read_to_string(&library)?, sources::TUNED))?;
    Ok(numbers)
}

/// What measures, built.
struct Programs {
    evidence: String,
    arms: String,
}

impl Programs {
    fn build(copy: &Path) -> Result<Self> {
        let built = |words: &[&str]| -> Result<String> {
            let mut build = cargo();
            build.current_dir(copy).args(words).args(["--release", "--message-format", "json"]);
            let messages = String::from_utf8(output(&mut build)?)?;
            let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
            let mut programs = messages.filter_map(|message| message["executable"].as_str().map(str::to_owned));
            programs.next_back().context("cargo names no program")
        };
        Ok(Self {
            evidence: built(&["build", "-p", "kansetsu-evidence", "--bin", "kansetsu-evidence"])?,
            arms: built(&["test", "-p", "kansetsu-figures", "--test", "it", "--no-run"])?,
        })
    }

    /// What is measured with one number so many times as great.
    fn measure(&self, tuned: Option<(&Number, f32)>) -> Result<Measured> {
        let factor = tuned.map(|(number, factor)| format!("{}={factor}", number.key()));
        let said = |program: &str, words: &[&str]| -> Result<String> {
            let mut command = Command::new(program);
            command.args(words).current_dir(root()).env(FACTOR, factor.as_deref().unwrap_or_default());
            // A promise that is not kept is what is looked for.
            Ok(String::from_utf8_lossy(&command.output()?.stdout).into_owned())
        };
        let mut rows = String::new();
        for section in SECTIONS {
            rows += &said(&self.evidence, &["--quick", "--only", section])?;
        }
        rows += &said(&self.arms, &["--exact", ARMS, "--nocapture"])?;
        let Some(measured) = Measured::read(&rows) else { bail!("a program that measures ended early") };
        Ok(measured)
    }
}
