//! A figure in a pose: a file, and one of its poses.

use kansetsu::d3::Pose;

use super::{clip_choice::ClipArgs, file::FileArg};
use crate::source::Source;

/// A file, and one pose of its figure.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PosedFile {
    #[command(flatten)]
    file: FileArg,
    #[command(flatten)]
    clip: ClipArgs,
}

impl PosedFile {
    /// Opens the figure, with the motion that the arguments name, and returns its pose.
    pub(crate) fn open(&self) -> anyhow::Result<(Source, Pose)> {
        let source = self.clip.open(&self.file.file)?;
        let pose = self.clip.pose(&source)?;
        Ok((source, pose))
    }
}
