//! The Khronos validator, run by node, where the tests of the formats have installed it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Asserts that the validator finds no error in a file. Without node or the validator it says what is not run,
/// unless `CI=true`, where they must be there.
pub(crate) fn has_no_errors(file: &Path) {
    let Some(modules) = modules() else {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "CI must have the glTF validator; run the tests of kansetsu-formats first");
        println!("not run: the glTF validator is not here (the tests of kansetsu-formats install it)");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kansetsu-formats/tests/validator/validate.mjs");
    let output = Command::new("node").arg(script).arg(file).env("VALIDATOR_MODULES", modules).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["errors"], 0, "{}: {report}", file.display());
}

fn modules() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    let folder = cache.join("kansetsu/gltf-validator-2.0.0-dev.3.10");
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    Some(folder).filter(|folder| has_node && folder.join("node_modules/gltf-validator/package.json").exists())
}
