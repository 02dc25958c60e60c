//! The value of a track at a time.
//!
//! Source: glTF 2.0, appendix C: step, linear (for rotations the shortest arc), cubic Hermite with
//! tangents per second. Times outside the keys are clamped to the nearest key. Keyed rotations need
//! not have unit length; the result has. All arithmetic is scalar with `libm`, so the result is
//! bit-identical on every platform.

use std::ops::{Add, Mul, Sub};

use glam::Quat;

use super::clip::{Clip, Interpolation, Track, Values, WeightTrack};
use crate::{
    d3::{Pose, Transform},
    ops,
};

/// The position of a time among the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// On a key, or before the first or after the last key.
    At(usize),
    /// Between this key and the next: the fraction of the interval, and its length in seconds.
    Between { before: usize, fraction: f32, interval: f32 },
}

impl Clip {
    /// Writes the clip's values at `time` (seconds, clamped to each track's keys) into `pose`.
    /// Joints and properties without a track stay unchanged, so start from the rest pose. Joints
    /// that the pose lacks are ignored.
    pub fn sample(&self, time: f32, pose: &mut Pose) {
        for track in &self.tracks {
            if let Some(local) = pose.locals.get_mut(track.joint) {
                track.sample(time, local);
            }
        }
    }
}

impl Clip {
    /// The keyed weights at `time` (seconds, clamped to each track's keys), by name.
    #[must_use]
    pub fn weights_at(&self, time: f32) -> Vec<(&str, f32)> {
        let weight = |track: &'_ WeightTrack| track.at(time);
        self.weights
            .iter()
            .filter_map(|track| Some((track.name.as_str(), weight(track)?)))
            .collect()
    }
}

impl WeightTrack {
    /// The weight at `time` (seconds, clamped to the keys); `None` for a track without keys, or
    /// with fewer values than keys.
    #[must_use]
    pub fn at(&self, time: f32) -> Option<f32> {
        value(&self.values, locate(&self.times, time)?, self.interpolation)
    }
}

impl Track {
    /// Writes the value at `time` into its property of `local`. A track without keys, or with fewer
    /// values than keys, changes nothing.
    pub(super) fn sample(&self, time: f32, local: &mut Transform) {
        let Some(place) = locate(&self.times, time) else { return };
        match &self.values {
            Values::Translation(list) => {
                put(&mut local.translation, value(list, place, self.interpolation));
            }
            Values::Scale(list) => put(&mut local.scale, value(list, place, self.interpolation)),
            Values::Rotation(list) => put(&mut local.rotation, self.rotation(list, place)),
        }
    }

    fn rotation(&self, list: &[Quat], place: Place) -> Option<Quat> {
        let four = |q: Quat| [q.x, q.y, q.z, q.w];
        let value = match (place, self.interpolation) {
            (Place::At(key), Interpolation::Cubic) => four(*list.get(3 * key + 1)?),
            (Place::Between { before, fraction, interval }, Interpolation::Cubic) => {
                let [v0, out, into, v1] = spline(list, before)?.map(four);
                let [a, b, c, d] = hermite(fraction, interval);
                std::array::from_fn(|i| v0[i] * a + out[i] * b + (v1[i] * c + into[i] * d))
            }
            (Place::At(key) | Place::Between { before: key, .. }, Interpolation::Step)
            | (Place::At(key), _) => four(*list.get(key)?),
            (Place::Between { before, fraction, .. }, Interpolation::Linear) => slerp(
                unit(four(*list.get(before)?))?,
                unit(four(*list.get(before + 1)?))?,
                fraction,
            ),
        };
        unit(value).map(Quat::from_array)
    }
}

