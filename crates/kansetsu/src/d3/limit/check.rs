//! Validation of a limit's parameters.

use crate::Error;

pub(super) fn check_numbers(what: &'static str, values: &[f32]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}

pub(super) fn check_length(what: &'static str, values: &[f32]) -> Result<(), Error> {
    check_numbers(what, values)?;
    // Smaller values have a square of zero, and so no direction.
    if values.iter().all(|value| value.abs() < 1e-30) {
        Err(Error::InvalidNumber { what, value: 0.0 })
    } else {
        Ok(())
    }
}
