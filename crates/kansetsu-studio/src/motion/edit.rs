//! Changing keys.

use kansetsu::{
    d3::{Pose, Transform},
    glam::Vec3,
};

use super::{Interpolation, Key, Motion, SAME_TIME, Track, curve};

/// Which properties of a joint are keyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channels {
    /// Its local rotation.
    pub rotation: bool,
    /// Its local translation.
    pub translation: bool,
    /// Its local scale.
    pub scale: bool,
}

impl Channels {
    /// Rotation alone: what most joints need.
    pub const ROTATION: Self = Self { rotation: true, translation: false, scale: false };
    /// Rotation and translation: what roots and moved joints need.
    pub const PLACE: Self = Self { rotation: true, translation: true, scale: false };
    /// Everything.
    pub const ALL: Self = Self { rotation: true, translation: true, scale: true };

    /// The channels to key for a joint with this difference from rest: its rotation always, the
    /// rest where it was changed.
    #[must_use]
    pub fn changed(local: &Transform, rest: &Transform) -> Self {
        Self {
            rotation: true,
            translation: local.translation != rest.translation,
            scale: local.scale != rest.scale,
        }
    }
}

/// What has keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// A joint.
    Joint(usize),
    /// All expressions: they are keyed as one face.
    Face,
}

/// All keys of a joint or of the face at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyAt {
    /// What is keyed.
    pub of: Keyed,
    /// Seconds.
    pub time: f32,
}

impl KeyAt {
    /// The keys of a joint.
    #[must_use]
    pub const fn joint(joint: usize, time: f32) -> Self {
        Self { of: Keyed::Joint(joint), time }
    }

    /// The keys of all expressions.
    #[must_use]
    pub const fn face(time: f32) -> Self {
        Self { of: Keyed::Face, time }
    }
}

/// A change of keys of any kind.
#[derive(Clone, Copy)]
enum Change {
    Delete,
    Shift(f32),
    /// From an anchor, by a factor.
    Retime(f32, f32),
    Copy(f32),
    Interpolate(Interpolation),
}

impl Change {
    /// Changes the keys at these times.
    fn apply<T: Copy>(self, keys: &mut Vec<Key<T>>, times: &[f32]) {
        match self {
            Self::Delete => keys.retain(|key| !is_one_of(key, times)),
            Self::Shift(by) => shift(keys, times, by),
            Self::Retime(anchor, factor) => retime(keys, times, (anchor, factor)),
            Self::Copy(by) => copy(keys, times, by),
            Self::Interpolate(interpolation) => {
                each(keys, times, |key| key.interpolation = interpolation);
            }
        }
    }
}

/// Where a motion ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// With its last key.
    Follows,
    /// Where somebody wanted it.
    Set,
}

impl Motion {
    /// Keys `channels` of `joint` at `time` (seconds, not before 0) as `local` has them. Properties
    /// that already have keys are keyed too: an edit must not be lost because its property was not
    /// named. A key that is there keeps its interpolation and slopes; a new one goes on as the one
    /// before it does. The motion is as long as its last key, unless it was made longer.
    pub fn set_key(&mut self, joint: usize, time: f32, local: &Transform, channels: Channels) {
        let time = time.max(0.0);
        let length = self.length();
        let track = self.track_mut(joint);
        if channels.rotation || !track.rotation.is_empty() {
            set(&mut track.rotation, time, local.rotation);
        }
        if channels.translation || !track.translation.is_empty() {
            set(&mut track.translation, time, local.translation);
        }
        if channels.scale || !track.scale.is_empty() {
            set(&mut track.scale, time, local.scale);
        }
        self.tidy();
        self.settle(length);
    }

    /// Keys `joints` at `time` with their values in `pose`, each with the channels that differ from
    /// `rest`.
    pub fn set_keys(&mut self, joints: &[usize], time: f32, pose: &Pose, rest: &Pose) {
        for &joint in joints {
            if let (Some(local), Some(at_rest)) = (pose.locals.get(joint), rest.locals.get(joint)) {
                self.set_key(joint, time, local, Channels::changed(local, at_rest));
            }
        }
    }

    /// Whether anything of `joint` is keyed at `time`.
    #[must_use]
    pub fn has_key(&self, joint: usize, time: f32) -> bool {
        self.track(joint).is_some_and(|track| track.times().any(|at| same(at, time)))
    }

    /// Takes the keys away.
    pub fn delete_keys(&mut self, keys: &[KeyAt]) {
        self.change(keys, Change::Delete);
    }

    /// Moves the keys by `seconds`; none goes before 0, all go as far together. Keys that stood
    /// where they arrive are replaced.
    pub fn move_keys(&mut self, keys: &[KeyAt], seconds: f32) {
        self.change(keys, Change::Shift(not_before_zero(keys, seconds)));
    }

    /// Brings the keys nearer together in time, or further apart, by `factor` (0 or more) from
    /// `anchor` on, seconds; none goes before 0. Slopes become steeper as the time becomes shorter.
    /// Keys at their new times are replaced.
    pub fn retime_keys(&mut self, keys: &[KeyAt], anchor: f32, factor: f32) {
        self.change(keys, Change::Retime(anchor, factor.max(0.0)));
    }

