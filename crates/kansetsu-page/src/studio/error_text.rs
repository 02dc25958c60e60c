//! The text of browser errors.

use wasm_bindgen::JsValue;

/// The text of a browser error, in one line.
pub(super) fn sentence(error: &JsValue) -> String {
    let name = field(error, "name");
    let message = message(error);
    if message.is_empty() { name } else { format!("{name}: {message}") }
}

/// The text of an error from our own scripts.
pub(super) fn message(error: &JsValue) -> String {
    field(error, "message")
}

fn field(error: &JsValue, name: &str) -> String {
    web_sys::js_sys::Reflect::get(error, &name.into())
        .ok()
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}
