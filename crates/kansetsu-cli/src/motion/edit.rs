//! Commands that edit the poses of files.

use std::path::PathBuf;

use serde::Serialize;

use super::{MomentArgs, Moments};
use crate::{
    batch::{self, Done, Form, OutArgs},
    report,
    source::Source,
    status::Status,
};

/// An edit of poses.
pub(crate) struct Edit<'a> {
    pub(crate) files: &'a [PathBuf],
    /// The edited times.
    pub(crate) moments: &'a MomentArgs,
    pub(crate) out: &'a OutArgs,
    pub(crate) form: Form,
    /// The name of the edit, for the names of clips.
    pub(crate) done: &'a str,
}

/// The JSON of an edit.
#[derive(Debug, Serialize)]
struct Edited<T> {
    frames: usize,
    /// Frames per second; `null` for one pose.
    rate: Option<f32>,
    #[serde(flatten)]
    more: T,
}

impl Edit<'_> {
    /// Runs `change` on the poses of each file, then writes them. Its result is printed with
    /// `--json`.
    pub(crate) fn run<T: Serialize>(
        &self,
        change: impl Fn(&Source, &mut Moments) -> anyhow::Result<T>,
    ) -> anyhow::Result<Status> {
        let jobs = self.out.jobs_with_output(self.files)?;
        batch::run(&jobs, self.form, |job| {
            let mut source = self.moments.open(&job.file)?;
            let mut moments = self.moments.moments(&mut source)?;
            source.put_on_face()?;
            let more = change(&source, &mut moments)?;
            moments.write(&source, job, self.done)?;
            let entry = Edited { frames: moments.poses.len(), rate: moments.rate(), more };
            Ok(Done { text: report::written(job), entry, status: Status::Done })
        })
    }
}
