//! `cargo xtask mutants`: how many defects the tests notice.
//!
//! `cargo mutants` changes one expression at a time and runs the tests of its crate. A sample with
//! a seed is enough for a score; `.cargo/mutants.toml` names the changes that make no difference.

use std::{fmt::Write as _, fs, path::Path};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    repository::{cargo, output, root, target_folder},
    results::stamp,
};

/// The path of the table.
const PAGE: &str = "results/mutants.md";

/// The least share of changes that the tests notice.
const LEAST: f64 = 0.9;

/// Sources whose changes the tests of one crate must notice.
struct Area {
    name: &'static str,
    package: &'static str,
    files: &'static [&'static str],
}

const AREAS: [Area; 3] = [
    Area {
        name: "solver",
        package: "kansetsu",
        files: &[
            "crates/kansetsu/src/d3/limit/**",
            "crates/kansetsu/src/kinematics/**",
            "crates/kansetsu/src/solve/**",
        ],
    },
    Area {
        name: "undo",
        package: "kansetsu-studio",
        files: &["crates/kansetsu-studio/src/document/{edit,history,settle,trial}.rs"],
    },
    Area {
        name: "savers",
        package: "kansetsu-formats",
        files: &[
            "crates/kansetsu-formats/src/**/write*",
            "crates/kansetsu-formats/src/**/write/**",
            "crates/kansetsu-formats/src/gltf/save/**",
        ],
    },
];

/// The options of a run.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these areas: solver, undo, savers; may be repeated
    #[arg(long, value_name = "NAME")]
    area: Vec<String>,
    /// About this many changes in each area
    #[arg(long, value_name = "N", default_value_t = 67)]
    count: usize,
    /// The seed of the sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: usize,
}

/// What became of the changes, one in each line.
#[derive(Debug, Default, PartialEq)]
struct Outcomes {
    caught: Vec<String>,
    missed: Vec<String>,
    timeout: Vec<String>,
    unviable: Vec<String>,
}

impl Outcomes {
    fn read(folder: &Path) -> Result<Self> {
        let lines = |name: &str| -> Result<Vec<String>> {
            let path = folder.join(name);
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        Ok(Self {
            caught: lines("caught.txt")?,
            missed: lines("missed.txt")?,
            timeout: lines("timeout.txt")?,
            unviable: lines("unviable.txt")?,
        })
    }

    /// Tests that never end notice a change, too.
    fn noticed(&self) -> usize {
        self.caught.len() + self.timeout.len()
    }

    /// The share of changes that the tests notice, in [0, 1].
    fn score(&self) -> f64 {
        let viable = self.noticed() + self.missed.len();
        if viable == 0 { 0.0 } else { self.noticed() as f64 / viable as f64 }
    }

    fn row(&self, area: &str, all: usize) -> String {
        format!(
            "| {area} | {all} | {} | {} | {} | {} | {} | {:.1} % |",
            self.noticed() + self.missed.len(),
            self.caught.len(),
            self.timeout.len(),
            self.missed.len(),
            self.unviable.len(),
            100.0 * self.score()
        )
    }
}

/// Changes, tests, prints, and writes `results/mutants.md`.
pub(crate) fn run(options: &Options) -> Result<()> {
    let is_meant =
        |area: &&Area| options.area.is_empty() || options.area.iter().any(|name| name == area.name);
    let mut text = format!("{}\n{HEAD}\n", include_str!("mutants/before.md"));
    let mut missed = String::new();
    let mut weak = Vec::new();
    let areas: Vec<&Area> = AREAS.iter().filter(is_meant).collect();
    if areas.len() < options.area.len() {
        bail!("the areas are {}", AREAS.map(|area| area.name).join(", "));
    }
    println!("{HEAD}");
    for area in areas {
        let all = list(area)?;
        let outcomes = test(area, all, options)?;
        let row = outcomes.row(area.name, all);
        println!("{row}");
        writeln!(text, "{row}")?;
        outcomes.missed.iter().try_for_each(|change| writeln!(missed, "- `{change}`"))?;
        if outcomes.score() < LEAST {
            weak.push(area.name);
        }
    }
    if !missed.is_empty() {
        write!(text, "\n## Missed\n\n{missed}")?;
        print!("\n{missed}");
    }
    fs::write(root().join(PAGE), text).context(PAGE)?;
    let areas: String = options.area.iter().map(|area| format!(" --area {area}")).collect();
    stamp(
        PAGE,
        &format!("cargo xtask mutants{areas} --count {} --seed {}", options.count, options.seed),
    )?;
    if !weak.is_empty() {
        bail!("the tests notice less than {:.0} % in {}", 100.0 * LEAST, weak.join(", "));
    }
    Ok(())
}

const HEAD: &str = "| area | changes | tested | caught | endless | missed | not compiled | score |
| --- | --- | --- | --- | --- | --- | --- | --- |";

/// The number of changes of an area.
fn list(area: &Area) -> Result<usize> {
    let listed = output(mutants(area).arg("--list"))
        .context("install the tool: cargo install cargo-mutants --locked")?;
    Ok(listed.iter().filter(|&&byte| byte == b'\n').count())
}

fn mutants(area: &Area) -> std::process::Command {
    let mut command = cargo();
    command.args(["mutants", "--package", area.package]);
    for file in area.files {
        command.args(["--file", file]);
    }
    command
}

/// Tests a sample of the changes of an area.
fn test(area: &Area, all: usize, options: &Options) -> Result<Outcomes> {
    let shards = all.div_ceil(options.count.max(1)).max(1);
    let folder = target_folder()?.join("mutants").join(area.name);
    fs::create_dir_all(&folder)?;
    let shard = format!("{}/{shards}", options.seed % shards);
    // It fails when a change is missed; the outcomes say so.
    mutants(area)
        .args(["--shard", &shard, "--sharding", "round-robin", "--no-shuffle", "--output"])
        .arg(&folder)
        .args(["--", "--lib", "--tests"])
        .status()
        .context("cargo mutants does not start")?;
    Outcomes::read(&folder.join("mutants.out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_tests_count_as_noticed_and_what_does_not_compile_does_not_count() {
        let some = |count: usize| vec![String::new(); count];
        let outcomes =
            Outcomes { caught: some(7), missed: some(1), timeout: some(2), unviable: some(5) };
        assert_eq!(outcomes.score(), 0.9);
        assert_eq!(outcomes.row("a", 99), "| a | 99 | 10 | 7 | 2 | 1 | 5 | 90.0 % |");
        assert_eq!(Outcomes::default().score(), 0.0);
    }
}
