//! A whole body from a headset, hand controllers and trackers.

use kansetsu::{
    Pose,
    glam::{Affine3, Quat, Vec3},
};
use kansetsu_humanoid::trackers::{BodyTracker, BodyTrackerState, Calibration, TrackedPart};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde_json::Value;

use crate::{
    array::{self, Expected},
    error::{OrRaise, detached},
    json,
    rig::Rig,
};

/// Numbers per tracker: position, rotation x y z w.
const WIDTH: usize = 7;

/// The poses, shape (frames, joints, 10), of a body whose trackers are at `frames`, shape (frames,
/// trackers, 7). A tracker with NaN is not tracked.
///
/// `parts` names the body part of each tracker: head, chest, hips, leftHand, rightHand, leftFoot,
/// rightFoot; the trackers are then at the figure's own joints. Without it the first frame
/// calibrates: a person who stands upright, faces +Z and has the floor at 0.
#[pyfunction]
#[pyo3(signature = (rig, frames, fps, parts = None))]
pub(crate) fn track<'py>(
    py: Python<'py>,
    rig: &Bound<'py, Rig>,
    frames: &Bound<'py, PyAny>,
    fps: f32,
    parts: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(fps > 0.0 && fps.is_finite()) {
        return Err(PyValueError::new_err(format!("fps: expected more than 0, got {fps}")));
    }
    let rig = &rig.get().0;
    let read = |part: String| json::read("parts", Value::String(part));
    let parts: Option<Vec<TrackedPart>> =
        parts.map(|parts| parts.into_iter().map(read).collect()).transpose()?;
    let expected =
        Expected { name: "frames", shape: &[None, parts.as_ref().map(Vec::len), Some(WIDTH)] };
    let count: usize = frames
        .getattr("shape")
        .and_then(|shape| shape.get_item(1))
        .and_then(|count| count.extract())
        .unwrap_or(0);
    let numbers = expected.numbers(frames)?;
    let seen: Vec<Vec<Option<Affine3>>> = numbers
        .chunks_exact((WIDTH * count).max(1))
        .map(|row| row.chunks_exact(WIDTH).map(placed).collect())
        .collect();
    let poses = detached(py, || run(rig, &seen, fps, parts.as_deref()))?.or_raise()?;
    array::of_poses(py, &poses, rig.skeleton.len())
}

/// The transform of a tracker, if it is tracked.
fn placed(numbers: &[f32]) -> Option<Affine3> {
    let is_seen = numbers.iter().all(|number| number.is_finite());
    let rotation = Quat::from_slice(&numbers[3..WIDTH]);
    (is_seen && rotation.length_squared() > 0.0).then(|| {
        Affine3::from_rotation_translation(rotation.normalize(), Vec3::from_slice(&numbers[..3]))
    })
}

fn run(
    rig: &kansetsu::Rig,
    seen: &[Vec<Option<Affine3>>],
    fps: f32,
    parts: Option<&[TrackedPart]>,
) -> Result<Vec<Pose>, kansetsu::Error> {
    let mut tracker = BodyTracker::new(rig, 0.0)?;
    let calibration = match (parts, seen.first()) {
        (Some(parts), _) => Calibration::joints(parts),
        (None, Some(first)) => {
            tracker.calibrate(&first.iter().copied().flatten().collect::<Vec<_>>(), 0.0, Vec3::Z)?
        }
        (None, None) => return Ok(Vec::new()),
    };
    let mut state = BodyTrackerState::default();
    let mut poses = Vec::with_capacity(seen.len());
    for frame in seen {
        tracker.step(&calibration, frame, 1.0 / fps, &mut state)?;
        poses.extend(state.pose.clone());
    }
    Ok(poses)
}