    /// Puts copies of the keys `seconds` later (or earlier). Keys there are replaced.
    pub fn copy_keys(&mut self, keys: &[KeyAt], seconds: f32) {
        self.change(keys, Change::Copy(not_before_zero(keys, seconds)));
    }

    /// How the way from each of the keys to the next one goes.
    pub fn set_interpolation(&mut self, keys: &[KeyAt], interpolation: Interpolation) {
        self.change(keys, Change::Interpolate(interpolation));
    }

    fn change(&mut self, keys: &[KeyAt], change: Change) {
        let length = self.length();
        self.for_tracks(keys, |track, times| {
            change.apply(&mut track.rotation, times);
            change.apply(&mut track.translation, times);
            change.apply(&mut track.scale, times);
        });
        let times = times_of(keys, Keyed::Face);
        for keys in self.weights.values_mut() {
            change.apply(keys, &times);
        }
        self.tidy();
        self.settle(length);
    }

    /// The slopes (in, out, per second) of the keys' rotations; `None` makes them automatic again.
    pub fn set_rotation_slopes(&mut self, keys: &[KeyAt], slopes: Option<[Vec3; 2]>) {
        self.for_tracks(keys, |track, times| {
            each(&mut track.rotation, times, |key| key.slopes = slopes)
        });
    }

    /// The slopes (in, out, metres per second) of the keys' translations; `None` makes them
    /// automatic again.
    pub fn set_translation_slopes(&mut self, keys: &[KeyAt], slopes: Option<[Vec3; 2]>) {
        self.for_tracks(keys, |track, times| {
            each(&mut track.translation, times, |key| key.slopes = slopes)
        });
    }

    /// Keys every keyed joint, with `None` the face too, at `time` with its value there, so that
    /// the motion can be changed from there on without changing it yet (linear ways stay exactly as
    /// they were).
    pub fn insert_key(&mut self, joints: Option<&[usize]>, time: f32) {
        let length = self.length();
        for track in self
            .tracks
            .iter_mut()
            .filter(|track| joints.is_none_or(|joints| joints.contains(&track.joint)))
        {
            insert(&mut track.rotation, time);
            insert(&mut track.translation, time);
            insert(&mut track.scale, time);
        }
        for keys in self.weights.values_mut().filter(|_| joints.is_none()) {
            insert(keys, time);
        }
        self.settle(length);
    }

    /// Moves everything from `from` on by `seconds`: later to make room. With a negative number the
    /// keys between are removed.
    pub fn shift_from(&mut self, from: f32, seconds: f32) {
        for track in &mut self.tracks {
            shift_from(&mut track.rotation, from, seconds);
            shift_from(&mut track.translation, from, seconds);
            shift_from(&mut track.scale, from, seconds);
        }
        for keys in self.weights.values_mut() {
            shift_from(keys, from, seconds);
        }
        self.duration = (self.duration + seconds).max(0.0);
        self.tidy();
        self.lengthen();
    }

    /// All keys of `joints` in `[start, end]`; with `None` those of all joints and of the face.
    #[must_use]
    pub fn keys_between(&self, joints: Option<&[usize]>, span: [f32; 2]) -> Vec<KeyAt> {
        let chosen = self
            .tracks
            .iter()
            .filter(|track| joints.is_none_or(|joints| joints.contains(&track.joint)));
        let of_track = |track: &Track| {
            let joint = track.joint;
            between(track.times(), span).map(move |time| KeyAt::joint(joint, time))
        };
        let mut keys: Vec<KeyAt> = chosen.flat_map(of_track).collect();
        if joints.is_none() {
            keys.extend(self.face_keys_between(span));
        }
        keys
    }

    /// All keys of the face in `[start, end]`.
    #[must_use]
    pub fn face_keys_between(&self, span: [f32; 2]) -> Vec<KeyAt> {
        let times = self.weights.values().flatten().map(|key| key.time);
        between(times, span).map(KeyAt::face).collect()
    }

    /// The keys of `joint`, made when there are none.
    pub(super) fn track_mut(&mut self, joint: usize) -> &mut Track {
        let index =
            self.tracks.binary_search_by_key(&joint, |track| track.joint).unwrap_or_else(|index| {
                self.tracks.insert(index, Track { joint, ..Track::default() });
                index
            });
        &mut self.tracks[index]
    }

    /// Calls `change` for every track that one of the keys is on, with the times of those keys.
    fn for_tracks(&mut self, keys: &[KeyAt], mut change: impl FnMut(&mut Track, &[f32])) {
        for track in &mut self.tracks {
            let times = times_of(keys, Keyed::Joint(track.joint));
            if !times.is_empty() {
                change(track, &times);
            }
        }
        self.tidy();
    }

    pub(super) fn tidy(&mut self) {
        self.tracks.retain(|track| !track.is_empty());
        self.weights.retain(|_, keys| !keys.is_empty());
    }

