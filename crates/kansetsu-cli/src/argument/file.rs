//! The file that a command reads.

use std::path::PathBuf;

/// A file, or a figure that is built in.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FileArg {
    /// A file in any format that is read, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
