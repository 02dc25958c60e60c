//! The files that the tests read, which lie beside the repository.

use std::path::{Path, PathBuf};

use kansetsu_formats::{Error, gltf};
use serde_json::Value;

/// The folder of test data, or `None` with one line that says what was not run. With `CI=true` it must be there.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KANSETSU_CORPUS").map(PathBuf::from);
    let folder = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data")).join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "CI must have the test data {}", folder.display());
    println!("not run: the test data {} is not here", folder.display());
    None
}

/// All files of a folder with one of these extensions, in order.
pub(crate) fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| extensions.iter().any(|wanted| ext == *wanted)));
    files.sort();
    files
}

/// Reads a glTF file and what lies beside it.
pub(crate) fn load(path: &Path) -> Result<gltf::Loaded, Error> {
    let folder = path.parent().unwrap().to_owned();
    gltf::read(&std::fs::read(path).unwrap(), &|name| std::fs::read(folder.join(name)).map_err(|error| error.to_string()))
}

/// The file name for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// A JSON file.
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}
