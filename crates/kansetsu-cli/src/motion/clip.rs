//! Poses, one per frame, as a clip.

use kansetsu::{d3::Pose, glam::Quat};
use kansetsu_formats::{Clip, Interpolation, Track, Values};

/// The clip that goes through `poses`, `frames_per_second` of them a second. Only what moves is keyed.
pub(crate) fn clip_of(name: &str, poses: &[Pose], frames_per_second: f32) -> Clip {
    let times: Vec<f32> = (0..poses.len()).map(|frame| frame as f32 / frames_per_second).collect();
    let joints = poses.first().map_or(0, |pose| pose.locals.len());
    let track = |joint: usize, values: Values| Track { joint, times: times.clone(), values, interpolation: Interpolation::Linear };
    let mut tracks = Vec::new();
    for joint in 0..joints {
        let locals = || poses.iter().map(|pose| pose.locals[joint]);
        let first = poses[0].locals[joint];
        if locals().any(|local| local.translation != first.translation) {
            tracks.push(track(joint, Values::Translation(locals().map(|local| local.translation).collect())));
        }
        if locals().any(|local| local.rotation != first.rotation) {
            tracks.push(track(joint, Values::Rotation(continuous(locals().map(|local| local.rotation)))));
        }
        if locals().any(|local| local.scale != first.scale) {
            tracks.push(track(joint, Values::Scale(locals().map(|local| local.scale).collect())));
        }
    }
    Clip { name: name.to_owned(), duration: times.last().copied().unwrap_or(0.0), tracks }
}

/// The same rotations with signs that make neighbours near: some players do not take the shorter way.
fn continuous(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut list: Vec<Quat> = Vec::new();
    for rotation in rotations {
        let flips = list.last().is_some_and(|last| last.dot(rotation) < 0.0);
        list.push(if flips { -rotation } else { rotation });
    }
    list
}

#[cfg(test)]
mod tests {
    use kansetsu::{d3::Transform, glam::Vec3};

    use super::*;

    #[test]
    fn only_what_moves_is_keyed_and_neighbours_are_near() {
        let pose = |x: f32, rotation: Quat| Pose {
            locals: vec![Transform::from_translation(Vec3::X * x), Transform::from_rotation(rotation), Transform::IDENTITY],
        };
        let half = Quat::from_rotation_x(0.5);
        let clip = clip_of("test", &[pose(0.0, Quat::IDENTITY), pose(0.5, -half), pose(1.0, half)], 2.0);
        assert_eq!(clip.duration, 1.0);
        let keyed: Vec<usize> = clip.tracks.iter().map(|track| track.joint).collect();
        assert_eq!(keyed, [0, 1]);
        assert_eq!(clip.tracks[1].values, Values::Rotation(vec![Quat::IDENTITY, half, half]));
        assert_eq!(clip.tracks[0].times, [0.0, 0.5, 1.0]);
    }
}
