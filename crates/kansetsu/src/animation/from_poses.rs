//! A clip from one pose per frame.

use glam::Quat;

use super::clip::{Clip, Interpolation, Track, Values};
use crate::{
    d3::{Pose, Transform},
    math::Rot,
};

impl Clip {
    /// The clip that plays `poses` at `frames_per_second`. A property that moves has a key on every
    /// frame. A constant property that differs from `rest`, the pose that players start with, has
    /// one key. A property that stays at rest has none.
    ///
    /// ```
    /// use kansetsu::{animation::Clip, d3::{Pose, Transform}, glam::Vec3};
    ///
    /// let at = |x: f32| Pose { locals: vec![Transform::from_translation(Vec3::X * x), Transform::IDENTITY] };
    /// let clip = Clip::from_poses("walk", &at(0.0), &[at(0.0), at(0.5)], 2.0);
    /// assert_eq!((clip.tracks.len(), clip.duration), (1, 0.5));
    /// ```
    #[must_use]
    pub fn from_poses(name: &str, rest: &Pose, poses: &[Pose], frames_per_second: f32) -> Self {
        let times: Vec<f32> =
            (0..poses.len()).map(|frame| frame as f32 / frames_per_second).collect();
        let mut tracks = Vec::new();
        for joint in 0..poses.first().map_or(0, |pose| pose.locals.len()) {
            let locals = || poses.iter().filter_map(move |pose| pose.locals.get(joint));
            let still = rest.locals.get(joint).copied().unwrap_or(Transform::IDENTITY);
            let mut add = |count: usize, values: Values| {
                let times = times[..count.min(times.len())].to_vec();
                tracks.push(Track { joint, times, values, interpolation: Interpolation::Linear });
            };
            let places: Vec<_> = locals().map(|local| local.translation).collect();
            if let Some(count) = keys(&places, &still.translation) {
                add(count, Values::Translation(places[..count].to_vec()));
            }
            let turns: Vec<_> = locals().map(|local| local.rotation).collect();
            if let Some(count) = keys(&turns, &still.rotation) {
                add(count, Values::Rotation(continuous(&turns[..count])));
            }
            let scales: Vec<_> = locals().map(|local| local.scale).collect();
            if let Some(count) = keys(&scales, &still.scale) {
                add(count, Values::Scale(scales[..count].to_vec()));
            }
        }
        Self {
            name: name.to_owned(),
            duration: times.last().copied().unwrap_or(0.0),
            tracks,
            ..Self::default()
        }
    }
}

/// The number of keys that the values need; `None` if they stay at rest.
fn keys<T: PartialEq>(values: &[T], rest: &T) -> Option<usize> {
    let first = values.first()?;
    if values.iter().any(|value| value != first) {
        Some(values.len())
    } else {
        (first != rest).then_some(1)
    }
}

/// The same rotations with signs that make neighbours close: some players do not take the shorter
/// arc.
pub(super) fn continuous(rotations: &[Quat]) -> Vec<Quat> {
    let mut list: Vec<Quat> = Vec::new();
    for &rotation in rotations {
        let flips = list.last().is_some_and(|last| Rot::from(*last).dot(rotation.into()) < 0.0);
        list.push(if flips { -rotation } else { rotation });
    }
    list
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn only_what_moves_or_is_not_at_rest_is_keyed_and_neighbours_are_near() {
        let pose = |x: f32, rotation: Quat| Pose {
            locals: vec![
                Transform::from_translation(Vec3::X * x),
                Transform::from_rotation(rotation),
                Transform::IDENTITY,
            ],
        };
        let half = Quat::from_rotation_x(0.5);
        let mut rest = pose(0.0, Quat::IDENTITY);
        rest.locals[2].rotation = half;
        let clip = Clip::from_poses(
            "test",
            &rest,
            &[pose(0.0, Quat::IDENTITY), pose(0.5, -half), pose(1.0, half)],
            2.0,
        );
        assert_eq!(clip.duration, 1.0);
        let keyed: Vec<usize> = clip.tracks.iter().map(|track| track.joint).collect();
        assert_eq!(keyed, [0, 1, 2]);
        assert_eq!(clip.tracks[1].values, Values::Rotation(vec![Quat::IDENTITY, half, half]));
        assert_eq!(clip.tracks[0].times, [0.0, 0.5, 1.0]);
        assert_eq!(
            (&clip.tracks[2].times[..], &clip.tracks[2].values),
            (&[0.0][..], &Values::Rotation(vec![Quat::IDENTITY]))
        );
    }
}
