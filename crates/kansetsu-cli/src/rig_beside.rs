//! What a format cannot hold of a rig goes into a rig file beside it.

use std::path::Path;

use anyhow::Context;
use kansetsu::d3::Pose;
use kansetsu_formats::{open, rig::RigFile};

use crate::{message, rig_path::rig_path, source::Source, standard::is_standard};

impl Source {
    /// The rig file that has to lie beside these bytes, which hold the figure as it stands in
    /// `standing`, so that posing goes on from them with the roles, limits and rest pose as they
    /// are; `None` where the file says all that itself. An old one, which would be believed, is
    /// written anew.
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
                "the format holds no roles, limits and rest pose; name a file, and they are written beside it",
            );
            return Ok(None);
        }
        if is_needed {
            message::note(&format!(
                "the format holds no roles, limits and rest pose: they are in \"{shown}\" beside the file, which is opened with it"
            ));
        }
        Ok(rig.filter(|_| !is_standard(path)).map(|rig| rig.to_text()))
    }
}
