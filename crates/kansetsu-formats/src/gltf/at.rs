//! A value of the document with its JSON path.

use serde_json::{Map, Value};

use crate::Error;

/// The format's name in errors.
pub(super) const FORMAT: &str = "glTF";

/// A JSON value that knows its path, so that every error names it.
#[derive(Clone)]
pub(super) struct At<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> At<'a> {
    pub(super) const fn root(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    /// The path, for example `nodes[3]`.
    pub(super) fn path(&self) -> &str {
        if self.path.is_empty() { "the document" } else { &self.path }
    }

    /// The path of a property of this value.
    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The value itself.
    pub(super) const fn value(&self) -> &'a Value {
        self.value
    }

    /// An error of this value.
    pub(super) fn wrong(&self, problem: impl Into<String>) -> Error {
        malformed(self.path(), problem)
    }

    /// An error of a property of this value.
    pub(super) fn wrong_at(&self, key: &str, problem: impl Into<String>) -> Error {
        malformed(&self.path_of(key), problem)
    }

    /// The properties.
    pub(super) fn object(&self) -> Result<&'a Map<String, Value>, Error> {
        self.value
            .as_object()
            .ok_or_else(|| self.wrong(format!("expected an object, found {}", kind(self.value))))
    }

    /// The value of a property, if it exists.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        self.value.get(key).map(|value| At { value, path: self.path_of(key) })
    }

    /// The object of a property, if it exists.
    pub(super) fn child(&self, key: &str) -> Result<Option<Self>, Error> {
        let Some(found) = self.get(key) else { return Ok(None) };
        found.object()?;
        Ok(Some(found))
    }

    /// The object of a property, which must exist.
    pub(super) fn need_child(&self, key: &str) -> Result<Self, Error> {
        self.child(key)?.ok_or_else(|| self.wrong_at(key, "expected an object, found nothing"))
    }

    /// The block of an extension, if it exists.
    pub(super) fn extension(&self, name: &str) -> Option<Self> {
        self.get("extensions")?.get(name).filter(|block| block.value.is_object())
    }

    /// The elements of a list; empty if the property is missing.
    pub(super) fn list(&self, key: &str) -> Result<Vec<Self>, Error> {
        let Some(found) = self.get(key) else { return Ok(Vec::new()) };
        let Some(elements) = found.value.as_array() else {
            return Err(found.wrong(format!("expected an array, found {}", kind(found.value))));
        };
        Ok(elements
            .iter()
            .enumerate()
            .map(|(i, value)| At { value, path: format!("{}[{i}]", found.path) })
            .collect())
    }

    /// Like [`Self::list`], for objects only.
    pub(super) fn objects(&self, key: &str) -> Result<Vec<Self>, Error> {
        let list = self.list(key)?;
        list.iter().try_for_each(|element| element.object().map(|_| ()))?;
        Ok(list)
    }

    /// The length of a list; 0 if it is missing or not a list.
    pub(super) fn count(&self, key: &str) -> usize {
        self.value.get(key).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// An integer that is not negative.
    pub(super) fn integer(&self, key: &str) -> Result<Option<usize>, Error> {
        self.get(key).map(|found| found.as_integer()).transpose()
    }

    /// An integer that must exist.
    pub(super) fn need_integer(&self, key: &str) -> Result<usize, Error> {
        self.integer(key)?
            .ok_or_else(|| self.wrong_at(key, "expected a whole number, found nothing"))
    }

    /// This value as an integer; glTF accepts `3.0` as 3.
    pub(super) fn as_integer(&self) -> Result<usize, Error> {
        let whole = self.value.as_u64().or_else(|| {
            let number = self.value.as_f64()?;
            (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
        });
        whole.and_then(|number| usize::try_from(number).ok()).ok_or_else(|| {
            self.wrong(format!(
                "expected a whole number of 0 or more, found {}",
                excerpt(self.value)
            ))
        })
    }

    /// An index into a list of `count` elements.
    pub(super) fn as_index(&self, count: usize, things: &str) -> Result<usize, Error> {
        let index = self.as_integer()?;
        if index < count {
            Ok(index)
        } else {
            Err(self.wrong(format!("{index} is not among the {count} {things}")))
        }
    }

    /// An index of a property into a list of `count` elements.
    pub(super) fn index(
        &self,
        key: &str,
        count: usize,
        things: &str,
    ) -> Result<Option<usize>, Error> {
        self.get(key).map(|found| found.as_index(count, things)).transpose()
    }

    /// An index that must exist.
    pub(super) fn need_index(&self, key: &str, count: usize, things: &str) -> Result<usize, Error> {
        self.index(key, count, things)?
            .ok_or_else(|| self.wrong_at(key, "expected an index, found nothing"))
    }

    /// A text.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, Error> {
        let Some(value) = self.value.get(key) else { return Ok(None) };
        let text = value.as_str();
        text.map(Some)
            .ok_or_else(|| self.wrong_at(key, format!("expected a text, found {}", kind(value))))
    }

    /// A name: empty if it is missing or not a text, since nothing depends on it.
    pub(super) fn name(&self) -> &'a str {
        self.value.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    /// This value as a text.
    pub(super) fn as_text(&self) -> Option<&'a str> {
        self.value.as_str()
    }

    /// A boolean; false if it is missing.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Error> {
        let Some(value) = self.value.get(key) else { return Ok(false) };
        value.as_bool().ok_or_else(|| {
            self.wrong_at(key, format!("expected true or false, found {}", kind(value)))
        })
    }

    /// A number in the range of `f32`.
    pub(super) fn number(&self, key: &str) -> Result<Option<f32>, Error> {
        self.get(key).map(|found| found.as_number()).transpose()
    }

    /// This value as a number in the range of `f32`.
    pub(super) fn as_number(&self) -> Result<f32, Error> {
        let number = self.value.as_f64().map(|number| number as f32);
        number.filter(|number| number.is_finite()).ok_or_else(|| {
            self.wrong(format!(
                "expected a number that 32 bits can hold, found {}",
                excerpt(self.value)
            ))
        })
    }

    /// A list of exactly `N` numbers.
    pub(super) fn numbers<const N: usize>(&self, key: &str) -> Result<Option<[f32; N]>, Error> {
        if self.get(key).is_none() {
            return Ok(None);
        }
        let list = self.list(key)?;
        if list.len() != N {
            return Err(self.wrong_at(key, format!("expected {N} numbers, found {}", list.len())));
        }
        let mut numbers = [0.0; N];
        for (number, element) in numbers.iter_mut().zip(&list) {
            *number = element.as_number()?;
        }
        Ok(Some(numbers))
    }

    /// A list of numbers of any length.
    pub(super) fn number_list(&self, key: &str) -> Result<Option<Vec<f32>>, Error> {
        if self.get(key).is_none() {
            return Ok(None);
        }
        self.list(key)?.iter().map(Self::as_number).collect::<Result<_, _>>().map(Some)
    }
}

/// An error of this format.
pub(super) fn malformed(place: &str, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: place.to_owned(), problem: problem.into() }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn excerpt(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        other => kind(other).to_owned(),
    }
}
