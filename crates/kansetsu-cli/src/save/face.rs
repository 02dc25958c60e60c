//! The expressions of a figure.

use kansetsu_formats::WeightTrack;

use crate::{message, source::Source};

impl Source {
    /// Moves the vertices of the figure by its expressions.
    pub(crate) fn put_on_face(&mut self) -> anyhow::Result<()> {
        let weights: Vec<(&str, f32)> =
            self.face.iter().map(|(name, weight)| (name.as_str(), *weight)).collect();
        let mut pose = self.figure.saved_pose();
        let warnings = self.figure.apply_expressions(&weights, &mut pose)?;
        warnings.iter().for_each(|warning| message::warning(warning));
        Ok(())
    }

    /// The expressions of the pose as constant tracks.
    pub(super) fn still_face(&self) -> Vec<WeightTrack> {
        self.face.iter().map(|(name, weight)| WeightTrack::constant(name, *weight)).collect()
    }
}
