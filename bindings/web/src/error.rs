//! Errors of the library as JavaScript errors.

use std::fmt::Display;

use wasm_bindgen::JsError;

/// An error with the name of the argument that caused it.
#[cfg(feature = "solver")]
pub(crate) fn in_argument(name: &str) -> impl Fn(&dyn Display) -> JsError {
    move |error| JsError::new(&format!("{name}: {error}"))
}

/// An error whose message names its cause.
pub(crate) fn plain(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}
