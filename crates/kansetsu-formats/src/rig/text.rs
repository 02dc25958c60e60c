//! Rig file to text.

use serde_json::Value;

use super::RigFile;

impl RigFile {
    /// The file's text: one joint, limb or pair per line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Value::Object(object) = self.to_value() else { return String::new() };
        let sections = object
            .iter()
            .map(|(key, value)| format!("  {}: {}", Value::from(key.as_str()), section(value)));
        format!("{{\n{}\n}}\n", sections.collect::<Vec<_>>().join(",\n"))
    }

    /// The object in glTF extras. Its numbers are the shortest that read back as the same 32-bit
    /// floats.
    pub(crate) fn to_value(&self) -> Value {
        let text =
            serde_json::to_string(self).expect("strings, numbers and lists of them can be written");
        serde_json::from_str(&text).expect("what was just written can be read")
    }
}

fn section(value: &Value) -> String {
    let entries: Vec<String> = match value {
        Value::Array(entries) => entries.iter().map(Value::to_string).collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| format!("{}: {value}", Value::from(key.as_str())))
            .collect(),
        other => return other.to_string(),
    };
    let [open, close] = if value.is_array() { ['[', ']'] } else { ['{', '}'] };
    if entries.is_empty() {
        return format!("{open}{close}");
    }
    format!("{open}\n    {}\n  {close}", entries.join(",\n    "))
}
