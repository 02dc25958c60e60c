//! The rig file for data that a format cannot store.

use std::path::Path;

use anyhow::Context;
use kansetsu::d3::Pose;
use kansetsu_formats::{open, rig::RigFile};

use crate::{message, rig_path::rig_path, source::Source, standard::is_standard};

impl Source {
    /// The rig file that has to accompany these bytes, which store the figure in the pose
    /// `standing`. With it a later session has the same roles, limits and rest pose; `None` if the
    /// bytes store all of these. An existing rig file takes precedence over the bytes, so it is
    /// rewritten.
    pub(crate) fn rig_beside(
        &self,
        path: &Path,
        bytes: &[u8],
        standing: &Pose,
    ) -> anyhow::Result<Option<String>> {
        let beside = rig_path(path);
        let shown = beside.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let opened = open(bytes, &path.to_string_lossy(), &|path| {
            Err(format!("{path} is not needed for joints"))
        });
        let opened = opened
            .with_context(|| format!("\"{}\" cannot be opened again", path.display()))?
            .figure;
        let lost = RigFile::sidecar(&self.figure, standing, &opened)?;
        let is_needed = lost.is_some();
        let rig = lost.or_else(|| beside.is_file().then(|| RigFile::from_figure(&opened)));
        if is_needed && is_standard(path) {
            message::warning(
                "the format does not store roles, limits and rest pose; write to a file to save them beside it",
            );
            return Ok(None);
        }
        if is_needed {
            message::note(&format!(
                "the format does not store roles, limits and rest pose; they are in \"{shown}\", keep it beside the file"
            ));
        }
        Ok(rig.filter(|_| !is_standard(path)).map(|rig| rig.to_text()))
    }
}
