//! Smooth paths of goals, in steps of equal length.

use glam::DVec3;

/// Points of a path from the first to the last, through those between, smooth everywhere (E.
/// Catmull, R. Rom, "A class of local interpolating splines", 1974).
pub fn through(points: &[DVec3], t: f64) -> DVec3 {
    let spans = points.len() - 1;
    let at = (t.clamp(0.0, 1.0) * spans as f64).min(spans as f64 - 1e-9);
    let (span, t) = (at as usize, at.fract());
    let point = |index: usize| points[index.min(spans)];
    let [a, b, c, d] =
        [point(span.saturating_sub(1)), point(span), point(span + 1), point(span + 2)];
    0.5 * (2.0 * b
        + (c - a) * t
        + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
        + (3.0 * (b - c) + d - a) * t * t * t)
}

/// From 0 to 1 with zero slope at both ends.
pub fn eased(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// The targets along `at`, from 0 to 1, with steps of at most `step`, metres.
pub fn in_steps(at: impl Fn(f64) -> Vec<DVec3>, step: f64) -> Vec<Vec<DVec3>> {
    let mut places = vec![at(0.0)];
    let (mut t, mut advance) = (0.0_f64, 1e-3_f64);
    while t < 1.0 {
        let next = (t + advance).min(1.0);
        let candidate = at(next);
        let moved = farthest(places.last().map_or(&candidate, |last| last), &candidate) / step;
        if moved > 1.0 && advance > 1e-9 {
            advance *= (0.95 / moved).max(0.2);
            continue;
        }
        places.push(candidate);
        t = next;
        advance *= (0.95 / moved.max(1e-3)).min(1.5);
    }
    places
}

/// The longest distance between targets of the same goal, metres.
pub fn farthest(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max(a.distance(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_begin_and_end_where_they_should_and_no_step_is_longer() {
        let points = [DVec3::ZERO, DVec3::new(0.5, 0.2, 0.0), DVec3::new(0.1, 0.0, 0.3)];
        let places = in_steps(|t| vec![through(&points, t)], 1e-3);
        assert!(
            places[0][0].distance(points[0]) < 1e-9
                && places[places.len() - 1][0].distance(points[2]) < 1e-6
        );
        assert!(places.windows(2).all(|pair| farthest(&pair[0], &pair[1]) <= 1e-3));
        assert!(places.iter().any(|place| place[0].distance(points[1]) < 1e-3));
    }
}