/// The value of keys that are not rotations.
fn value<T>(list: &[T], place: Place, interpolation: Interpolation) -> Option<T>
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    match (place, interpolation) {
        (Place::At(key), Interpolation::Cubic) => list.get(3 * key + 1).copied(),
        (Place::Between { before, fraction, interval }, Interpolation::Cubic) => {
            let [v0, out, into, v1] = *spline(list, before)?;
            let [a, b, c, d] = hermite(fraction, interval);
            Some(v0 * a + out * b + (v1 * c + into * d))
        }
        (Place::At(key) | Place::Between { before: key, .. }, Interpolation::Step)
        | (Place::At(key), _) => list.get(key).copied(),
        (Place::Between { before, fraction, .. }, Interpolation::Linear) => {
            let (v0, v1) = (*list.get(before)?, *list.get(before + 1)?);
            Some(v0 + (v1 - v0) * fraction)
        }
    }
}

fn put<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

/// Locates `time` among ascending `times`; `None` if there are no keys. NaN counts as before the
/// first key.
fn locate(times: &[f32], time: f32) -> Option<Place> {
    let (&first, &last) = (times.first()?, times.last()?);
    if time.is_nan() || time <= first {
        return Some(Place::At(0));
    }
    if time >= last {
        return Some(Place::At(times.len() - 1));
    }
    let after = times.partition_point(|&key| key <= time).clamp(1, times.len() - 1);
    let interval = times[after] - times[after - 1];
    let fraction = (time - times[after - 1]) / interval;
    Some(if interval > 0.0 && fraction > 0.0 {
        Place::Between { before: after - 1, fraction, interval }
    } else {
        Place::At(after - 1)
    })
}

/// The value and the out-tangent of a key, the in-tangent and the value of the next.
fn spline<T>(list: &[T], before: usize) -> Option<&[T; 4]> {
    list.get(3 * before + 1..3 * before + 5)?.try_into().ok()
}

/// The weights of (value, out-tangent, next value, next in-tangent). Tangents are per second, hence
/// the factor `interval`.
fn hermite(t: f32, interval: f32) -> [f32; 4] {
    let (t2, t3) = (t * t, t * t * t);
    [
        2.0 * t3 - 3.0 * t2 + 1.0,
        (t3 - 2.0 * t2 + t) * interval,
        3.0 * t2 - 2.0 * t3,
        (t3 - t2) * interval,
    ]
}

