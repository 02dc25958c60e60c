//! Standard input and output as files.

use std::path::Path;

/// The name that means standard input where a file is read, and standard output where one is
/// written.
const STANDARD: &str = "-";

/// Whether a file's name means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}
