//! Values over time.

use glam::Vec3;

/// A key: seconds and value.
pub(super) type Key = (f32, [f32; 3]);

/// The value at `seconds` of a smooth curve through `keys`; constant before the first and after the
/// last.
///
/// Monotone cubic interpolation (F. Fritsch and R. Carlson, SIAM J. Numerical Analysis 17(2),
/// 1980), with the harmonic mean as slope: C1, and never beyond the keys, so that a planted foot
/// stays on the ground.
pub(super) fn at(keys: &[Key], seconds: f32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|part| component(keys, seconds, part)))
}

fn component(keys: &[Key], seconds: f32, part: usize) -> f32 {
    let next = keys.iter().position(|key| key.0 > seconds).unwrap_or(keys.len());
    if next == 0 || next == keys.len() {
        return keys[next.saturating_sub(1)].1[part];
    }
    let (from, to) = (keys[next - 1], keys[next]);
    let span = to.0 - from.0;
    let t = (seconds - from.0) / span;
    let (a, b) = (from.1[part], to.1[part]);
    let (slope_a, slope_b) = (slope(keys, next - 1, part) * span, slope(keys, next, part) * span);
    let (t2, t3) = (t * t, t * t * t);
    a * (2.0 * t3 - 3.0 * t2 + 1.0)
        + slope_a * (t3 - 2.0 * t2 + t)
        + b * (3.0 * t2 - 2.0 * t3)
        + slope_b * (t3 - t2)
}

/// The slope at a key: zero at the ends and at extrema.
fn slope(keys: &[Key], key: usize, part: usize) -> f32 {
    if key == 0 || key + 1 == keys.len() {
        return 0.0;
    }
    let secant = |i: usize| (keys[i + 1].1[part] - keys[i].1[part]) / (keys[i + 1].0 - keys[i].0);
    let (before, after) = (secant(key - 1), secant(key));
    if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_smooth_and_stays_between_its_keys() {
        let keys: [Key; 4] = [(0.0, [0.0; 3]), (1.0, [1.0; 3]), (1.5, [1.0; 3]), (3.0, [4.0; 3])];
        let value = |i: i32| at(&keys, i as f32 * 0.01).x;
        for i in 0..310 {
            assert!(value(i + 1) >= value(i) - 1e-6, "it only rises");
            assert!(
                (value(i + 1) - 2.0 * value(i) + value(i - 1)).abs() < 0.002,
                "no corner at {i}"
            );
        }
        assert_eq!(value(120), 1.0);
        assert_eq!(value(-5), 0.0);
        assert_eq!(value(400), 4.0);
    }
}
