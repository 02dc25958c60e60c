//! Errors of the library as Python exceptions.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use pyo3::{exceptions::PyValueError, prelude::*};

pyo3::create_exception!(
    kansetsu,
    KansetsuError,
    PyValueError,
    "Invalid input of the library, or a file that cannot be read."
);

/// The library's error with the name of the argument that caused it.
pub(crate) fn in_argument(name: &str, error: &impl std::fmt::Display) -> PyErr {
    KansetsuError::new_err(format!("{name}: {error}"))
}

/// Errors of the library as [`KansetsuError`].
pub(crate) trait OrRaise<T> {
    /// The value, or an exception with the error's message.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: std::error::Error> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|error| KansetsuError::new_err(error.to_string()))
    }
}

/// Runs work without the interpreter's lock. A panic becomes an exception.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .map_err(|panic| KansetsuError::new_err(panic_text(&*panic)))
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    format!("internal error, please report it: {}", text.unwrap_or_default())
}

/// Panics without the interpreter's lock: for the test that a panic is an exception.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>) -> PyResult<()> {
    detached(py, || std::panic::panic_any("a test of panics"))
}
