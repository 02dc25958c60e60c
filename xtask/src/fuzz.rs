//! `cargo xtask fuzz` and `cargo xtask soak`: damaged files, random problems and scripts of
//! commands.
//!
//! Each target runs in a separate process, so that an abort or a stack overflow is a find of one
//! target. The build has debug assertions and checks for overflow.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::repository::{cargo, output, target_folder};

/// The target whose inputs are scripts of the studio.
const SCRIPTS: &str = "document";

/// The options of a run.
#[derive(Args)]
pub(crate) struct Options {
    /// Minutes for each target
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Only these targets; may be repeated
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A folder with files that become seeds, too
    #[arg(long, value_name = "FOLDER")]
    seeds: Option<PathBuf>,
    /// Only checks these files, by the one target
    #[arg(value_name = "FILE", requires = "target")]
    files: Vec<PathBuf>,
}

impl Options {
    const fn of(target: Vec<String>, minutes: f64, seed: u64) -> Self {
        Self { minutes, target, seed, seeds: None, files: Vec::new() }
    }
}

/// The options of a soak test.
#[derive(Args)]
pub(crate) struct Soak {
    /// Minutes
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    minutes: f64,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the targets in sequence, or checks files.
pub(crate) fn run(options: &Options) -> Result<()> {
    let program = program()?;
    if let ([target], [_, ..]) = (&options.target[..], &options.files[..]) {
        let status =
            Command::new(&program).args(["check", target]).args(&options.files).status()?;
        return if status.success() { Ok(()) } else { bail!("a promise is broken") };
    }
    let targets = if options.target.is_empty() { names(&program)? } else { options.target.clone() };
    let out = target_folder()?.join("fuzz");
    println!("| target | inputs | outcomes | slowest, s | most memory, MiB | finds |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut broken = Vec::new();
    for target in targets {
        if !fuzz(&program, &target, options, &out.join(&target))? {
            broken.push(target);
        }
    }
    if !broken.is_empty() {
        bail!("promises are broken in {}; the inputs are in {}", broken.join(", "), out.display());
    }
    Ok(())
}

/// Runs every target for a minute.
pub(crate) fn each() -> Result<()> {
    run(&Options::of(Vec::new(), 1.0, 1))
}

/// Runs the scripts of the studio.
pub(crate) fn soak(options: &Soak) -> Result<()> {
    run(&Options::of(vec![SCRIPTS.to_owned()], options.minutes, options.seed))
}

/// Builds the program and returns its path.
fn program() -> Result<PathBuf> {
    let status = cargo().args(["build", "--quiet", "--package", "kansetsu-fuzz"]).status()?;
    if !status.success() {
        bail!("the fuzzing program does not build");
    }
    Ok(target_folder()?.join("debug/kansetsu-fuzz"))
}

fn names(program: &Path) -> Result<Vec<String>> {
    let listed = output(Command::new(program).arg("list"))?;
    let listed = String::from_utf8(listed).context("the names are not UTF-8")?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Whether the target keeps its promises.
fn fuzz(program: &Path, target: &str, options: &Options, out: &Path) -> Result<bool> {
    let mut command = Command::new(program);
    command.args(["run", target, &options.minutes.to_string(), &options.seed.to_string()]);
    command.arg(out).args(&options.seeds);
    let status = command.status()?;
    match status.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        Some(2) => bail!("{target} could not be run"),
        _ => {
            let kept = out.join("ended");
            std::fs::copy(out.join("at-work"), &kept)?;
            println!("{target}: the process ended ({status}); its input: {}", kept.display());
            Ok(false)
        }
    }
}
