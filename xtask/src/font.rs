//! `cargo xtask font`: the studio's font, subset to the characters of its interface.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::repository::root;

/// The source of the font: Noto Sans JP, SIL Open Font License.
const PACKAGE: &str = "@fontsource/noto-sans-jp@5.3.0";
const ARCHIVE: &str = "fontsource-noto-sans-jp-5.3.0.tgz";
/// The subsetting script.
const SCRIPT: &str = "crates/kansetsu-studio/font/subset.py";
/// The script's requirements. Other versions may write other bytes.
const PYTHON: [&str; 2] = ["fonttools==4.68.0", "brotli==1.2.1"];

/// Fetches the font and rewrites `crates/kansetsu-studio/font/interface.ttf`. Installs nothing
/// permanently: its requirements are removed again.
pub(crate) fn run() -> Result<()> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    call("npm", &["pack", "--silent", PACKAGE], folder.path())?;
    call("tar", &["xzf", ARCHIVE], folder.path())?;
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--root-user-action",
        "ignore",
        "--target",
        MODULES,
    ];
    call("python3", &[&pip[..], &PYTHON].concat(), folder.path())?;
    let script = root().join(SCRIPT);
    call("python3", &[&script.to_string_lossy(), "package"], folder.path())
}

/// The folder of Python's modules, beside the package.
const MODULES: &str = "modules";

fn call(program: &str, arguments: &[&str], folder: &Path) -> Result<()> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("PYTHONPATH", folder.join(MODULES));
    let status = command.status().with_context(|| format!("could not run {program}"))?;
    ensure!(status.success(), "{program} {} failed", arguments.join(" "));
    Ok(())
}
