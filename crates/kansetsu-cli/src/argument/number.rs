//! Numbers, within ranges.

/// Parses a finite number.
pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("\"{text}\" is not a finite number")),
        Err(_) => Err(format!("\"{text}\" is not a number")),
    }
}

/// Parses a number from `min` to `max`. A number that exceeds a bound by rounding alone, as sums of
/// tenths do, becomes the bound.
pub(crate) fn between(
    min: f32,
    max: f32,
) -> impl Fn(&str) -> Result<f32, String> + Clone + Send + Sync {
    move |text| {
        within(finite(text)?, [min, max])
            .ok_or_else(|| format!("{text} is out of range; use a number from {min} to {max}"))
    }
}

/// The number clamped to its range, if it is in the range up to rounding.
pub(crate) fn within(number: f32, [min, max]: [f32; 2]) -> Option<f32> {
    let slack = ROUNDING * (max - min).min(1.0);
    let below = if min > 0.0 { slack.min(ROUNDING * min) } else { slack };
    (min - below..=max + slack).contains(&number).then(|| number.clamp(min, max))
}

/// How far a number may exceed its range, as a fraction of the range and of 1 at most.
const ROUNDING: f32 = 1e-6;
