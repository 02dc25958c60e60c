//! Files that were given, and their names.

use std::sync::Arc;

/// A file that was dropped, picked, or named by a path.
#[derive(Clone, Debug)]
pub struct GivenFile {
    /// Its path, or in a page its name.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<[u8]>,
}

/// Returns the last part of a path.
pub(in crate::app) fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns a path's last part without its ending.
pub(in crate::app) fn stem(path: &str) -> &str {
    let name = last_part(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns the folder of a path, with `/` between its parts.
pub(super) fn folder_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}