    /// Whether somebody has made it longer than its keys.
    pub(super) fn length(&self) -> Length {
        let is_set = !self.is_empty() && (self.duration - self.last_key()).abs() >= SAME_TIME;
        if is_set { Length::Set } else { Length::Follows }
    }

    /// After a change of keys: as long as the last of them; what was set stays, as far as it holds
    /// them all.
    pub(super) fn settle(&mut self, length: Length) {
        match length {
            Length::Follows if !self.is_empty() => self.duration = self.last_key(),
            _ => self.lengthen(),
        }
    }

    fn last_key(&self) -> f32 {
        let weights = self.weights.values().flatten().map(|key| key.time);
        self.tracks.iter().flat_map(Track::times).chain(weights).fold(0.0, f32::max)
    }

    pub(super) fn lengthen(&mut self) {
        self.duration = self.duration.max(self.last_key());
    }
}

fn times_of(keys: &[KeyAt], of: Keyed) -> Vec<f32> {
    keys.iter().filter(|key| key.of == of).map(|key| key.time).collect()
}

/// The times in `[start, end]`, ascending, each once.
fn between(times: impl Iterator<Item = f32>, [start, end]: [f32; 2]) -> std::vec::IntoIter<f32> {
    let inside = (start - SAME_TIME)..=(end + SAME_TIME);
    let mut times: Vec<f32> = times.filter(|time| inside.contains(time)).collect();
    times.sort_by(f32::total_cmp);
    times.dedup_by(|later, earlier| same(*later, *earlier));
    times.into_iter()
}

pub(super) fn same(a: f32, b: f32) -> bool {
    (a - b).abs() < SAME_TIME
}

/// The first of `seconds` or the way back to 0 of the earliest key.
fn not_before_zero(keys: &[KeyAt], seconds: f32) -> f32 {
    keys.iter().fold(seconds, |by, key| by.max(-key.time))
}

fn is_one_of<T>(key: &Key<T>, times: &[f32]) -> bool {
    times.iter().any(|&time| same(key.time, time))
}

/// Puts a key where it belongs; the value of one at the same time is replaced.
pub(super) fn set<T>(keys: &mut Vec<Key<T>>, time: f32, value: T) {
    if let Some(old) = keys.iter_mut().find(|old| same(old.time, time)) {
        old.value = value;
        return;
    }
    let index = keys.partition_point(|old| old.time < time);
    let interpolation =
        index.checked_sub(1).map_or(Interpolation::default(), |before| keys[before].interpolation);
    keys.insert(index, Key::new(time, value, interpolation));
}

/// Puts a key where it belongs, in place of one at the same time.
pub(super) fn replace<T>(keys: &mut Vec<Key<T>>, key: Key<T>) {
    keys.retain(|old| !same(old.time, key.time));
    keys.insert(keys.partition_point(|old| old.time < key.time), key);
}

fn each<T>(keys: &mut [Key<T>], times: &[f32], change: impl FnMut(&mut Key<T>)) {
    keys.iter_mut().filter(|key| is_one_of(key, times)).for_each(change);
}

fn shift<T>(keys: &mut Vec<Key<T>>, times: &[f32], by: f32) {
    let moved: Vec<Key<T>> = keys.extract_if(.., |key| is_one_of(key, times)).collect();
    for key in moved {
        replace(keys, Key { time: key.time + by, ..key });
    }
}

fn retime<T>(keys: &mut Vec<Key<T>>, times: &[f32], (anchor, factor): (f32, f32)) {
    let moved: Vec<Key<T>> = keys.extract_if(.., |key| is_one_of(key, times)).collect();
    for key in moved {
        let time = (anchor + (key.time - anchor) * factor).max(0.0);
        // What takes no time has no slope.
        let slopes = key.slopes.map(|slopes| {
            slopes.map(|slope| if factor > 1e-6 { slope / factor } else { Vec3::ZERO })
        });
        replace(keys, Key { time, slopes, ..key });
    }
}

fn copy<T: Copy>(keys: &mut Vec<Key<T>>, times: &[f32], by: f32) {
    let copies: Vec<Key<T>> = keys.iter().filter(|key| is_one_of(key, times)).copied().collect();
    for key in copies {
        replace(keys, Key { time: key.time + by, ..key });
    }
}

fn shift_from<T>(keys: &mut Vec<Key<T>>, from: f32, seconds: f32) {
    if seconds < 0.0 {
        keys.retain(|key| key.time < from - SAME_TIME || key.time >= from - seconds - SAME_TIME);
    }
    for key in keys.iter_mut().filter(|key| key.time >= from - SAME_TIME) {
        key.time = (key.time + seconds).max(0.0);
    }
}

pub(super) fn insert<T: curve::Value>(keys: &mut Vec<Key<T>>, time: f32)
where
    [Key<T>]: curve::Slopes,
{
    if keys.iter().any(|key| same(key.time, time)) {
        return;
    }
    if let Some(value) = curve::sample(keys, time) {
        let before = keys.partition_point(|key| key.time < time);
        let interpolation = keys[before.saturating_sub(1)].interpolation;
        keys.insert(before, Key::new(time, value, interpolation));
    }
}
