//! To what a file holds, and from it.

use kansetsu::glam::{Quat, Vec3, Vec4};
use kansetsu_formats::{
    Clip, Interpolation as FileInterpolation, Track as FileTrack, Values, WeightTrack,
};

use super::{
    Interpolation, Key, Motion, SAME_TIME, Track,
    curve::{self, Slopes, Value},
};

impl Motion {
    /// The motion that a clip holds, with every key it has. Of several keys at one time the last is
    /// kept.
    #[must_use]
    pub fn from_clip(clip: &Clip, frame_rate: f32) -> Self {
        let mut motion = Self {
            name: clip.name.clone(),
            frame_rate,
            duration: clip.duration.max(0.0),
            ..Self::default()
        };
        for from in &clip.tracks {
            let track = motion.track_mut(from.joint);
            match &from.values {
                Values::Rotation(values) => {
                    track.rotation = keys(&from.times, values, (from.interpolation, omega));
                }
                Values::Translation(values) => {
                    let own = (from.interpolation, |tangent, _| tangent);
                    track.translation = keys(&from.times, values, own);
                }
                Values::Scale(values) => {
                    let own = (from.interpolation, |tangent, _| tangent);
                    track.scale = keys(&from.times, values, own);
                }
            }
        }
        for from in &clip.weights {
            let own = (from.interpolation, |tangent: f32, _| Vec3::X * tangent);
            let keys = keys(&from.times, &from.values, own);
            motion.weights.insert(from.name.clone(), keys);
        }
        motion.tidy();
        motion
    }

    /// The clip of this motion for a file, as it plays: what is keyed after its end is left out,
    /// and where it goes on after its last key, that is held. A file knows one interpolation for a
    /// whole track: where a track's keys have different ones, it is sampled at every frame and at
    /// every key.
    #[must_use]
    pub fn to_clip(&self) -> Clip {
        let mut tracks = Vec::new();
        let ending = self.ending();
        for track in &ending.tracks {
            let mut add =
                |(times, values, interpolation): (Vec<f32>, Values, FileInterpolation)| {
                    if !times.is_empty() {
                        tracks.push(FileTrack { joint: track.joint, times, values, interpolation });
                    }
                };
            add(self.written(&track.translation, Values::Translation, |slope, _| slope));
            add(self.written(&track.rotation, Values::Rotation, quaternion_slope));
            add(self.written(&track.scale, Values::Scale, |slope, _| slope));
        }
        let weights = ending.weights.iter().map(|(name, keys)| {
            let (times, values, interpolation) =
                self.written(keys, |values| values, |slope, _| slope.x);
            WeightTrack { name: name.clone(), times, values, interpolation }
        });
        let weights = weights.collect();
        Clip { name: self.name.clone(), duration: self.duration, tracks, weights }
    }

    /// The same motion with its last keys at its end.
    fn ending(&self) -> Self {
        let (mut ending, end) = (self.clone(), self.duration);
        let last = self.key_times(None).last().copied().unwrap_or(end);
        if last > end + SAME_TIME {
            for track in &mut ending.tracks {
                cut(&mut track.rotation, end);
                cut(&mut track.translation, end);
                cut(&mut track.scale, end);
            }
            ending.weights.values_mut().for_each(|keys| cut(keys, end));
        } else if last < end - SAME_TIME {
            if let Some(track) = ending.tracks.first_mut() {
                let held = hold(&mut track.rotation, end)
                    || hold(&mut track.translation, end)
                    || hold(&mut track.scale, end);
                debug_assert!(held, "a track has keys");
            } else if let Some(keys) = ending.weights.values_mut().next() {
                hold(keys, end);
            }
        }
        ending
    }

    fn written<T: Value, V>(
        &self,
        keys: &[Key<T>],
        values: fn(Vec<T>) -> V,
        tangent: fn(Vec3, T) -> T,
    ) -> (Vec<f32>, V, FileInterpolation)
    where
        [Key<T>]: Slopes,
    {
        let times = keys.iter().map(|key| key.time).collect();
        // The last key has no successor: its interpolation has no effect.
        let ways = &keys[..keys.len().saturating_sub(1)];
        let all = |interpolation| ways.iter().all(|key| key.interpolation == interpolation);
        let plain = || keys.iter().map(|key| key.value).collect();
        if all(Interpolation::Linear) {
            (times, values(plain()), FileInterpolation::Linear)
        } else if all(Interpolation::Step) {
            (times, values(plain()), FileInterpolation::Step)
        } else if all(Interpolation::Cubic) {
            let with_tangents = (0..keys.len()).flat_map(|index| {
                let (value, [came, goes]) = (keys[index].value, keys.slopes_at(index));
                [tangent(came, value), value, tangent(goes, value)]
            });
            (times, values(with_tangents.collect()), FileInterpolation::Cubic)
        } else {
            let times = self.frame_times(keys);
            let sampled = times.iter().filter_map(|&time| curve::sample(keys, time)).collect();
            (times, values(sampled), FileInterpolation::Linear)
        }
    }

