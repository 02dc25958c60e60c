//! The program behind `cargo xtask fuzz`, which starts it once for each target.
//!
//! * `list`: the names of the targets.
//! * `run NAME MINUTES SEED OUT [SEEDS]`: mutates for that time; finds go to the folder OUT.
//! * `check NAME FILE...`: checks files.
//!
//! Status 0 says that no promise was broken, 1 that one was, 2 that the run failed. Another end is
//! a find, too: the input is in the file `at-work`.

#![expect(clippy::print_stdout, reason = "this program prints to standard output")]

use std::{
    fs,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use kansetsu_fuzz::{Ended, Find, Fuzzer, Target, Worker, all, bounds};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            println!("fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The number of finds.
fn run(words: &[&str]) -> Result<usize> {
    match words {
        ["list"] => {
            all().iter().for_each(|target| println!("{}", target.name));
            Ok(0)
        }
        ["run", name, minutes, seed, out] => fuzz(&named(name)?, (minutes, seed), (out, None)),
        ["run", name, minutes, seed, out, seeds] => {
            fuzz(&named(name)?, (minutes, seed), (out, Some(seeds)))
        }
        ["check", name, files @ ..] => check(&named(name)?, files),
        _ => bail!("the first word must be list, run or check; use `cargo xtask fuzz`"),
    }
}

fn named(name: &str) -> Result<Target> {
    let targets = all();
    let names: Vec<&str> = targets.iter().map(|target| target.name).collect();
    targets
        .iter()
        .find(|target| target.name == name)
        .copied()
        .with_context(|| format!("there is no target \"{name}\"; there are {}", names.join(", ")))
}

fn check(target: &Target, files: &[&str]) -> Result<usize> {
    let worker = Worker::start(target.check)?;
    let mut finds = 0;
    for file in files {
        let input = fs::read(file).with_context(|| (*file).to_owned())?;
        let (ended, time) = worker.check(&input);
        println!("{file}: {ended:?}, {:.2} s", time.as_secs_f32());
        finds += usize::from(matches!(ended, Ended::Broken(_)));
    }
    Ok(finds)
}

/// Runs a target for a time and prints a row of the table.
fn fuzz(
    target: &Target,
    (minutes, seed): (&str, &str),
    (out, seeds): (&str, Option<&str>),
) -> Result<usize> {
    bound_memory()?;
    let (folder, minutes) = (Path::new(out), minutes.parse::<f64>().context("MINUTES")?);
    fs::create_dir_all(folder).with_context(|| out.to_owned())?;
    let seeds = seeds.map(|seeds| files(Path::new(seeds), target)).transpose()?;
    let mut fuzzer =
        Fuzzer::new(*target, seed.parse().context("SEED")?, seeds.unwrap_or_default())?;
    fuzzer.keep_input_in(folder.join("at-work"));
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut finds = fuzzer.replay();
    for find in &finds {
        keep(find, folder)?;
    }
    while Instant::now() < end && !fuzzer.is_over() {
        if let Some(find) = fuzzer.step() {
            keep(&find, folder)?;
            finds.push(find);
        }
    }
    let tally = fuzzer.tally();
    println!(
        "| {} | {} | {} | {:.2} | {} | {} |",
        target.name,
        tally.inputs,
        tally.outcomes,
        tally.slowest.as_secs_f32(),
        tally.most_memory >> 20,
        finds.len()
    );
    Ok(finds.len())
}

fn keep(find: &Find, folder: &Path) -> Result<()> {
    let path = folder.join(format!("find-{}", fs::read_dir(folder)?.count()));
    fs::write(&path, &find.input)?;
    println!("{}: {} ({} bytes)", path.display(), find.broken, find.input.len());
    Ok(())
}

/// The files in a folder and below whose extension is one of the target's.
fn files(folder: &Path, target: &Target) -> Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        let name = path.to_string_lossy().to_lowercase();
        if path.is_dir() {
            found.extend(files(&path, target)?);
        } else if target.endings.iter().any(|ending| name.ends_with(&format!(".{ending}")))
            && fs::metadata(&path)?.len() <= bounds::LARGEST as u64
        {
            found.push(fs::read(&path)?);
        }
    }
    Ok(found)
}

/// Bounds the memory of this process: an allocation without end is an end of the process.
#[cfg(target_os = "linux")]
fn bound_memory() -> Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bound = Some(bounds::ADDRESS_SPACE);
    setrlimit(Resource::As, Rlimit { current: bound, maximum: bound })?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn bound_memory() -> Result<()> {
    println!("the memory is not bounded on this system");
    Ok(())
}
