//! `cargo xtask natural` and `cargo xtask posture`: recorded people, judged and learnt from.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::repository::cargo;

/// Where the page is.
const PAGE: &str = "results/natural.md";
/// Where the table is.
const TABLE: &str = "crates/kansetsu-humanoid/src/prior/people.bin";

/// What is judged on.
#[derive(clap::Args)]
pub(crate) struct Recorded {
    /// A folder of BVH files of people.
    folder: PathBuf,
    /// Write nothing, and fail where a row of what is promised falls short.
    #[arg(long)]
    check: bool,
}

/// What is learnt from.
#[derive(clap::Args)]
pub(crate) struct Learn {
    /// A folder of BVH files of people.
    #[arg(long, value_name = "FOLDER")]
    learn: PathBuf,
    /// Where to put the table; as JSON where the name ends in .json.
    #[arg(long, value_name = "FILE", default_value = TABLE)]
    out: PathBuf,
}

/// Judges and writes the page.
pub(crate) fn judge(recorded: &Recorded) -> Result<()> {
    run(if recorded.check { "check" } else { "judge" }, &recorded.folder, Path::new(PAGE))
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