    /// Every frame from the first key to the last, and every key; a step ends one hundredth of a
    /// frame before the next key.
    fn frame_times<T>(&self, keys: &[Key<T>]) -> Vec<f32> {
        let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return Vec::new() };
        let frame = 1.0 / self.frame_rate;
        let mut times: Vec<f32> = keys.iter().map(|key| key.time).collect();
        let ends = keys.windows(2).filter(|pair| pair[0].interpolation == Interpolation::Step);
        times.extend(ends.map(|pair| (pair[1].time - 0.01 * frame).max(pair[0].time)));
        let count = ((last.time - first.time) / frame).floor() as usize;
        times.extend(
            (1..=count)
                .map(|step| first.time + step as f32 * frame)
                .filter(|&time| time < last.time),
        );
        times.sort_by(f32::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier < 1e-3 * frame);
        times
    }
}

/// Seconds on both sides of a time over which its slope is measured.
const MOMENT: f32 = 1e-3;

/// Ends the keys at a time, and keeps the interpolation up to there.
fn cut<T: Value>(keys: &mut Vec<Key<T>>, end: f32)
where
    [Key<T>]: Slopes,
{
    let after = keys.partition_point(|key| key.time <= end + SAME_TIME);
    let (Some(before), true) = (after.checked_sub(1), after < keys.len()) else {
        return keys.truncate(after.max(1));
    };
    let at = |time: f32| curve::sample(keys, time);
    if let (Some(value), Some(came), Some(goes)) = (at(end), at(end - MOMENT), at(end + MOMENT)) {
        let slope = came.velocity(goes, 2.0 * MOMENT);
        let slopes = keys.slopes_at(before);
        let interpolation = keys[before].interpolation;
        keys.truncate(after);
        if end - keys[before].time >= SAME_TIME {
            keys[before].slopes = Some(slopes);
            keys.push(Key { slopes: Some([slope; 2]), ..Key::new(end, value, interpolation) });
        }
    }
}

/// Extends the last value to the end; returns whether there is one.
fn hold<T: Value>(keys: &mut Vec<Key<T>>, end: f32) -> bool
where
    [Key<T>]: Slopes,
{
    let Some(index) = keys.len().checked_sub(1) else { return false };
    // The interpolation to the last key is kept, now that it is the last no more.
    let [came, _] = keys.slopes_at(index);
    keys[index].slopes = Some([came, Vec3::ZERO]);
    let last = keys[index];
    keys.push(Key {
        slopes: Some([Vec3::ZERO; 2]),
        ..Key::new(end, last.value, last.interpolation)
    });
    true
}

/// The keys of a file's track; `slope` makes a slope of what the file calls a tangent.
fn keys<T: Copy>(
    times: &[f32],
    values: &[T],
    (interpolation, slope): (FileInterpolation, impl Fn(T, T) -> Vec3),
) -> Vec<Key<T>> {
    let mut keys: Vec<Key<T>> = Vec::with_capacity(times.len());
    for (index, &time) in times.iter().enumerate() {
        let key = match interpolation {
            FileInterpolation::Cubic => values.get(3 * index..3 * index + 3).map(|values| {
                let slopes = Some([slope(values[0], values[1]), slope(values[2], values[1])]);
                Key { slopes, ..Key::new(time, values[1], Interpolation::Cubic) }
            }),
            FileInterpolation::Linear => {
                values.get(index).map(|&value| Key::new(time, value, Interpolation::Linear))
            }
            FileInterpolation::Step => {
                values.get(index).map(|&value| Key::new(time, value, Interpolation::Step))
            }
        };
        let Some(key) = key else { break };
        match keys.last_mut() {
            Some(last) if key.time <= last.time => *last = Key { time: last.time, ..key },
            _ => keys.push(key),
        }
    }
    keys
}

/// The angular velocity of a rotation whose quaternion changes so: `ω = 2 dq/dt q⁻¹`.
fn omega(tangent: Quat, at: Quat) -> Vec3 {
    let turning = tangent * at.normalize().inverse();
    2.0 * Vec3::new(turning.x, turning.y, turning.z)
}

/// How the quaternion of a rotation changes that turns so: `dq/dt = ½ ω q`.
fn quaternion_slope(omega: Vec3, at: Quat) -> Quat {
    Quat::from_vec4(Vec4::from(Quat::from_xyzw(omega.x, omega.y, omega.z, 0.0) * at) * 0.5)
}

impl Track {
    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rotation.len() + self.translation.len() + self.scale.len()
    }
}
