//! A motion: the keys of its joints, and its pose at a time.

use std::collections::BTreeMap;

use kansetsu::{
    d3::Pose,
    glam::{Quat, Vec3},
};
use serde::{Deserialize, Serialize};

use super::{Key, SAME_TIME, curve};

/// A motion of one figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Its name, for people.
    pub name: String,
    /// Frames per second of its timeline, greater than 0. Default 30.
    pub frame_rate: f32,
    /// Seconds from 0 to its end. Default 2.
    pub duration: f32,
    /// The keyed joints, ascending by joint.
    pub tracks: Vec<Track>,
    /// The keyed weights of expressions and morph targets by name, ascending in time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, Vec<Key<f32>>>,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            name: String::new(),
            frame_rate: 30.0,
            duration: 2.0,
            tracks: Vec::new(),
            weights: BTreeMap::new(),
        }
    }
}

/// The keys of one joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Which joint.
    pub joint: usize,
    /// Local rotations, ascending in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rotation: Vec<Key<Quat>>,
    /// Local translations, metres, ascending in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub translation: Vec<Key<Vec3>>,
    /// Local scales, ascending in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scale: Vec<Key<Vec3>>,
}

impl Motion {
    /// A motion without keys.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Puts into `pose` what is keyed at `time` (seconds; before the first key of a joint its
    /// value, after the last key its value). Values without keys stay unchanged; joints that the
    /// pose lacks are skipped.
    pub fn sample(&self, time: f32, pose: &mut Pose) {
        for track in &self.tracks {
            let Some(local) = pose.locals.get_mut(track.joint) else { continue };
            if let Some(rotation) = curve::sample(&track.rotation, time) {
                local.rotation = rotation;
            }
            if let Some(translation) = curve::sample(&track.translation, time) {
                local.translation = translation;
            }
            if let Some(scale) = curve::sample(&track.scale, time) {
                local.scale = scale;
            }
        }
    }

    /// How `joint` is rotated at `time`, seconds; `None` when its rotation is not keyed.
    #[must_use]
    pub fn rotation_at(&self, joint: usize, time: f32) -> Option<Quat> {
        curve::sample(&self.track(joint)?.rotation, time)
    }

    /// The keys of `joint`.
    #[must_use]
    pub fn track(&self, joint: usize) -> Option<&Track> {
        self.tracks
            .binary_search_by_key(&joint, |track| track.joint)
            .ok()
            .map(|index| &self.tracks[index])
    }

    /// The time of the frame nearest to `time`, seconds, not before 0.
    #[must_use]
    pub fn snapped(&self, time: f32) -> f32 {
        self.frame_time((time * self.frame_rate).round())
    }

    /// The time of a frame, seconds, not before 0.
    #[must_use]
    pub fn frame_time(&self, frame: f32) -> f32 {
        frame.max(0.0) / self.frame_rate
    }

    /// When the nearest of `joints` keyed times after `time` is, seconds.
    #[must_use]
    pub fn next_key(&self, joints: Option<&[usize]>, time: f32) -> Option<f32> {
        self.key_times(joints).into_iter().find(|&at| at > time + SAME_TIME)
    }

    /// When the nearest of `joints` keyed times before `time` is, seconds.
    #[must_use]
    pub fn previous_key(&self, joints: Option<&[usize]>, time: f32) -> Option<f32> {
        self.key_times(joints).into_iter().rev().find(|&at| at < time - SAME_TIME)
    }

    /// When any of `joints` is keyed, seconds, ascending, each time once; with `None` when any
    /// joint or expression is.
    #[must_use]
    pub fn key_times(&self, joints: Option<&[usize]>) -> Vec<f32> {
        let chosen = self
            .tracks
            .iter()
            .filter(|track| joints.is_none_or(|joints| joints.contains(&track.joint)));
        let mut times: Vec<f32> = chosen.flat_map(Track::times).collect();
        if joints.is_none() {
            times.extend(self.weights.values().flatten().map(|key| key.time));
        }
        times.sort_by(f32::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier < SAME_TIME);
        times
    }
}

impl Track {
    /// When anything of the joint is keyed, seconds; not sorted, the same time up to three times.
    pub fn times(&self) -> impl Iterator<Item = f32> + '_ {
        let rotation = self.rotation.iter().map(|key| key.time);
        let translation = self.translation.iter().map(|key| key.time);
        rotation.chain(translation).chain(self.scale.iter().map(|key| key.time))
    }

    /// Whether nothing is keyed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rotation.is_empty() && self.translation.is_empty() && self.scale.is_empty()
    }
}
