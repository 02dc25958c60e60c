//! Python objects as JSON values and back.

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Number, Value};

use crate::error::KansetsuError;

/// The most nested lists and dicts: a list may contain itself.
const DEPTH: usize = 32;

/// A Python object as JSON. `name` is its argument, for errors.
pub(crate) fn value(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested(name, object, DEPTH)
}

fn nested(name: &str, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(PyValueError::new_err(format!("{name}: nested too deeply")));
    };
    if object.is_none() {
        return Ok(Value::Null);
    }
    if object.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(object.extract()?));
    }
    if object.is_instance_of::<PyInt>() {
        let number: i64 = object
            .extract()
            .map_err(|_| PyValueError::new_err(format!("{name}: {object} is out of range")))?;
        return Ok(Value::Number(number.into()));
    }
    if object.is_instance_of::<PyFloat>() {
        return number(name, object.extract()?);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, item) in dict {
            let key: String = key.extract().map_err(|_| {
                PyTypeError::new_err(format!("{name}: the keys must be strings, got {key}"))
            })?;
            let item = nested(&format!("{name}.{key}"), &item, depth)?;
            map.insert(key, item);
        }
        return Ok(Value::Object(map));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let items = object.try_iter()?.enumerate();
        return items
            .map(|(index, item)| nested(&format!("{name}[{index}]"), &item?, depth))
            .collect();
    }
    foreign(name, object, depth)
}

/// NumPy arrays and scalars.
fn foreign(name: &str, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if object.hasattr("dtype")? && object.hasattr("tolist")? {
        return nested(name, &object.call_method0("tolist")?, depth);
    }
    let kind = object.get_type();
    Err(PyTypeError::new_err(format!(
        "{name}: expected numbers, strings, lists and dicts, got {}",
        kind.name()?
    )))
}

fn number(name: &str, number: f64) -> PyResult<Value> {
    let finite = Number::from_f64(number).map(Value::Number);
    finite.ok_or_else(|| {
        PyValueError::new_err(format!("{name}: expected a finite number, got {number}"))
    })
}

/// Plain data of the library from JSON. A value of the wrong type is a `TypeError`.
pub(crate) fn read<T: DeserializeOwned>(name: &str, value: Value) -> PyResult<T> {
    serde_json::from_value(value).map_err(|error| {
        let text = format!("{name}: {error}");
        if text.contains("invalid type") {
            PyTypeError::new_err(text)
        } else {
            PyValueError::new_err(text)
        }
    })
}

/// Plain data of the library as a Python object.
pub(crate) fn object<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value =
        serde_json::to_value(data).map_err(|error| KansetsuError::new_err(error.to_string()))?;
    python(py, &value)
}

fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let items = items.iter().map(|item| python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_bound_py_any(py)
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, item) in map {
                dict.set_item(key, python(py, item)?)?;
            }
            dict.into_bound_py_any(py)
        }
    }
}

/// `chain_length` as `chainLength`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let mut letters = word.chars();
        text + &letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default()
            + letters.as_str()
    })
}
