//! Where the rig file of a file is.

use std::path::{Path, PathBuf};

/// The rig file of this file alone: `posed.mqo.rig.json`. One that is named without the ending is
/// for all files of that name.
pub(crate) fn rig_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".rig.json");
    PathBuf::from(name)
}
