//! Whether a limit's numbers mean anything.

use crate::Error;

pub(super) fn check_numbers(what: &'static str, values: &[f32]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}

pub(super) fn check_length(what: &'static str, values: &[f32]) -> Result<(), Error> {
    check_numbers(what, values)?;
    // Below this squares vanish, and a direction has no digits left to be found by.
    if values.iter().all(|value| value.abs() < 1e-30) {
        Err(Error::InvalidNumber { what, value: 0.0 })
    } else {
        Ok(())
    }
}
