//! The Khronos validator, run by node.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// Reports of the validator for these files, in order, or `None` if node, npm or their registry are
/// missing: the test is skipped.
pub(crate) fn validate(files: &[PathBuf]) -> Option<Vec<Value>> {
    static MODULES: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let modules = match MODULES.get_or_init(install) {
        Ok(modules) => modules,
        Err(reason) => {
            crate::skip::skip(&format!("the glTF validator: {reason}"));
            return None;
        }
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../kansetsu-formats/tests/validator/validate.mjs");
    let output = Command::new("node")
        .arg(script)
        .args(files)
        .env("VALIDATOR_MODULES", modules)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reports: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(reports.len(), files.len());
    Some(reports)
}

/// The folder in `KANSETSU_GLTF_VALIDATOR`; without it, installs the validator outside the
/// checkout, once per user.
fn install() -> Result<PathBuf, String> {
    if let Some(folder) = std::env::var_os("KANSETSU_GLTF_VALIDATOR") {
        return Ok(folder.into());
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))
        .ok_or("no home folder")?;
    let folder = cache.join("kansetsu/gltf-validator-2.0.0-dev.3.10");
    if folder.join("node_modules/gltf-validator/package.json").exists() {
        return Ok(folder);
    }
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let package = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../kansetsu-formats/tests/validator/package.json");
    std::fs::copy(package, folder.join("package.json")).map_err(|error| error.to_string())?;
    let npm = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund"])
        .current_dir(&folder)
        .output();
    let npm = npm.map_err(|error| format!("npm: {error}"))?;
    if npm.status.success() {
        Ok(folder)
    } else {
        Err(String::from_utf8_lossy(&npm.stderr).trim().to_owned())
    }
}
