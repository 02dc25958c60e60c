//! The path of the rig file of a file.

use std::path::{Path, PathBuf};

/// The rig file of this file alone: `posed.mqo.rig.json`. A rig file without the extension in its
/// name applies to all files of that name.
pub(crate) fn rig_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".rig.json");
    PathBuf::from(name)
}
