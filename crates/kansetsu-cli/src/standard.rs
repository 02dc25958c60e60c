//! Standard input and output as files.

use std::path::Path;

/// The name of standard input for an input file, and of standard output for an output file.
const STANDARD: &str = "-";

/// Whether a file name means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}
