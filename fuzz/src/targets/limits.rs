//! Limits: the laws of their projections.

use super::problem::{self, Values};
use crate::{Outcome, Target, checks::must};

pub(super) fn targets() -> Vec<Target> {
    vec![Target::new("limit", check, problem::seeds)]
}

/// The most that a projected rotation may be outside, radians: the width within which a bound
/// counts as active. Ellipses as thin as that are no more exact.
const OUTSIDE: f32 = 2e-4;

/// Every parameter is either refused by `check` or makes a projection that is finite, allowed, and
/// the identity where it was. Refused ones do no harm either.
fn check(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let Some(limit) = values.limit() else { return Ok(Outcome::new("no limit")) };
    let turn = values.rotation();
    let found = limit.project(turn);
    let is_unit = found.is_finite() && (found.length() - 1.0).abs() < 1e-4;
    // An allowed rotation is returned unchanged, even if it is no unit quaternion.
    if !is_unit && format!("{found:?}") == format!("{turn:?}") {
        return Ok(Outcome::new("unchanged"));
    }
    must(is_unit, || format!("{limit:?} makes {found:?} of {turn:?}"))?;
    let with_derivative = limit.project_with_derivative(turn);
    must(with_derivative.derivative.is_finite(), || {
        format!("{limit:?} has a derivative that is not finite at {turn:?}")
    })?;
    if let Err(error) = limit.check() {
        return Ok(Outcome::new(&error.to_string()));
    }
    let violation = limit.violation(found);
    must(violation < OUTSIDE, || {
        format!("{limit:?} makes of {turn:?} {found:?}, which is {violation} outside")
    })?;
    let again = limit.project(found);
    must(again.normalize().dot(found.normalize()).abs() > 1.0 - 1e-6, || {
        format!("{limit:?} makes of {turn:?} {found:?}, and of that {again:?}")
    })?;
    let kind = format!("{limit:?}");
    let kind = kind.split('(').next().unwrap_or_default();
    let is_outside = limit.violation(turn) > 1e-4;
    Ok(Outcome::new(&format!("{kind} {is_outside}")))
}
