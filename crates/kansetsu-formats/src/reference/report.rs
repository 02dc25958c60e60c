//! The reference pose in words.

use super::Source;
use crate::Figure;

impl Figure {
    /// The source of the reference pose and the score of the rest pose, in words such as "the rest
    /// pose, which scores 0.98".
    #[must_use]
    pub fn reference_summary(&self) -> String {
        let source = match self.reference.source {
            Source::Rest => "the rest pose".to_owned(),
            Source::Rig => "the rest pose of the rig file".to_owned(),
            Source::Frame { clip, frame } => {
                let name = self.clips.get(clip).map_or("", |clip| clip.name.as_str());
                format!("frame {frame} of \"{name}\"")
            }
            Source::Bones => "the directions of the bones".to_owned(),
        };
        match (self.reference.score, self.reference.problem.as_str()) {
            (None, _) => source,
            (Some(score), "") => format!("{source} (the rest pose of the file scores {score:.2})"),
            (Some(score), problem) => {
                format!("{source} (the rest pose of the file scores {score:.2}: {problem})")
            }
        }
    }

    /// The message for users who open a figure whose rest pose was replaced.
    pub(super) fn reference_sentence(&self) -> String {
        let (score, problem) = (self.reference.score.unwrap_or(0.0), &self.reference.problem);
        let source = match self.reference.source {
            Source::Frame { frame, .. } => format!("frame {frame} of the motion"),
            _ => "the directions of its bones".to_owned(),
        };
        format!(
            "the rest pose is not a standing person (score {score:.2}: {problem}); the body is measured in {source} instead"
        )
    }
}
