//! Which joint of a figure is meant, when the file behind it has changed.

use std::sync::Arc;

use kansetsu::d3::Skeleton;

use crate::motion::{Motion, Track};

/// For each joint of the project the joint of the figure.
#[derive(Clone, Debug)]
pub(super) enum JointMap {
    /// The figure is unchanged, as far as the project says.
    Same,
    /// It has other joints, or in another order.
    ByName(Vec<Option<usize>>),
}

impl JointMap {
    /// From the names in the project to those of the figure.
    pub(super) fn between(names: Option<&Vec<String>>, skeleton: &Skeleton) -> Self {
        let Some(names) = names else { return Self::Same };
        let is_same = names.len() == skeleton.len()
            && names.iter().zip(skeleton.joints()).all(|(name, joint)| *name == joint.name);
        if is_same {
            Self::Same
        } else {
            Self::ByName(names.iter().map(|name| skeleton.find(name).ok()).collect())
        }
    }

    /// The figure's joint; `None` when it has it no longer.
    pub(super) fn get(&self, joint: usize) -> Option<usize> {
        match self {
            Self::Same => Some(joint),
            Self::ByName(joints) => joints.get(joint).copied().flatten(),
        }
    }

    /// The motion with the figure's joints.
    pub(super) fn motion(&self, motion: Arc<Motion>) -> Arc<Motion> {
        if matches!(self, Self::Same) {
            return motion;
        }
        let moved = motion.tracks.iter().filter_map(|track| {
            self.get(track.joint).map(|joint| Track { joint, ..track.clone() })
        });
        let mut tracks: Vec<Track> = moved.collect();
        tracks.sort_by_key(|track| track.joint);
        tracks.dedup_by_key(|track| track.joint);
        Arc::new(Motion { tracks, ..Motion::clone(&motion) })
    }

    /// Whether nothing was lost.
    pub(super) fn is_same(&self) -> bool {
        matches!(self, Self::Same)
    }
}
