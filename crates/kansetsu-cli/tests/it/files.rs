//! Folders and files for tests.

use std::{fs, path::PathBuf};

use tempfile::TempDir;

use crate::{command::kansetsu, validator};

/// A folder that is removed after the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The path of a file in the folder, which need not exist.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file in the folder.
    pub(crate) fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    /// The names of all files in the folder, hidden ones included.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// An embedded figure as a GLB file.
pub(crate) fn glb_of(figure: &str) -> Vec<u8> {
    let folder = Folder::new();
    let out = folder.path("figure.glb");
    kansetsu(&["solve", figure, "--orient", "1=0,0,0,1", "--limits", "off", "-o", &out]).done();
    fs::read(PathBuf::from(out)).unwrap()
}

/// Asserts that the Khronos validator, if installed, finds no error in a file.
pub(crate) fn is_valid(file: &str) {
    for report in validator::validate(&[PathBuf::from(file)]).into_iter().flatten() {
        assert_eq!(report["errors"], 0, "{report}");
    }
}

/// Width and height of a PNG file.
pub(crate) fn size_of(path: &str) -> (u32, u32) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{path} is not a PNG file");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}
