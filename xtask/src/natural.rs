//! `cargo xtask natural` and `cargo xtask posture`: comparison with recorded people, and learning
//! from them.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::{repository::cargo, results::stamp};

/// The path of the document.
const PAGE: &str = "results/natural.md";
/// The path of the table.
const TABLE: &str = "crates/kansetsu-humanoid/src/prior/people.bin";

/// The options of a comparison.
#[derive(clap::Args)]
pub(crate) struct Recorded {
    /// A folder of BVH files of people.
    folder: PathBuf,
    /// Write nothing, and fail if a promise falls short.
    #[arg(long)]
    check: bool,
}

/// The options of learning.
#[derive(clap::Args)]
pub(crate) struct Learn {
    /// A folder of BVH files of people.
    #[arg(long, value_name = "FOLDER")]
    learn: PathBuf,
    /// The path of the table; JSON if the name ends in .json.
    #[arg(long, value_name = "FILE", default_value = TABLE)]
    out: PathBuf,
}

/// Compares and writes the document.
pub(crate) fn judge(recorded: &Recorded) -> Result<()> {
    if recorded.check {
        return run("check", &recorded.folder, Path::new(PAGE));
    }
    run("judge", &recorded.folder, Path::new(PAGE))?;
    stamp(PAGE, "cargo xtask natural FOLDER")
}

/// Learns and writes the table.
pub(crate) fn learn(learn: &Learn) -> Result<()> {
    run("learn", &learn.learn, &learn.out)
}

fn run(word: &str, folder: &Path, out: &Path) -> Result<()> {
    let program = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "kansetsu-evidence",
        "--bin",
        "natural",
        "--",
        word,
    ];
    if !cargo().args(program).arg(folder).arg(out).status()?.success() {
        bail!("see above");
    }
    Ok(())
}
