//! Targets from keyword arguments.

use kansetsu::{
    JointId, Target,
    session::{Region, Rotation},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{array::described, error::in_argument};

/// The fields of a target, for errors.
const FIELDS: &str = "position, rotation, align, look_at, line, plane, point, relative_to, radius, angle, weight, pole";

/// The joint of a name, a humanoid role, or an index.
pub(crate) fn joint(
    name: &str,
    rig: &kansetsu::Rig,
    object: &Bound<'_, PyAny>,
) -> PyResult<JointId> {
    if let Ok(text) = object.cast::<PyString>() {
        return rig.joint(&text.to_cow()?).map_err(|error| in_argument(name, &error));
    }
    let expected = || {
        PyTypeError::new_err(format!(
            "{name}: expected the name or index of a joint, got {}",
            described(object)
        ))
    };
    let index: i64 = object
        .call_method0("__index__")
        .map_err(|_| expected())?
        .extract()
        .map_err(|_| expected())?;
    let count = rig.skeleton.len();
    match usize::try_from(index) {
        Ok(index) if index < count => Ok(rig.skeleton.id(index)),
        _ => Err(PyValueError::new_err(format!(
            "{name}: joint {index} does not exist; there are {count} joints, counted from 0"
        ))),
    }
}

/// A target of a joint, checked by the library.
pub(crate) fn target(
    rig: &kansetsu::Rig,
    joint: JointId,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Target> {
    let mut target = Target::default();
    for (key, value) in fields.into_iter().flatten() {
        if !value.is_none() {
            set(&mut target, rig, &key.extract::<String>()?, &value)?;
        }
    }
    target.to_goal(&rig.skeleton, joint).map_err(|error| in_argument("target", &error))?;
    Ok(target)
}

fn set(
    target: &mut Target,
    rig: &kansetsu::Rig,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    match name {
        "position" => target.position = Some(numbers(name, value)?),
        "rotation" => rotate(target, Rotation::Orientation(numbers(name, value)?))?,
        "align" => {
            let [axis, direction] = two(name, value)?;
            rotate(target, Rotation::Align { axis, direction })?;
        }
        "look_at" => {
            let [axis, point] = two(name, value)?;
            rotate(target, Rotation::LookAt { axis, point })?;
        }
        "line" => confine(target, Region::Line(numbers(name, value)?))?,
        "plane" => confine(target, Region::Plane(numbers(name, value)?))?,
        "point" => target.point = numbers(name, value)?,
        "relative_to" => target.relative_to = Some(joint(name, rig, value)?),
        "radius" => target.radius = number(name, value)?,
        "angle" => target.angle = number(name, value)?,
        "weight" => target.weight = number(name, value)?,
        "pole" => target.pole = Some(numbers(name, value)?),
        _ => {
            return Err(PyTypeError::new_err(format!(
                "unexpected argument '{name}'; a target has {FIELDS}"
            )));
        }
    }
    Ok(())
}

fn rotate(target: &mut Target, rotation: Rotation) -> PyResult<()> {
    match target.rotation.replace(rotation) {
        None => Ok(()),
        Some(_) => Err(PyValueError::new_err("a target has one of rotation, align and look_at")),
    }
}

fn confine(target: &mut Target, region: Region) -> PyResult<()> {
    match std::mem::replace(&mut target.region, region) {
        Region::Point => Ok(()),
        _ => Err(PyValueError::new_err("a target has one of line and plane")),
    }
}

fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let number: f64 = value.extract().map_err(|_| {
        PyTypeError::new_err(format!("{name}: expected a number, got {}", described(value)))
    })?;
    Ok(number as f32)
}

/// A sequence of exactly N numbers.
fn numbers<const N: usize>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<[f32; N]> {
    let expected = |found: String| format!("{name}: expected {N} numbers, got {found}");
    let list: Vec<f64> =
        value.extract().map_err(|_| PyTypeError::new_err(expected(described(value))))?;
    let found = list.len();
    let list: [f64; N] =
        list.try_into().map_err(|_| PyValueError::new_err(expected(found.to_string())))?;
    Ok(list.map(|number| number as f32))
}

/// An axis of the joint, and a direction or point.
fn two(name: &str, value: &Bound<'_, PyAny>) -> PyResult<[[f32; 3]; 2]> {
    let expected = || {
        PyTypeError::new_err(format!(
            "{name}: expected two lists of 3 numbers, got {}",
            described(value)
        ))
    };
    let list: Vec<Bound<'_, PyAny>> = value.extract().map_err(|_| expected())?;
    let [axis, other] = &list[..] else { return Err(expected()) };
    Ok([numbers(name, axis)?, numbers(name, other)?])
}