fn dot(a: [f32; 4], b: [f32; 4]) -> f32 {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

/// Normalizes; `None` if the length is zero.
fn unit(q: [f32; 4]) -> Option<[f32; 4]> {
    let length = dot(q, q).sqrt();
    (length > 1e-15 && length.is_finite()).then(|| q.map(|part| part / length))
}

/// Spherical interpolation along the shortest arc from `a` to `b`, both of unit length (K.
/// Shoemake, "Animating Rotation with Quaternion Curves", 1985). The angle is `atan2` of half the
/// difference and half the sum, which is exact at both ends.
fn slerp(a: [f32; 4], b: [f32; 4], t: f32) -> [f32; 4] {
    let b = if dot(a, b) < 0.0 { b.map(|part| -part) } else { b };
    let difference: [f32; 4] = std::array::from_fn(|i| b[i] - a[i]);
    let sum: [f32; 4] = std::array::from_fn(|i| b[i] + a[i]);
    let angle = 2.0 * ops::atan2(dot(difference, difference).sqrt(), dot(sum, sum).sqrt());
    let (wa, wb) = if angle < 1e-3 {
        // Linear interpolation differs by less than the last digit here; the sines would divide
        // zero by zero.
        (1.0 - t, t)
    } else {
        let sin = ops::sin(angle);
        (ops::sin((1.0 - t) * angle) / sin, ops::sin(t * angle) / sin)
    };
    std::array::from_fn(|i| a[i] * wa + b[i] * wb)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn track(times: &[f32], values: Values, interpolation: Interpolation) -> Track {
        Track { joint: 0, times: times.to_vec(), values, interpolation }
    }

    fn translation_at(track: &Track, time: f32) -> Vec3 {
        let mut local = Transform::from_translation(Vec3::splat(7.0));
        track.sample(time, &mut local);
        local.translation
    }

    #[test]
    fn linear_keys_clamp_outside_their_range() {
        let keys =
            track(&[1.0, 3.0], Values::Translation(vec![Vec3::X, Vec3::Y]), Interpolation::Linear);
        for (time, expected) in [
            (0.0, Vec3::X),
            (1.0, Vec3::X),
            (2.0, Vec3::new(0.5, 0.5, 0.0)),
            (3.0, Vec3::Y),
            (9.0, Vec3::Y),
        ] {
            assert_eq!(translation_at(&keys, time), expected);
        }
        assert_eq!(translation_at(&keys, f32::NAN), Vec3::X);
    }

    #[test]
    fn steps_hold_until_the_next_key() {
        let keys = track(
            &[0.0, 1.0, 2.0],
            Values::Translation(vec![Vec3::X, Vec3::Y, Vec3::Z]),
            Interpolation::Step,
        );
        assert_eq!(translation_at(&keys, 0.999), Vec3::X);
        assert_eq!(translation_at(&keys, 1.0), Vec3::Y);
        assert_eq!(translation_at(&keys, 5.0), Vec3::Z);
    }

    #[test]
    fn cubic_tangents_are_per_second() {
        // y = t^2 on [0, 2]: slopes 0 and 4.
        let keys =
            vec![Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::Y * 4.0, Vec3::Y * 4.0, Vec3::ZERO];
        let curve = track(&[0.0, 2.0], Values::Translation(keys), Interpolation::Cubic);
        for i in 0..=20 {
            let t = i as f32 * 0.1;
            assert!((translation_at(&curve, t).y - t * t).abs() < 1e-5);
        }
    }

    #[test]
    fn one_cubic_key_is_constant_and_missing_values_change_nothing() {
        let one = track(
            &[0.5],
            Values::Translation(vec![Vec3::X, Vec3::Y, Vec3::Z]),
            Interpolation::Cubic,
        );
        assert_eq!(translation_at(&one, 0.0), Vec3::Y);
        assert_eq!(translation_at(&one, 1.0), Vec3::Y);
        let short = track(&[0.0, 1.0], Values::Translation(vec![Vec3::X]), Interpolation::Linear);
        assert_eq!(translation_at(&short, 0.5), Vec3::splat(7.0));
    }

    #[test]
    fn weights_are_interpolated_like_translations() {
        let track = |name: &str, values: Vec<f32>, interpolation| WeightTrack {
            name: name.to_owned(),
            times: vec![0.0, 2.0],
            values,
            interpolation,
        };
        let clip = Clip {
            weights: vec![
                track("linear", vec![0.0, 1.0], Interpolation::Linear),
                track("step", vec![0.25, 1.0], Interpolation::Step),
                track("cubic", vec![0.0, 0.0, 0.0, 4.0, 4.0, 0.0], Interpolation::Cubic),
                track("damaged", vec![], Interpolation::Linear),
            ],
            ..Clip::default()
        };
        assert_eq!(clip.weights_at(1.0), [("linear", 0.5), ("step", 0.25), ("cubic", 1.0)]);
        assert_eq!(clip.weights_at(9.0), [("linear", 1.0), ("step", 1.0), ("cubic", 4.0)]);
        assert!(!clip.is_empty());
    }

    #[test]
    fn rotations_take_the_short_way_at_constant_speed() {
        let q = |angle: f32| Quat::from_rotation_z(angle);
        // Quaternions of other lengths and of opposite sign are the same rotations.
        let keys = track(
            &[0.0, 1.0],
            Values::Rotation(vec![q(0.2) * 3.0, -q(2.2)]),
            Interpolation::Linear,
        );
        for i in 0..=10 {
            let t = i as f32 * 0.1;
            let mut local = Transform::IDENTITY;
            keys.sample(t, &mut local);
            assert!(local.rotation.dot(q(0.2 + 2.0 * t)).abs() > 1.0 - 1e-6);
            assert!((local.rotation.length() - 1.0).abs() < 1e-6);
        }
    }
}
