//! Opens a file of the file system with everything beside it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use kansetsu::Rig;

use crate::{Error, Opened, open, rig::RigFile};

/// Opens a file, the files it refers to, and the rig file beside it (`NAME.rig.json`, or
/// `NAME.EXT.rig.json`).
///
/// Files that it refers to must be in its folder or below.
///
/// # Errors
/// [`Error::File`] names the path, of the file or of its rig. Its reason is that of [`open`] and
/// [`RigFile::read`]: the format, the place and the problem.
pub fn open_path(path: impl AsRef<Path>) -> Result<Opened, Error> {
    let path = path.as_ref();
    let folder = path.parent().unwrap_or(Path::new(""));
    let opened = open(&read(path)?, &path.to_string_lossy(), &|name| read_resource(folder, name));
    let mut opened = opened.map_err(|error| unreadable(path, &error))?;
    if opened.figure.name.is_empty() {
        opened.figure.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    let mut longer = path.as_os_str().to_owned();
    longer.push(".rig.json");
    let beside = [longer.into(), path.with_extension("rig.json")];
    if let Some(beside) = beside.into_iter().find(|beside: &std::path::PathBuf| beside.is_file()) {
        let bytes = read(&beside)?;
        let rig = RigFile::read(&String::from_utf8_lossy(&bytes))
            .map_err(|error| unreadable(&beside, &error))?;
        let misfits = rig.apply(&mut opened.figure);
        opened.warnings.extend(
            rig.warnings
                .iter()
                .chain(&misfits)
                .map(|problem| format!("{}: {problem}", beside.display())),
        );
    }
    Ok(opened)
}

impl Opened {
    /// The rig of the figure, for an [`IkSession`](kansetsu::IkSession).
    #[must_use]
    pub const fn rig(&self) -> &Rig {
        &self.figure.rig
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|problem| unreadable(path, &problem))
}

fn unreadable(path: &Path, problem: &dyn std::error::Error) -> Error {
    Error::File { path: path.display().to_string(), reason: problem.to_string() }
}

/// Reads a file that another file in `folder` refers to by a relative path. As on Windows, a
/// backslash divides folders, and the case of a name does not matter; a name in the very case comes
/// first.
///
/// # Errors
/// A message for people, if the file cannot be read or is not a regular file (a device may never
/// end). Also if a link leaves the folder: otherwise a document could copy any file of its reader
/// into a saved file.
pub fn read_resource(folder: &Path, path: &str) -> Result<Vec<u8>, String> {
    let words = |problem: io::Error| match problem.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => problem.to_string().split(" (os error").next().unwrap_or_default().to_lowercase(),
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let written = fs::canonicalize(folder.join(path));
    let true_path = written
        .or_else(|problem| in_any_case(folder, path).ok_or(problem).and_then(fs::canonicalize))
        .map_err(words)?;
    if !true_path.starts_with(fs::canonicalize(folder).map_err(words)?) {
        return Err(
            "it is a link out of the document's folder; copy the file itself beside the document"
                .to_owned(),
        );
    }
    if !fs::metadata(&true_path).map_err(words)?.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    fs::read(&true_path).map_err(words)
}

/// The most entries of a folder that are compared.
const MOST_ENTRIES: usize = 20_000;

/// The path with the names that the folders have, in any case.
fn in_any_case(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut found = folder.to_path_buf();
    for part in path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")) {
        let written = found.join(part);
        if part == ".." || written.exists() {
            found = written;
            continue;
        }
        let wanted = part.to_lowercase();
        let names = fs::read_dir(&found).ok()?.take(MOST_ENTRIES).flatten();
        let name = names
            .map(|entry| entry.file_name())
            .filter(|name| name.to_string_lossy().to_lowercase() == wanted)
            .min()?;
        found.push(name);
    }
    Some(found)
}
