//! A copy of the checkout in which the constants of the whole-body solver can be scaled, and its
//! measurements.
//!
//! The copy is built once. It reads the name of a constant and its factor from the environment.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, output, root, tracked};

mod measured;
mod sources;

pub(crate) use measured::Measured;
pub(crate) use sources::{Constant, SOURCES, constants};

/// The variable with the name of a constant and its factor.
const FACTOR: &str = "KANSETSU_FACTOR";

/// The random draw of the measurements: no row of the evidence is judged by it.
const DRAW: &str = "1";

/// Sections of the evidence, and the test that counts arms in the body.
const SECTIONS: [&str; 5] =
    ["use: drags: tentacle", "use: one goal", "use: a circle", "use: squats", "use: random trees"];
const ARMS: &str = "apart::an_arm_that_reaches_around_the_body_stays_out_of_it";

/// The measuring programs of the copy.
pub(crate) struct Programs {
    pub(crate) constants: Vec<Constant>,
    evidence: String,
    arms: String,
    _copy: tempfile::TempDir,
}

impl Programs {
    pub(crate) fn build() -> Result<Self> {
        let copy = tempfile::tempdir()?;
        let constants = copied(copy.path())?;
        let built = |words: &[&str]| -> Result<String> {
            let mut build = cargo();
            build.current_dir(copy.path()).args(words).args([
                "--release",
                "--message-format",
                "json",
            ]);
            let messages = String::from_utf8(output(&mut build)?)?;
            let messages = messages
                .lines()
                .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
            let mut programs =
                messages.filter_map(|message| message["executable"].as_str().map(str::to_owned));
            programs.next_back().context("cargo names no program")
        };
        let evidence = built(&["build", "-p", "kansetsu-evidence", "--bin", "kansetsu-evidence"])?;
        let arms = built(&["test", "-p", "kansetsu-figures", "--test", "it", "--no-run"])?;
        Ok(Self { constants, evidence, arms, _copy: copy })
    }

    /// The constant with this name.
    pub(crate) fn constant(&self, name: &str) -> Result<&Constant> {
        self.constants
            .iter()
            .find(|constant| constant.name == name)
            .with_context(|| format!("no constant is named {name}"))
    }

    /// The measurements with one constant scaled by a factor, or with all unchanged.
    pub(crate) fn measure(&self, scaled: Option<(&Constant, f32)>) -> Result<Measured> {
        let factor = scaled.map(|(constant, factor)| format!("{}={factor}", constant.key()));
        let run = |program: &str, words: &[&str]| -> Result<String> {
            let mut command = Command::new(program);
            command
                .args(words)
                .current_dir(root())
                .env(FACTOR, factor.as_deref().unwrap_or_default());
            // Rows that fall short are expected.
            Ok(String::from_utf8_lossy(&command.output()?.stdout).into_owned())
        };
        let (mut rows, begun) = (String::new(), std::time::Instant::now());
        for section in SECTIONS {
            rows +=
                &run(&self.evidence, &["--check", "--quick", "--draw", DRAW, "--only", section])?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        rows += &run(&self.arms, &["--exact", ARMS, "--nocapture"])?;
        let Some(measured) = Measured::read(&rows, seconds) else {
            bail!("a program that measures ended early")
        };
        Ok(measured)
    }
}

/// Copies the checkout's files; the constants of the solver become functions.
fn copied(into: &Path) -> Result<Vec<Constant>> {
    let from = root();
    let paths = tracked(&from)?;
    let is_source =
        |path: &str| path.ends_with(".rs") && SOURCES.iter().any(|source| path.starts_with(source));
    let texts: Vec<(&String, String)> = paths
        .iter()
        .filter(|path| is_source(path))
        .map(|path| Ok((path, fs::read_to_string(from.join(path))?)))
        .collect::<Result<_>>()?;
    let constants: Vec<Constant> =
        texts.iter().flat_map(|(path, text)| constants(path, text)).collect();
    for path in &paths {
        let (source, copy) = (from.join(path), into.join(path));
        fs::create_dir_all(copy.parent().context("a file lies in a folder")?)?;
        match texts.iter().find(|(other, _)| *other == path) {
            Some((_, text)) => fs::write(copy, sources::tuned(path, text, &constants))?,
            None if source.is_file() => drop(fs::copy(source, copy)?),
            None => {}
        }
    }
    let library = into.join("crates/kansetsu/src/lib.rs");
    fs::write(&library, format!("{}\n{}", fs::read_to_string(&library)?, sources::TUNED))?;
    Ok(constants)
}
