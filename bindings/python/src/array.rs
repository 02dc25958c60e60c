//! NumPy arrays of poses: 10 numbers per joint (translation, rotation x y z w, scale), `float32`.

use kansetsu::{
    Pose,
    d3::Transform,
    glam::{Quat, Vec3},
};
use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

/// Numbers per joint.
pub(crate) const FLAT: usize = Pose::FLAT;

/// The expected argument: its name and its shape. `None` stands for any length.
pub(crate) struct Expected<'a> {
    pub(crate) name: &'a str,
    pub(crate) shape: &'a [Option<usize>],
}

impl Expected<'_> {
    /// The array, for reading.
    pub(crate) fn readonly<'py>(
        &self,
        object: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
        let array = self.typed(object)?;
        array
            .try_readonly()
            .map_err(|error| PyValueError::new_err(format!("{}: {error}", self.name)))
    }

    /// The numbers, row after row. Any strides.
    pub(crate) fn numbers(&self, object: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
        let array = self.readonly(object)?;
        Ok(match array.as_slice() {
            Ok(slice) if array.is_c_contiguous() => slice.to_vec(),
            _ => array.as_array().iter().copied().collect(),
        })
    }

    /// The array, for writing: C-contiguous.
    fn readwrite<'py>(
        &self,
        object: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadwriteArrayDyn<'py, f32>> {
        let array = self.typed(object)?;
        if !array.is_c_contiguous() {
            return Err(PyValueError::new_err(format!(
                "{}: expected a C-contiguous array, since it is changed in place; use numpy.ascontiguousarray",
                self.name
            )));
        }
        array
            .try_readwrite()
            .map_err(|error| PyValueError::new_err(format!("{}: {error}", self.name)))
    }

    fn typed<'a, 'py>(
        &self,
        object: &'a Bound<'py, PyAny>,
    ) -> PyResult<&'a Bound<'py, PyArrayDyn<f32>>> {
        let array = object
            .cast::<PyArrayDyn<f32>>()
            .map_err(|_| PyTypeError::new_err(self.mismatch(object)))?;
        let fits = array.ndim() == self.shape.len()
            && array
                .shape()
                .iter()
                .zip(self.shape)
                .all(|(found, expected)| expected.is_none_or(|expected| expected == *found));
        if !fits {
            return Err(PyValueError::new_err(self.mismatch(object)));
        }
        match array.is_aligned() {
            true => Ok(array),
            false => Err(PyValueError::new_err(format!(
                "{}: expected an aligned array; use numpy.copy",
                self.name
            ))),
        }
    }

    fn mismatch(&self, object: &Bound<'_, PyAny>) -> String {
        let shape: Vec<String> = self
            .shape
            .iter()
            .map(|length| length.map_or("n".to_owned(), |length| length.to_string()))
            .collect();
        format!(
            "{}: expected a NumPy array of shape ({}) and dtype float32, got {}",
            self.name,
            shape.join(", "),
            described(object)
        )
    }
}

/// The description of an object, for errors.
pub(crate) fn described(object: &Bound<'_, PyAny>) -> String {
    match object.cast::<PyUntypedArray>() {
        Ok(array) => format!("shape {:?} and dtype {}", array.shape(), array.dtype()),
        Err(_) => object
            .get_type()
            .name()
            .map_or_else(|_| "another object".to_owned(), |name| name.to_string()),
    }
}

/// A pose from an array of shape `(joints, 10)`.
pub(crate) fn pose(name: &str, object: &Bound<'_, PyAny>, joints: usize) -> PyResult<Pose> {
    Ok(from_flat(&Expected { name, shape: &[Some(joints), Some(FLAT)] }.numbers(object)?))
}

/// Poses from an array of shape `(frames, joints, 10)`.
pub(crate) fn poses(name: &str, object: &Bound<'_, PyAny>, joints: usize) -> PyResult<Vec<Pose>> {
    let numbers = Expected { name, shape: &[None, Some(joints), Some(FLAT)] }.numbers(object)?;
    Ok(numbers.chunks_exact((FLAT * joints).max(1)).map(from_flat).collect())
}

/// A pose that a call changes in place.
pub(crate) struct PoseArray<'py>(PyReadwriteArrayDyn<'py, f32>);

impl<'py> PoseArray<'py> {
    pub(crate) fn of(name: &str, object: &Bound<'py, PyAny>, joints: usize) -> PyResult<Self> {
        Expected { name, shape: &[Some(joints), Some(FLAT)] }.readwrite(object).map(Self)
    }

    pub(crate) fn pose(&self) -> PyResult<Pose> {
        Ok(from_flat(self.0.as_slice()?))
    }

    pub(crate) fn put(&mut self, pose: &Pose) -> PyResult<()> {
        to_flat(pose, self.0.as_slice_mut()?);
        Ok(())
    }
}

/// A new array of shape `(joints, 10)`.
pub(crate) fn of_pose<'py>(py: Python<'py>, pose: &Pose) -> PyResult<Bound<'py, PyAny>> {
    let mut flat = vec![0.0; FLAT * pose.locals.len()];
    to_flat(pose, &mut flat);
    shaped(py, flat, vec![pose.locals.len(), FLAT])
}

/// A new array of shape `(frames, joints, 10)`.
pub(crate) fn of_poses<'py>(
    py: Python<'py>,
    poses: &[Pose],
    joints: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let mut flat = vec![0.0; poses.len() * joints * FLAT];
    for (row, pose) in flat.chunks_exact_mut((FLAT * joints).max(1)).zip(poses) {
        to_flat(pose, row);
    }
    shaped(py, flat, vec![poses.len(), joints, FLAT])
}

/// A new array of any shape.
pub(crate) fn shaped<T: Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    shape: Vec<usize>,
) -> PyResult<Bound<'_, PyAny>> {
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.into_any())
}

pub(crate) fn from_flat(flat: &[f32]) -> Pose {
    let local = |row: &[f32]| Transform {
        translation: Vec3::from_slice(&row[..3]),
        rotation: Quat::from_slice(&row[3..7]),
        scale: Vec3::from_slice(&row[7..]),
    };
    Pose { locals: flat.chunks_exact(FLAT).map(local).collect() }
}

pub(crate) fn to_flat(pose: &Pose, flat: &mut [f32]) {
    for (row, local) in flat.chunks_exact_mut(FLAT).zip(&pose.locals) {
        row[..3].copy_from_slice(&local.translation.to_array());
        row[3..7].copy_from_slice(&local.rotation.to_array());
        row[7..].copy_from_slice(&local.scale.to_array());
    }
}
