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
    if values.iter().all(|&value| value == 0.0) { Err(Error::InvalidNumber { what, value: 0.0 }) } else { Ok(()) }
}

/// Whether the bounds are numbers, infinite on their own side at most.
pub(super) fn check_bounds(what: &'static str, min: f32, max: f32) -> Result<(), Error> {
    let wrong = |value: f32, other_side: f32| value.is_nan() || value == other_side;
    if wrong(min, f32::INFINITY) {
        Err(Error::InvalidNumber { what, value: min })
    } else if wrong(max, f32::NEG_INFINITY) {
        Err(Error::InvalidNumber { what, value: max })
    } else {
        Ok(())
    }
}
