//! `cargo xtask font`: the studio's font, cut down to what its interface says.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::repository::root;

/// Where the font comes from: Noto Sans JP, SIL Open Font License.
const PACKAGE: &str = "@fontsource/noto-sans-jp@5.3.0";
const ARCHIVE: &str = "fontsource-noto-sans-jp-5.3.0.tgz";
/// What cuts it down; needs fontTools and brotli from pip.
const SCRIPT: &str = "crates/kansetsu-studio/font/subset.py";

/// Fetches the font and writes `crates/kansetsu-studio/font/interface.ttf` anew.
pub(crate) fn run() -> Result<()> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    call("npm", &["pack", PACKAGE], folder.path())?;
    call("tar", &["xzf", ARCHIVE], folder.path())?;
    let script = root().join(SCRIPT);
    call("python3", &[&script.to_string_lossy(), "package"], folder.path())
}

fn call(program: &str, arguments: &[&str], folder: &Path) -> Result<()> {
    let status = Command::new(program).args(arguments).current_dir(folder).status().with_context(|| format!("could not run {program}"))?;
    ensure!(status.success(), "{program} {} failed", arguments.join(" "));
    Ok(())
}
