//! Options of a session from a dict and keyword arguments.

use kansetsu::{JointId, Options};
use kansetsu_humanoid::prior::set_default_prior;
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use serde_json::{Map, Value};

use crate::{array::described, json, target::joint};

/// The options; keyword arguments replace those of the dict.
pub(crate) fn options(
    rig: &kansetsu::Rig,
    dicts: [Option<&Bound<'_, PyDict>>; 2],
) -> PyResult<Options> {
    let mut plain = Map::new();
    let (mut locked, mut stiffness) = (Vec::new(), Vec::new());
    for (key, value) in dicts.into_iter().flatten().flatten() {
        let name: String = key.extract().map_err(|_| {
            PyTypeError::new_err(format!("options: the keys must be strings, got {key}"))
        })?;
        match name.as_str() {
            "locked" => locked = joints(&name, rig, &value)?,
            "stiffness" => stiffness = factors(rig, &value)?,
            _ => {
                let (key, value) = (json::camel_case(&name), json::value(&name, &value)?);
                let alone = Map::from_iter([(key.clone(), value.clone())]);
                json::read::<Options>(&format!("options, {name}"), Value::Object(alone))?;
                plain.insert(key, value);
            }
        }
    }
    let mut options = Options { locked, stiffness, ..json::read("options", Value::Object(plain))? };
    set_default_prior(&mut options);
    Ok(options)
}

/// A list of joints.
pub(crate) fn joints(
    name: &str,
    rig: &kansetsu::Rig,
    value: &Bound<'_, PyAny>,
) -> PyResult<Vec<JointId>> {
    let expected = |_| {
        PyTypeError::new_err(format!("{name}: expected a list of joints, got {}", described(value)))
    };
    let list: Vec<Bound<'_, PyAny>> = value.extract().map_err(expected)?;
    list.iter().map(|item| joint(name, rig, item)).collect()
}

/// A dict from joints to factors.
fn factors(rig: &kansetsu::Rig, value: &Bound<'_, PyAny>) -> PyResult<Vec<(JointId, f32)>> {
    let expected = || {
        PyTypeError::new_err(format!(
            "stiffness: expected a dict from joints to numbers, got {}",
            described(value)
        ))
    };
    let dict = value.cast::<PyDict>().map_err(|_| expected())?;
    let factor = |(key, factor): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let factor: f64 = factor.extract().map_err(|_| expected())?;
        Ok((joint("stiffness", rig, &key)?, factor as f32))
    };
    dict.iter().map(factor).collect()
}
