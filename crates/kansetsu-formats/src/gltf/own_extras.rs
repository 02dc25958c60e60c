//! Kansetsu's entries under `extras.kansetsu` of a document.

use serde_json::{Map, Value};

use super::document::Document;
use super::extras::EXTRAS;
use super::save::text::Editor;

/// Sets entries, removes those that are `None`, and keeps all others.
pub(super) fn write(
    document: &Document,
    entries: Vec<(&str, Option<Value>)>,
    editor: &mut Editor<'_>,
    warnings: &mut Vec<String>,
) {
    let mut extras = match document.json.get("extras") {
        None => Map::new(),
        Some(Value::Object(extras)) => extras.clone(),
        Some(_) => {
            let keys: Vec<&str> =
                entries.iter().filter(|(_, value)| value.is_some()).map(|&(key, _)| key).collect();
            if !keys.is_empty() {
                warnings.push(format!(
                    "extras: not an object, so the file cannot store the {}",
                    keys.join(" and the ")
                ));
            }
            return;
        }
    };
    let mut own = extras.get(EXTRAS).and_then(Value::as_object).cloned().unwrap_or_default();
    let before = own.clone();
    for (key, value) in entries {
        match value {
            Some(value) => drop(own.insert(key.to_owned(), value)),
            None => drop(own.remove(key)),
        }
    }
    if own == before {
        return;
    }
    let root = editor.root();
    match editor.member(&root, "extras") {
        Some(member) => editor.set(&member.value, vec![(EXTRAS, own.into())]),
        None => {
            extras.insert(EXTRAS.to_owned(), own.into());
            editor.set(&root, vec![("extras", extras.into())]);
        }
    }
}
