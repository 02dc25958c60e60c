//! Keys that are copied, from one time to another and from one motion to another.

use super::{KeyAt, Motion, SAME_TIME, Track, edit::replace};

/// Keys that were copied.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedKeys {
    tracks: Vec<Track>,
    /// When the earliest of them was, seconds.
    start: f32,
}

impl Motion {
    /// The keys as they are; `None` when none of them is there.
    #[must_use]
    pub fn copied(&self, keys: &[KeyAt]) -> Option<CopiedKeys> {
        let is_chosen = |joint: usize, time: f32| {
            keys.iter().any(|key| key.joint == joint && (key.time - time).abs() < SAME_TIME)
        };
        let tracks = self.tracks.iter().map(|track| Track {
            joint: track.joint,
            rotation: track
                .rotation
                .iter()
                .filter(|key| is_chosen(track.joint, key.time))
                .copied()
                .collect(),
            translation: track
                .translation
                .iter()
                .filter(|key| is_chosen(track.joint, key.time))
                .copied()
                .collect(),
            scale: track
                .scale
                .iter()
                .filter(|key| is_chosen(track.joint, key.time))
                .copied()
                .collect(),
        });
        let tracks: Vec<Track> = tracks.filter(|track| !track.is_empty()).collect();
        let start = tracks.iter().flat_map(Track::times).reduce(f32::min)?;
        Some(CopiedKeys { tracks, start })
    }

    /// Pastes copied keys so that the earliest is at `time` (seconds, not before 0), and returns
    /// where they are now. Keys that stood there are replaced; those of joints from `count` on are
    /// left out.
    pub fn paste(&mut self, copied: &CopiedKeys, time: f32, count: usize) -> Vec<KeyAt> {
        let length = self.length();
        let by = time.max(0.0) - copied.start;
        let mut pasted = Vec::new();
        for track in copied.tracks.iter().filter(|track| track.joint < count) {
            let own = self.track_mut(track.joint);
            track.rotation.iter().for_each(|key| {
                replace(&mut own.rotation, super::Key { time: key.time + by, ..*key })
            });
            track.translation.iter().for_each(|key| {
                replace(&mut own.translation, super::Key { time: key.time + by, ..*key })
            });
            track.scale.iter().for_each(|key| {
                replace(&mut own.scale, super::Key { time: key.time + by, ..*key })
            });
            pasted.extend(track.times().map(|time| KeyAt { joint: track.joint, time: time + by }));
        }
        self.settle(length);
        pasted
    }

    /// Lets the motion end as it begins: every keyed joint has at the end the keys that it has at
    /// the start.
    pub fn close_loop(&mut self) {
        let end = self.duration;
        self.insert_key(None, 0.0);
        let first = self.keys_between(None, [0.0, 0.0]);
        self.copy_keys(&first, end);
        self.duration = end;
    }
}

#[cfg(test)]
mod tests {
    use kansetsu::{
        d3::Transform,
        glam::{Quat, Vec3},
    };

    use super::*;
    use crate::motion::Channels;

    fn turned(angle: f32) -> Transform {
        Transform { rotation: Quat::from_rotation_x(angle), ..Transform::IDENTITY }
    }

    #[test]
    fn keys_arrive_with_their_ways_and_replace_what_stood_there() {
        let mut motion = Motion::default();
        for (joint, time, angle) in [(1, 0.0, 0.1), (1, 0.5, 0.7), (2, 0.5, 0.3), (1, 1.5, 0.2)] {
            motion.set_key(joint, time, &turned(angle), Channels::ROTATION);
        }
        let keys = motion.keys_between(None, [0.4, 0.6]);
        motion.set_rotation_slopes(&keys, Some([Vec3::X; 2]));
        let copied = motion.copied(&keys).expect("there are two");
        let pasted = motion.paste(&copied, 1.5, 3);
        assert_eq!(pasted.len(), 2);
        let track = motion.track(1).expect("it has keys");
        let arrived = track.rotation.iter().find(|key| key.time == 1.5).expect("it arrived");
        assert_eq!((arrived.value, arrived.slopes), (turned(0.7).rotation, Some([Vec3::X; 2])));
        assert_eq!(motion.paste(&copied, 3.0, 2).len(), 1, "the figure has no joint 2");
        assert_eq!(motion.duration, 3.0);
        assert_eq!(motion.copied(&[]), None);
    }

    #[test]
    fn a_closed_loop_ends_as_it_begins() {
        let mut motion = Motion::default();
        motion.set_key(1, 0.5, &turned(0.4), Channels::ROTATION);
        motion.set_key(1, 1.0, &turned(-0.4), Channels::ROTATION);
        motion.close_loop();
        let track = motion.track(1).expect("it has keys");
        let at =
            |time: f32| track.rotation.iter().find(|key| key.time == time).expect("a key").value;
        assert_eq!(at(0.0), at(motion.duration));
    }
}
