//! The test files, which are beside the repository.

use std::path::{Path, PathBuf};

use kansetsu_formats::{Error, gltf};
use serde_json::Value;

/// All files of a folder with one of these extensions, in order.
pub(crate) fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        path.extension().is_some_and(|ext| extensions.iter().any(|wanted| ext == *wanted))
    });
    files.sort();
    files
}

/// Reads a glTF file and the files beside it.
pub(crate) fn load(path: &Path) -> Result<gltf::Loaded, Error> {
    let folder = path.parent().unwrap().to_owned();
    gltf::read(&std::fs::read(path).unwrap(), &|name| {
        std::fs::read(folder.join(name)).map_err(|error| error.to_string())
    })
}

/// The file name for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// A JSON file.
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}
