//! The state of joints in their limits.

use kansetsu::{Pose, Rig, d3::Limit};
use pyo3::prelude::*;
use serde::Serialize;

use crate::{array, json, rig};

/// A joint within this angle of a bound is on it, radians; the solvers use the same value.
const NEAR: f32 = 2e-4;

#[derive(Serialize)]
struct Entry<'a> {
    joint: &'a str,
    index: usize,
    limit: &'a Limit,
    violation: f32,
    active: Vec<&'static str>,
}

/// The limit of each joint that has one, and the state of the joint in it: dicts with joint, index,
/// limit, violation (radians) and active bounds.
#[pyfunction]
#[pyo3(signature = (rig, pose = None))]
pub(crate) fn limits<'py>(
    py: Python<'py>,
    rig: &Bound<'py, rig::Rig>,
    pose: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rig = &rig.get().0;
    let pose = pose.map(|pose| array::pose("pose", pose, rig.skeleton.len())).transpose()?;
    json::object(py, &entries(rig, &pose.unwrap_or_else(|| rig.rest_pose())))
}

fn entries<'a>(rig: &'a Rig, pose: &Pose) -> Vec<Entry<'a>> {
    let limited =
        rig.limits.iter().enumerate().filter_map(|(index, limit)| Some((index, limit.as_ref()?)));
    let entry = |(index, limit): (usize, &'a Limit)| {
        let joint = &rig.skeleton.joints()[index];
        let turn = joint.rest.rotation.inverse() * pose.locals[index].rotation.normalize();
        let active = limit.active_bounds(turn, NEAR).collect();
        Entry { joint: &joint.name, index, limit, violation: limit.violation(turn), active }
    };
    limited.map(entry).collect()
}
