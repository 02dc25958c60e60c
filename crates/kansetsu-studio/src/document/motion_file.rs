//! Motions in files of their own, for a figure that is there.

use std::collections::BTreeSet;

use kansetsu_formats::{Converted, Figure, gltf, is_motion_compatible};

use super::{Refusal, file_rate::FILE_FRAME_RATE};
use crate::motion::Motion;

/// What a file holds for a figure.
#[derive(Clone, Debug)]
pub struct FoundMotions {
    /// The motions, on the figure's joints.
    pub motions: Vec<Motion>,
    /// What of the file is not kept, in sentences for people.
    pub warnings: Vec<String>,
}

impl FoundMotions {
    /// Returns the joints that the motions move.
    #[must_use]
    pub fn joints(&self) -> BTreeSet<usize> {
        self.motions.iter().flat_map(|motion| &motion.tracks).map(|track| track.joint).collect()
    }

    /// The motions of another file, as GLB, for a figure, matched by the names of the joints;
    /// `None` where they move another body, or the same one from another rest pose, and where the
    /// file holds a surface: then it is a figure.
    ///
    /// # Errors
    /// The loader's own sentence, for a file that is damaged.
    pub fn of(figure: &Figure, exchanged: Converted) -> Result<Option<Self>, Refusal> {
        let moved = gltf::read(&exchanged.bytes, &|path| Err(format!("{path} is inside")))?.figure;
        if !moved.meshes.is_empty() || !is_motion_compatible(figure, &moved) {
            return Ok(None);
        }
        let here = &figure.rig.skeleton;
        let joint_of: Vec<Option<usize>> =
            moved.rig.skeleton.joints().iter().map(|joint| here.find(&joint.name).ok()).collect();
        let mut warnings = exchanged.warnings;
        let mut carried = |clip: &kansetsu_formats::Clip| {
            let mut clip = clip.clone();
            warnings.extend(figure.adopt_weights(&mut clip));
            clip.tracks.retain_mut(|track| {
                let joint = joint_of.get(track.joint).copied().flatten();
                track.joint = joint.unwrap_or(track.joint);
                joint.is_some()
            });
            Motion::from_clip(&clip, FILE_FRAME_RATE)
        };
        let is_sound = |motion: &Motion| !motion.is_empty() && motion.check(here.len()).is_ok();
        let motions: Vec<Motion> = moved.clips.iter().map(&mut carried).filter(is_sound).collect();
        Ok((!motions.is_empty()).then_some(Self { motions, warnings }))
    }
}
