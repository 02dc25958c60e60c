//! `--rest-frame N`.

use anyhow::Context;
use kansetsu_formats::{Figure, reference::Source as Reference};
use serde::Serialize;

use crate::{message, source::Source};

/// The pose in which the body is measured.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct RestArgs {
    /// Measure the body in this frame of the file's first motion, counted from 0, if its rest pose
    /// is not a standing person
    ///
    /// The reference pose is the pose in which limits, soles, leg lengths and the T-pose of
    /// retargeted motion are measured. It is the rest pose if that is a standing person, else a
    /// frame of the motion, else a pose built from the directions of the bones. `kansetsu inspect`
    /// prints which one it is.
    #[arg(long, value_name = "N")]
    pub(crate) rest_frame: Option<usize>,
}

impl RestArgs {
    /// Measures the figure in the frame that the user named.
    pub(crate) fn put_on(self, source: &mut Source) -> anyhow::Result<()> {
        let Some(frame) = self.rest_frame else { return Ok(()) };
        source
            .figure
            .set_reference_frame(0, frame)
            .with_context(|| format!("--rest-frame {frame}"))?;
        message::note(&format!("the body is measured in {}", source.figure.reference_summary()));
        Ok(())
    }
}

/// The reference pose in JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReferenceEntry {
    /// "rest", "rig", "frame" or "bones".
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<usize>,
    /// How well the rest pose of the file fits a standing person, in [0, 1].
    score: Option<f32>,
    /// The body part that fits worst.
    #[serde(skip_serializing_if = "String::is_empty")]
    problem: String,
}

impl ReferenceEntry {
    /// Whether the figure is a human body.
    pub(crate) const fn is_scored(&self) -> bool {
        self.score.is_some()
    }

    pub(crate) fn of(figure: &Figure) -> Self {
        let (source, place) = match figure.reference.source {
            Reference::Rest => ("rest", None),
            Reference::Rig => ("rig", None),
            Reference::Frame { clip, frame } => ("frame", Some((clip, frame))),
            Reference::Bones => ("bones", None),
        };
        Self {
            source,
            clip: place.map(|(clip, _)| clip),
            frame: place.map(|(_, frame)| frame),
            score: figure.reference.score,
            problem: figure.reference.problem.clone(),
        }
    }
}
