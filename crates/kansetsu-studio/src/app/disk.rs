//! The file system, where there is one.

#[cfg(not(target_arch = "wasm32"))]
pub use native::{documents, entries, is_file, is_folder, read, read_resource, whole, write};
#[cfg(target_arch = "wasm32")]
pub use page::{documents, entries, is_file, is_folder, read, read_resource, whole, write};

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{
        env, fs,
        path::{Path, PathBuf},
    };

    use super::Entry;

    /// So many entries of a folder are listed.
    const MOST: usize = 500;

    /// Reads a file.
    pub fn read(path: &str) -> Result<Vec<u8>, String> {
        fs::read(path).map_err(|error| error.to_string())
    }

    /// Reads a file that another one in this folder refers to, by the rules of
    /// [`kansetsu_formats::read_resource`].
    pub fn read_resource(folder: &str, path: &str) -> Result<Vec<u8>, String> {
        kansetsu_formats::read_resource(Path::new(folder), path)
    }

    /// Writes a file as a whole: whatever happens, afterwards there is the old one or the new one.
    /// Its folder is made when it is missing.
    pub fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
        let path = Path::new(path);
        let sentence = |error: std::io::Error| error.to_string();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(sentence)?;
        }
        // A link stays a link: the file that it names is replaced.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = path
            .file_name()
            .ok_or_else(|| "a file needs a name".to_owned())?
            .to_string_lossy()
            .into_owned();
        let half = path.with_file_name(format!(".{name}.tmp"));
        let written = fs::write(&half, bytes).and_then(|()| fs::rename(&half, path));
        if written.is_err() {
            // What is half written helps nobody; that it cannot be removed says no more than the
            // first error.
            let _ = fs::remove_file(&half);
        }
        written.map_err(sentence)
    }

    /// The user's folder for documents, or at least one of his own.
    pub fn documents() -> String {
        let home = ["HOME", "USERPROFILE"]
            .into_iter()
            .find_map(env::var_os)
            .filter(|home| !home.is_empty())
            .map(PathBuf::from);
        let documents =
            home.as_ref().map(|home| home.join("Documents")).filter(|folder| folder.is_dir());
        let folder = documents.or(home).or_else(|| env::current_dir().ok()).unwrap_or_default();
        folder.to_string_lossy().replace('\\', "/")
    }

    /// An entry of a folder. nothing when it cannot be looked into.
    pub fn entries(folder: &str) -> Vec<Entry> {
        let found = fs::read_dir(whole(folder)).into_iter().flatten().flatten();
        let entry = |entry: fs::DirEntry| Entry {
            name: entry.file_name().to_string_lossy().into_owned(),
            is_folder: entry.path().is_dir(),
        };
        found.map(entry).take(MOST).collect()
    }

    /// Whether there is a folder.
    pub fn is_folder(path: &str) -> bool {
        Path::new(&whole(path)).is_dir()
    }

    /// Whether there is a file.
    pub fn is_file(path: &str) -> bool {
        Path::new(&whole(path)).is_file()
    }

    /// The path with the user's folder in the place of `~`, from the root on.
    pub fn whole(path: &str) -> String {
        let home = || env::var("HOME").ok();
        let path =
            match path.strip_prefix("~/").and_then(|rest| Some(format!("{}/{rest}", home()?))) {
                Some(path) => path,
                None => path.to_owned(),
            };
        std::path::absolute(&path).map_or(path, |path| path.to_string_lossy().into_owned())
    }
}

/// A page has no paths.
#[cfg(target_arch = "wasm32")]
mod page {
    use super::Entry;

    const NO_PATHS: &str = "a page has no paths";

    pub fn read(_: &str) -> Result<Vec<u8>, String> {
        Err(NO_PATHS.to_owned())
    }

    pub fn read_resource(_: &str, _: &str) -> Result<Vec<u8>, String> {
        Err(NO_PATHS.to_owned())
    }

    pub fn write(_: &str, _: &[u8]) -> Result<(), String> {
        Err(NO_PATHS.to_owned())
    }

    pub fn documents() -> String {
        String::new()
    }

    pub fn entries(_: &str) -> Vec<Entry> {
        Vec::new()
    }

    pub fn is_folder(_: &str) -> bool {
        false
    }

    pub fn is_file(_: &str) -> bool {
        false
    }

    pub fn whole(path: &str) -> String {
        path.to_owned()
    }
}
