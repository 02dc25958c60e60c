//! Khronos' glTF validator, which checks every file that we write. It is a Node package in the
//! user's cache folder.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::is_ci::is_ci;

/// The variable with the path of the package: the folder that contains `node_modules`.
pub(super) const VARIABLE: &str = "KANSETSU_GLTF_VALIDATOR";
/// The version that the tests were written against; each has a separate folder, so that versions
/// are never mixed.
const VERSION: &str = "2.0.0-dev.3.10";

/// The folder that contains `node_modules`.
pub(super) fn folder() -> PathBuf {
    if let Some(given) = std::env::var_os(VARIABLE) {
        return given.into();
    }
    let home = ["HOME", "USERPROFILE"]
        .into_iter()
        .find_map(std::env::var_os)
        .map(PathBuf::from)
        .unwrap_or_default();
    let cache =
        std::env::var_os("XDG_CACHE_HOME").map_or_else(|| home.join(".cache"), PathBuf::from);
    cache.join("kansetsu").join(format!("gltf-validator-{VERSION}"))
}

/// Installs the package if Node is present. Without it, CI fails and other runs print a note.
pub(super) fn ensure() -> Result<()> {
    if folder().join("node_modules/gltf-validator/package.json").is_file() {
        return Ok(());
    }
    let problem = match install() {
        Ok(()) => return Ok(()),
        Err(problem) => problem,
    };
    if is_ci() {
        bail!("{problem:#}; with CI=true the files we write must be validated");
    }
    println!("not run: validation of the glTF files we write ({problem:#})");
    Ok(())
}

fn install() -> Result<()> {
    let folder = folder();
    std::fs::create_dir_all(&folder)?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(npm);
    command
        .args(["install", "--no-audit", "--no-fund", "--loglevel", "error", "--prefix"])
        .arg(&folder);
    command.arg(format!("gltf-validator@{VERSION}"));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!("npm could not install gltf-validator {VERSION}: {status}"),
        Err(_) => bail!("Node.js with npm is not installed"),
    }
}
