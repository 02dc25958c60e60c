//! Keys that are copied, from one time to another and from one motion to another.

use std::collections::BTreeMap;

use super::{Key, KeyAt, Keyed, Motion, SAME_TIME, Track, edit::replace};

/// Keys that were copied.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedKeys {
    tracks: Vec<Track>,
    weights: BTreeMap<String, Vec<Key<f32>>>,
    /// When the earliest of them was, seconds.
    start: f32,
}

impl Motion {
    /// The keys as they are; `None` when none of them is there.
    #[must_use]
    pub fn copied(&self, keys: &[KeyAt]) -> Option<CopiedKeys> {
        let tracks = self.tracks.iter().map(|track| {
            let of = Keyed::Joint(track.joint);
            Track {
                joint: track.joint,
                rotation: chosen(&track.rotation, of, keys),
                translation: chosen(&track.translation, of, keys),
                scale: chosen(&track.scale, of, keys),
            }
        });
        let tracks: Vec<Track> = tracks.filter(|track| !track.is_empty()).collect();
        let weights = self.weights.iter();
        let weights: BTreeMap<String, Vec<Key<f32>>> = weights
            .map(|(name, own)| (name.clone(), chosen(own, Keyed::Face, keys)))
            .filter(|(_, own)| !own.is_empty())
            .collect();
        let times = weights.values().flatten().map(|key| key.time);
        let start = tracks.iter().flat_map(Track::times).chain(times).reduce(f32::min)?;
        Some(CopiedKeys { tracks, weights, start })
    }

    /// Pastes copied keys so that the earliest is at `time` (seconds, not before 0), and returns
    /// where they are now. Keys that stood there are replaced. Those of joints from `count` on are
    /// left out, and those of expressions that are not among the `names`.
    pub fn paste(
        &mut self,
        copied: &CopiedKeys,
        time: f32,
        (count, names): (usize, &[&str]),
    ) -> Vec<KeyAt> {
        let length = self.length();
        let by = time.max(0.0) - copied.start;
        let mut pasted = Vec::new();
        for track in copied.tracks.iter().filter(|track| track.joint < count) {
            let own = self.track_mut(track.joint);
            put(&mut own.rotation, &track.rotation, by);
            put(&mut own.translation, &track.translation, by);
            put(&mut own.scale, &track.scale, by);
            pasted.extend(track.times().map(|time| KeyAt::joint(track.joint, time + by)));
        }
        for (name, keys) in copied.weights.iter().filter(|(name, _)| names.contains(&name.as_str()))
        {
            put(self.weights.entry(name.clone()).or_default(), keys, by);
            pasted.extend(keys.iter().map(|key| KeyAt::face(key.time + by)));
        }
        self.settle(length);
        pasted
    }

    /// Lets the motion end as it begins: every keyed joint, and the face, has at the end the keys
    /// that it has at the start.
    pub fn close_loop(&mut self) {
        let end = self.duration;
        self.insert_key(None, 0.0);
        let first = self.keys_between(None, [0.0, 0.0]);
        self.copy_keys(&first, end);
        self.duration = end;
    }
}

/// Those of the keys that are selected.
fn chosen<T: Copy>(keys: &[Key<T>], of: Keyed, selected: &[KeyAt]) -> Vec<Key<T>> {
    let is_chosen = |key: &&Key<T>| {
        selected.iter().any(|at| at.of == of && (at.time - key.time).abs() < SAME_TIME)
    };
    keys.iter().filter(is_chosen).copied().collect()
}

/// Puts copies of the keys so much later.
fn put<T: Copy>(own: &mut Vec<Key<T>>, keys: &[Key<T>], by: f32) {
    keys.iter().for_each(|key| replace(own, Key { time: key.time + by, ..*key }));
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
        let pasted = motion.paste(&copied, 1.5, (3, &[]));
        assert_eq!(pasted.len(), 2);
        let track = motion.track(1).expect("it has keys");
        let arrived = track.rotation.iter().find(|key| key.time == 1.5).expect("it arrived");
        assert_eq!((arrived.value, arrived.slopes), (turned(0.7).rotation, Some([Vec3::X; 2])));
        assert_eq!(motion.paste(&copied, 3.0, (2, &[])).len(), 1, "the figure has no joint 2");
        assert_eq!(motion.duration, 3.0);
        assert_eq!(motion.copied(&[]), None);
    }

    #[test]
    fn keys_of_expressions_go_along() {
        let mut motion = Motion::default();
        motion.set_key(1, 0.0, &turned(0.1), Channels::ROTATION);
        motion.set_weight("happy", 0.0, 0.25, 0.0);
        motion.set_weight("happy", 1.0, 1.0, 0.0);
        let all = motion.keys_between(None, [1.0, 1.0]);
        motion.move_keys(&all, 0.5);
        assert_eq!((motion.face_times(), motion.duration), (vec![0.0, 1.5], 1.5));
        let copied = motion.copied(&motion.face_keys_between([0.0, 0.0])).expect("one");
        assert_eq!(motion.paste(&copied, 3.0, (2, &["sad"])), []);
        assert_eq!(motion.paste(&copied, 3.0, (2, &["happy"])), [KeyAt::face(3.0)]);
        assert_eq!(motion.weights_at(3.0)["happy"], 0.25);
        motion.delete_keys(&[KeyAt::face(3.0), KeyAt::face(0.0)]);
        assert_eq!((motion.face_times(), motion.duration), (vec![1.5], 1.5));
        motion.close_loop();
        assert_eq!(motion.face_times(), [0.0, 1.5]);
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
