//! Output files: all of them are written, or none.
//!
//! Each file is written to a temporary name in its own folder and renamed at the end. So a failed
//! save never damages an existing file, and a reader never sees half a file.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::{Component, Path, PathBuf},
};

use anyhow::bail;
use tempfile::NamedTempFile;

use crate::{
    interrupt, message,
    rig_path::rig_path,
    source::{Saved, reason},
    standard::is_standard,
};

/// The pending files of [`Outbox::send`].
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Vec<Waiting>,
    /// The output for standard output.
    standard: Option<Vec<u8>>,
}

#[derive(Debug)]
struct Waiting {
    path: PathBuf,
    file: NamedTempFile,
}

impl Outbox {
    /// Writes `bytes` to a temporary name beside `path`.
    pub(crate) fn add(&mut self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        check(path)?;
        if is_standard(path) {
            return match self.standard.replace(bytes.to_vec()) {
                None => Ok(()),
                Some(_) => bail!(
                    "- is set for two outputs; standard output takes one; use a file for the other"
                ),
            };
        }
        if is_device(path) {
            return fs::write(path, bytes).map_err(|failure| cannot_write(path, &failure));
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if self.waiting.iter().any(|other| other.path == path) {
            bail!("\"{}\" is set for two outputs; use a different file for each", path.display());
        }
        let mut file = temporary(&path).map_err(|failure| cannot_write(&path, &failure))?;
        file.write_all(bytes).map_err(|failure| cannot_write(&path, &failure))?;
        if let Ok(existing) = fs::metadata(&path) {
            fs::set_permissions(file.path(), existing.permissions())
                .map_err(|failure| cannot_write(&path, &failure))?;
        }
        self.waiting.push(Waiting { path, file });
        Ok(())
    }

    /// Adds a saved figure and the files beside it, unless they exist unchanged.
    pub(crate) fn add_saved(&mut self, path: &Path, saved: &Saved) -> anyhow::Result<()> {
        self.add(path, &saved.bytes)?;
        if let Some(rig) = &saved.rig {
            self.add(&rig_path(path), rig.as_bytes())?;
        }
        for (name, bytes) in &saved.beside {
            let beside = folder_of(path).join(name);
            match fs::read(&beside) {
                Ok(there) if there == *bytes => {}
                Ok(_) => bail!(
                    "\"{}\" already exists with other contents; save in another folder, or as .glb",
                    beside.display()
                ),
                Err(_)
                    if Path::new(name)
                        .components()
                        .any(|part| !matches!(part, Component::Normal(_))) =>
                {
                    bail!(
                        "the file needs \"{name}\", which is outside its folder; save as .glb, which contains everything"
                    )
                }
                Err(_) => self.add(&beside, bytes)?,
            }
        }
        Ok(())
    }

    /// Renames every file to its final name, after the output to standard output.
    pub(crate) fn send(self) -> anyhow::Result<()> {
        if let Some(bytes) = self.standard {
            message::bytes(&bytes)?;
        }
        for Waiting { path, file } in self.waiting {
            file.persist(&path).map_err(|failure| cannot_write(&path, &failure.error))?;
        }
        Ok(())
    }
}

/// Checks before the work whether `path` can be written.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    if is_standard(path) {
        return check_standard();
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        bail!(
            "cannot write \"{}\": the folder \"{}\" does not exist; create it first",
            path.display(),
            folder.display()
        );
    }
    match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => {
            bail!("cannot write \"{}\": it is a folder; name a file in it", path.display())
        }
        Ok(existing) if existing.permissions().readonly() => {
            bail!("cannot write \"{}\": it is read-only", path.display())
        }
        _ if path.file_name().is_none() => {
            bail!("cannot write \"{}\": it has no file name", path.display())
        }
        _ => Ok(()),
    }
}

/// A binary file is useless on a terminal, and can disturb it.
fn check_standard() -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        bail!(
            "- would write a binary file to the terminal; redirect standard output, for example with > FILE"
        );
    }
    Ok(())
}

/// Creates the folder `path` and its parents.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).map_err(|failure| {
        anyhow::anyhow!(
            "cannot create the folder \"{}\": {}; choose another folder",
            path.display(),
            reason(&failure)
        )
    })
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// A rename onto `/dev/null` or a pipe would replace it.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|existing| !existing.is_file())
}

fn temporary(path: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kansetsu-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The usual permissions of a new file, before the process's umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    interrupt::guarded(|| builder.tempfile_in(folder_of(path)))
}

fn cannot_write(path: &Path, failure: &std::io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot write \"{}\": {}", path.display(), reason(failure))
}
