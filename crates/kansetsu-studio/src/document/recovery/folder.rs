//! A folder as a storage.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use super::Storage;

/// What the names of half-written files end with.
const HALF: &str = ".tmp";

/// Records as files of a folder, which is made when the first one is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of this path.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    fn sentence(&self, what: &str, error: &io::Error) -> String {
        format!("cannot {what} in \"{}\": {error}", self.path.display())
    }
}

impl Storage for Folder {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let sentence = |error: io::Error| self.sentence("save", &error);
        fs::create_dir_all(&self.path).map_err(sentence)?;
        let (file, half) = (self.path.join(name), self.path.join(format!("{name}{HALF}")));
        let written = fs::write(&half, text).and_then(|()| fs::rename(&half, &file));
        if written.is_err() {
            // What is half written helps nobody; that it cannot be removed says no more than the
            // first error.
            let _ = fs::remove_file(&half);
        }
        written.map_err(sentence)
    }

    fn read(&self, name: &str) -> Result<Option<String>, String> {
        match fs::read_to_string(self.path.join(name)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.sentence("read", &error)),
        }
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(self.sentence("remove a file", &error))
            }
            _ => Ok(()),
        }
    }

    fn names(&self) -> Result<Vec<String>, String> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.sentence("look", &error)),
        };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.ends_with(HALF)).collect();
        names.sort();
        Ok(names)
    }
}

/// The folder for records in the user's data folder; `None` when the system names none.
#[must_use]
pub fn in_data_folder() -> Option<Folder> {
    data_folder().map(|folder| Folder::new(folder.join("recovery")))
}

/// The folder in which the project file lies: a record is kept there too, so that who looks for the
/// work finds it.
#[must_use]
pub fn beside(project: &Path) -> Folder {
    let folder = project.parent().filter(|folder| !folder.as_os_str().is_empty());
    Folder::new(folder.unwrap_or(Path::new(".")))
}

/// Where programs of this system keep their data for the user.
fn data_folder() -> Option<PathBuf> {
    let path = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        path("APPDATA").map(|folder| folder.join("Kansetsu"))
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Application Support/Kansetsu"))
    } else {
        let folder =
            path("XDG_DATA_HOME").or_else(|| path("HOME").map(|home| home.join(".local/share")));
        folder.map(|folder| folder.join("kansetsu"))
    }
}
