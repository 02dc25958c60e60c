//! Fields that this version does not know, so that they can be written again.
//!
//! They are found by comparing the file with the output of this version for the same document:
//! fields in the file alone are unknown. Entries of lists are told apart by their names (an id,
//! a joint, a time, a name, a path), so that unknown fields stay with their entry when others are
//! added or removed; an entry that is gone takes its unknown fields with it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Unknown fields of a value, and of what is in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    fields: Map<String, Value>,
    /// By the key of a field, or by the name of an entry of a list.
    inside: BTreeMap<String, Extras>,
}

impl Extras {
    /// The fields in `file` that are not in `known`.
    #[must_use]
    pub(super) fn between(file: &Value, known: &Value) -> Self {
        let mut extras = Self::default();
        match (file, known) {
            (Value::Object(file), Value::Object(known)) => {
                for (key, value) in file {
                    match known.get(key) {
                        Some(known) => extras.put(key.clone(), Self::between(value, known)),
                        None => drop(extras.fields.insert(key.clone(), value.clone())),
                    }
                }
            }
            (Value::Array(file), Value::Array(known)) => extras.find_in_list(file, known),
            _ => {}
        }
        extras
    }

    fn find_in_list(&mut self, file: &[Value], known: &[Value]) {
        let mut names = None;
        for (index, item) in
            file.iter().enumerate().filter(|(_, item)| item.is_object() || item.is_array())
        {
            // Nearly always the same entry has the same place.
            let same = |other: &&Value| is_same_entry(item, other);
            let Some(known) = known.get(index).filter(same).or_else(|| known.iter().find(same))
            else {
                continue;
            };
            let extras = Self::between(item, known);
            if !extras.is_empty() {
                let names = names.get_or_insert_with(|| names_of(file));
                self.put(names[index].clone(), extras);
            }
        }
    }

    fn put(&mut self, key: String, extras: Self) {
        if !extras.is_empty() {
            self.inside.insert(key, extras);
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.inside.is_empty()
    }

    /// Writes them at their old place, unless it is taken now.
    pub(super) fn restore(&self, value: &mut Value) {
        match value {
            Value::Object(object) => {
                for (key, extra) in &self.fields {
                    object.entry(key).or_insert_with(|| extra.clone());
                }
                for (key, extras) in &self.inside {
                    object.get_mut(key).into_iter().for_each(|value| extras.restore(value));
                }
            }
            Value::Array(items) if !self.inside.is_empty() => {
                for (name, item) in names_of(items).iter().zip(items) {
                    self.inside.get(name).into_iter().for_each(|extras| extras.restore(item));
                }
            }
            _ => {}
        }
    }
}

/// What names an entry of a list, the first that is there.
const NAMES: [&str; 5] = ["id", "joint", "time", "name", "path"];

fn naming(item: &Value) -> Option<(&'static str, &Value)> {
    NAMES.into_iter().find_map(|key| item.get(key).map(|value| (key, value)))
}

fn is_same_entry(a: &Value, b: &Value) -> bool {
    match (naming(a), naming(b)) {
        (Some((key_a, a)), Some((key_b, b))) => {
            key_a == key_b && (a == b || number(a).is_some_and(|a| number(b) == Some(a)))
        }
        (None, None) => true,
        _ => false,
    }
}

/// What the entries of a list are called, each by another name: the second of the same name gets a
/// number.
fn names_of(items: &[Value]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let names = items.iter().enumerate().map(|(index, item)| {
        let name = name_of(item, index);
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 { format!("{name}@{count}") } else { name }
    });
    names.collect()
}

fn name_of(item: &Value, index: usize) -> String {
    match naming(item) {
        Some((key, value)) => number(value)
            .map_or_else(|| format!("{key}={value}"), |number| format!("{key}={number}")),
        None => format!("#{index}"),
    }
}

/// As precise as the document keeps it: 0.5 and 0.50000000001 are one time.
fn number(value: &Value) -> Option<f32> {
    value.as_f64().map(|number| number as f32)
}
