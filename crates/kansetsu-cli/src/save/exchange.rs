//! Saving for other programs: FBX and USD.

use std::{borrow::Cow, path::Path};

use anyhow::Context;
use kansetsu::d3::Pose;
use kansetsu_formats::{Clip, Figure, Meta, Written, fbx, usd};

use super::work::{Work, failed};
use crate::{
    message,
    source::{Saved, Source},
    standard::is_standard,
};

/// A format for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exchange {
    Fbx,
    Usd,
}

impl Source {
    /// The figure with its clips and the new ones, at `rate` frames per second, by default their
    /// own rates.
    pub(crate) fn save_exchange(
        &self,
        path: &Path,
        (format, rate): (Exchange, Option<f32>),
        work: &Work<'_>,
    ) -> anyhow::Result<Saved> {
        self.figure
            .meta
            .iter()
            .filter_map(Meta::license_warning)
            .for_each(|caution| message::warning(&caution));
        let figure = self.with_clips(work.clips);
        let standing = self.standing(work);
        let written = match format {
            Exchange::Fbx => fbx::write(&figure, Some(&standing), rate),
            Exchange::Usd => usd::write(&figure, Some(&standing), rate),
        };
        let Written { bytes, pictures, warnings } = written.with_context(|| failed(path))?;
        warnings.iter().for_each(|warning| message::warning(warning));
        let rig = match format {
            Exchange::Fbx => self.rig_beside(path, &bytes, &standing)?,
            Exchange::Usd => None,
        };
        if is_standard(path) && !pictures.is_empty() {
            message::warning("standard output has no folder: the pictures are not written");
        }
        let beside = if is_standard(path) { Vec::new() } else { pictures };
        Ok(Saved { bytes, beside, rig })
    }

    /// The figure with new clips.
    pub(super) fn with_clips(&self, clips: &[Clip]) -> Cow<'_, Figure> {
        let mut figure = Cow::Borrowed(&self.figure);
        if !clips.is_empty() {
            figure.to_mut().clips.extend_from_slice(clips);
        }
        figure
    }

    /// The pose of the nodes of a file; players start the clips from it.
    fn standing(&self, work: &Work<'_>) -> Pose {
        match (work.pose, work.clips.is_empty()) {
            (Some(pose), _) => pose.clone(),
            (None, true) => self.figure.saved_pose(),
            (None, false) => self.start_of_clips(),
        }
    }
}
