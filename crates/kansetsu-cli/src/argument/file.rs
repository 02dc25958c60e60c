//! The file that a command reads.

use std::path::PathBuf;

/// An input file, or an embedded figure.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FileArg {
    /// A file of any supported format, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
