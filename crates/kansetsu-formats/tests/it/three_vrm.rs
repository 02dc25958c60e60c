//! Springs and eyes beside three-vrm 3.5.5, which ran with three 0.180 in
//! `tests/springs/reference.mjs`.

use serde_json::Value;

/// The springs that are added to files, the motion of the body, and the targets of the eyes.
pub fn cases() -> Value {
    serde_json::from_str(include_str!("../springs/cases.json")).unwrap()
}

/// What three-vrm computes for them.
pub fn reference() -> Value {
    serde_json::from_str(include_str!("../springs/reference.json")).unwrap()
}

/// The elements of an array.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
