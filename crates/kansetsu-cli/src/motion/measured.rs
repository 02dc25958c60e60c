//! Commands that change poses and print what they measured.

use std::path::Path;

use kansetsu_formats::gltf::Bake;
use serde::Serialize;

use super::Moments;
use crate::{json, message, outbox, report, save::Target, source::Source, table::Table};

/// The output of such a command.
pub(crate) struct Measured<'a> {
    /// The file of the changed poses.
    pub(crate) out: Option<&'a Path>,
    pub(crate) bake: Bake,
    /// The name of the change, for the names of clips.
    pub(crate) done: &'a str,
    pub(crate) json: bool,
}

impl Measured<'_> {
    /// Refuses an unusable output file. Called before the work.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        self.out.map_or(Ok(()), |path| Target::of(path).and_then(|_| outbox::check(path)))
    }

    /// Saves the poses, then prints `document` as JSON or as `table`.
    pub(crate) fn finish(
        &self,
        source: &Source,
        moments: &Moments,
        (document, table): (&impl Serialize, &Table),
    ) -> anyhow::Result<()> {
        let mut text = if self.json { json::text(document)? } else { table.to_string() };
        if let Some(path) = self.out {
            moments.save(source, (path, self.bake), self.done)?;
            if !self.json {
                text.push_str(&format!("\n{}", report::wrote(path)));
            }
        }
        message::result_beside(self.out, &text)
    }
}
