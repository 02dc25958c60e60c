//! Rigs.

use std::sync::Arc;

use kansetsu::{Pose, d3::RigData};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict, PyTuple, PyType},
};

use crate::{
    array,
    error::{OrRaise, detached, in_argument},
    json,
    target::joint,
};

/// A skeleton with limits, limbs and humanoid roles.
#[pyclass(frozen, module = "kansetsu")]
pub(crate) struct Rig(pub(crate) Arc<kansetsu::Rig>);

#[pymethods]
impl Rig {
    /// The joints' names, parents before children.
    #[getter]
    fn joints(&self) -> Vec<&str> {
        self.0.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect()
    }

    /// The index of each joint's parent; None for a root.
    #[getter]
    fn parents(&self) -> Vec<Option<usize>> {
        self.0.skeleton.joints().iter().map(|joint| joint.parent).collect()
    }

    /// The index of the joint with each humanoid role, for example "leftHand".
    #[getter]
    fn roles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (role, joint) in &self.0.roles {
            dict.set_item(role.name(), joint)?;
        }
        Ok(dict)
    }

    /// The limit of each joint, as dicts; None for a joint without a limit. Angles are radians from
    /// the rest pose.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.0.limits)
    }

    /// The chains with a known bend, as dicts.
    #[getter]
    fn limbs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.0.limbs)
    }

    /// The rest pose, a new array of shape (joints, 10).
    fn rest_pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::of_pose(py, &self.0.rest_pose())
    }

    /// The relaxed stance, a new array of shape (joints, 10); the rest pose for a body without a
    /// stance.
    fn stance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::of_pose(py, &self.0.posture().reference)
    }

    /// The matrices `model_from_joint` of a pose, shape (joints, 4, 4); of poses (n, joints, 10),
    /// shape (n, joints, 4, 4).
    fn forward<'py>(
        &self,
        py: Python<'py>,
        pose: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let joints = self.0.skeleton.len();
        let is_many =
            pose.getattr("ndim").is_ok_and(|dimensions| dimensions.eq(3).unwrap_or(false));
        let poses = if is_many {
            array::poses("pose", pose, joints)?
        } else {
            vec![array::pose("pose", pose, joints)?]
        };
        let numbers = detached(py, || self.matrices(&poses))?;
        let shape = if is_many { vec![poses.len(), joints, 4, 4] } else { vec![joints, 4, 4] };
        array::shaped(py, numbers, shape)
    }

    /// The names of the hinges, in the order of `angles`.
    #[getter]
    fn hinges(&self) -> Vec<String> {
        let joints = self.0.skeleton.joints();
        self.0.hinges().map(|joint| joints[joint].name.clone()).collect()
    }

    /// The angle of each hinge in a pose, radians, shape (hinges,).
    fn angles<'py>(
        &self,
        py: Python<'py>,
        pose: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pose = array::pose("pose", pose, self.0.skeleton.len())?;
        let angles = self.0.angles_of(&pose).map_err(|error| in_argument("pose", &error))?;
        let count = angles.len();
        array::shaped(py, angles, vec![count])
    }

    /// The pose in which each hinge has its angle, radians, and every other joint is at rest.
    fn pose_from_angles<'py>(
        &self,
        py: Python<'py>,
        angles: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = &[Some(self.0.hinges().count())];
        let angles = array::Expected { name: "angles", shape }.numbers(angles)?;
        let pose =
            self.0.pose_from_angles(&angles).map_err(|error| in_argument("angles", &error))?;
        array::of_pose(py, &pose)
    }

    /// The index of a joint by its name, a humanoid role such as "leftHand", or "#" and an index.
    fn joint(&self, name: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(joint("name", &self.0, name)?.index())
    }

    /// A session that poses this rig. The options are those of the library in snake case; keyword
    /// arguments override the dict.
    #[pyo3(signature = (options = None, **keywords), text_signature = "(self, options=None, **options)")]
    fn session<'py>(
        slf: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = slf.py().import("kansetsu._kansetsu")?.getattr("Session")?;
        class.call((slf, options), keywords)
    }

    fn __len__(&self) -> usize {
        self.0.skeleton.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| RigData::of(&self.0) == RigData::of(&other.get().0))
    }

    fn __hash__(&self) -> u32 {
        self.0.skeleton.fingerprint()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Rig of {} joints, {} limits>",
            self.0.skeleton.len(),
            self.0.limits.iter().flatten().count()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = serde_json::to_vec(&RigData::of(&self.0)).or_raise()?;
        let from_state = py.get_type::<Self>().getattr("_from_state")?;
        PyTuple::new(py, [from_state, PyTuple::new(py, [PyBytes::new(py, &state)])?.into_any()])
    }

    #[classmethod]
    fn _from_state(_: &Bound<'_, PyType>, state: &[u8]) -> PyResult<Self> {
        let state: RigData = serde_json::from_slice(state)
            .map_err(|error| PyValueError::new_err(format!("state: {error}")))?;
        Ok(Self(Arc::new(state.rig().or_raise()?)))
    }
}

impl Rig {
    fn matrices(&self, poses: &[Pose]) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(poses.len() * self.0.skeleton.len() * 16);
        let mut maps = Vec::new();
        for pose in poses {
            self.0.skeleton.forward_into(pose, &mut maps);
            for map in &maps {
                let columns =
                    [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis, map.translation];
                for row in 0..3 {
                    numbers.extend(columns.map(|column| column[row]));
                }
                numbers.extend([0.0, 0.0, 0.0, 1.0]);
            }
        }
        numbers
    }
}
