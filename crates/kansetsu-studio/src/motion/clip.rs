//! To what a file holds, and from it.

use kansetsu::glam::{Quat, Vec3, Vec4};
use kansetsu_formats::{Clip, Interpolation as FileInterpolation, Track as FileTrack, Values};

use super::{
    Interpolation, Key, Motion, Track,
    curve::{self, Slopes, Value},
};

impl Motion {
    /// The motion that a clip holds, with every key it has. Of several keys at one time the last is kept.
    #[must_use]
    pub fn from_clip(clip: &Clip, frame_rate: f32) -> Self {
        let mut motion = Self { name: clip.name.clone(), frame_rate, duration: clip.duration.max(0.0), tracks: Vec::new() };
        for from in &clip.tracks {
            let track = motion.track_mut(from.joint);
            match &from.values {
                Values::Rotation(values) => track.rotation = keys(from, values, omega),
                Values::Translation(values) => track.translation = keys(from, values, |tangent, _| tangent),
                Values::Scale(values) => track.scale = keys(from, values, |tangent, _| tangent),
            }
        }
        motion.tidy();
        motion
    }

    /// The clip of this motion for a file. A file knows one interpolation for a whole track: where a track's keys have different ones,
    /// it is sampled at every frame and at every key.
    #[must_use]
    pub fn to_clip(&self) -> Clip {
        let mut tracks = Vec::new();
        for track in &self.tracks {
            let mut add = |(times, values, interpolation): (Vec<f32>, Values, FileInterpolation)| {
                if !times.is_empty() {
                    tracks.push(FileTrack { joint: track.joint, times, values, interpolation });
                }
            };
            add(self.written(&track.translation, Values::Translation, |slope, _| slope));
            add(self.written(&track.rotation, Values::Rotation, quaternion_slope));
            add(self.written(&track.scale, Values::Scale, |slope, _| slope));
        }
        Clip { name: self.name.clone(), duration: self.duration, tracks }
    }

    fn written<T: Value>(
        &self,
        keys: &[Key<T>],
        values: fn(Vec<T>) -> Values,
        tangent: fn(Vec3, T) -> T,
    ) -> (Vec<f32>, Values, FileInterpolation)
    where
        [Key<T>]: Slopes,
    {
        let times = keys.iter().map(|key| key.time).collect();
        // The last key leads nowhere: its interpolation says nothing.
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

    /// Every frame from the first key to the last, and every key; a step ends one hundredth of a frame before the next key.
    fn frame_times<T>(&self, keys: &[Key<T>]) -> Vec<f32> {
        let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return Vec::new() };
        let frame = 1.0 / self.frame_rate;
        let mut times: Vec<f32> = keys.iter().map(|key| key.time).collect();
        let ends = keys.windows(2).filter(|pair| pair[0].interpolation == Interpolation::Step);
        times.extend(ends.map(|pair| (pair[1].time - 0.01 * frame).max(pair[0].time)));
        let count = ((last.time - first.time) / frame).floor() as usize;
        times.extend((1..=count).map(|step| first.time + step as f32 * frame).filter(|&time| time < last.time));
        times.sort_by(f32::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier < 1e-3 * frame);
        times
    }
}

/// The keys of a file's track; `slope` makes a slope of what the file calls a tangent.
fn keys<T: Copy>(track: &FileTrack, values: &[T], slope: impl Fn(T, T) -> Vec3) -> Vec<Key<T>> {
    let mut keys: Vec<Key<T>> = Vec::with_capacity(track.times.len());
    for (index, &time) in track.times.iter().enumerate() {
        let key = match track.interpolation {
            FileInterpolation::Cubic => values.get(3 * index..3 * index + 3).map(|values| {
                let slopes = Some([slope(values[0], values[1]), slope(values[2], values[1])]);
                Key { slopes, ..Key::new(time, values[1], Interpolation::Cubic) }
            }),
            FileInterpolation::Linear => values.get(index).map(|&value| Key::new(time, value, Interpolation::Linear)),
            FileInterpolation::Step => values.get(index).map(|&value| Key::new(time, value, Interpolation::Step)),
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
