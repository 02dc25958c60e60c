//! Poses from the keypoints of a picture.

use kansetsu_formats::keypoints::KeypointPoses;
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyString},
};

use crate::{
    array,
    error::{detached, in_argument},
    json,
    model::Model,
};

/// The poses of the person with the most visible keypoints: one or two dicts with pose, camera,
/// score and reprojection_error, the likelier first.
///
/// `keypoints` is JSON of OpenPose or COCO: text, bytes, or the parsed object.
#[pyfunction]
pub(crate) fn pose_from_keypoints<'py>(
    py: Python<'py>,
    model: &Bound<'py, Model>,
    keypoints: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let bytes = match (keypoints.cast::<PyBytes>(), keypoints.cast::<PyString>()) {
        (Ok(bytes), _) => bytes.as_bytes().to_vec(),
        (_, Ok(text)) => text.to_cow()?.as_bytes().to_vec(),
        _ => json::value("keypoints", keypoints)?.to_string().into_bytes(),
    };
    let figure = &model.get().figure;
    let found = detached(py, || KeypointPoses::of(figure, &bytes))?
        .map_err(|error| in_argument("keypoints", &error))?;
    let mut estimates = Vec::new();
    for estimate in &found.estimates {
        let dict = PyDict::new(py);
        dict.set_item("pose", array::of_pose(py, &estimate.pose)?)?;
        dict.set_item("camera", json::object(py, &estimate.camera)?)?;
        dict.set_item("score", estimate.score)?;
        dict.set_item("reprojection_error", estimate.reprojection_error)?;
        estimates.push(dict);
    }
    Ok(estimates)
}
