//! The arc of n equal segments with equal angles between them.
//!
//! Each segment but the first is rotated by the same angle 2s relative to the previous one. The
//! distance of the ends is then `sin(u) / (n sin(u/n))` of the length, u = n s, and the line
//! between them deviates from the first segment by 2w, `w = (u - s) / 2`. A rotation needs sine and
//! cosine of s and of w; the input is the distance of the ends. As functions of y, the fraction by
//! which it is shorter than the length, `sin(s) / √y`, `(1 - cos s) / y` and the same of w are
//! smooth from straight (y = 0) to a closed circle (y = 1). So they are four polynomials, computed
//! once for each n by interpolation at Chebyshev points, and evaluated in parallel with a square
//! root, no trigonometry and no branch.

use std::f64::consts::PI;

use glam::Vec4;

use super::lanes::Lanes;
use crate::ops;

/// The number of coefficients. With 12 the span is exact to 4e-7 of the length for any n, about the
/// resolution of single precision; each coefficient less triples the error.
const TERMS: usize = 12;

/// Maximum number of Newton steps in double precision; from the series 3 suffice.
const STEPS: usize = 5;

/// Sine and cosine of an angle.
pub(crate) type Angle<L> = [<L as Lanes>::Number; 2];

/// The arcs of n equal segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    count: f32,
    /// Coefficients of the polynomials in 2y - 1: sine and cosine of s, sine and cosine of w.
    terms: [Vec4; TERMS],
}

/// One arc.
pub(crate) struct Bend<L: Lanes> {
    /// Half of the angle between neighbouring segments.
    pub(crate) turn: Angle<L>,
    /// Half of the angle from the first segment to the line between the ends.
    pub(crate) lean: Angle<L>,
}

impl Arc {
    pub(crate) fn new(count: usize) -> Self {
        let count = count as f64;
        let point = |index: usize| PI * (index as f64 + 0.5) / TERMS as f64;
        let cosine = |angle: f64| ops::sin_cos_f64(angle).1;
        let values: [[f64; 4]; TERMS] =
            std::array::from_fn(|index| values(count, 0.5 + 0.5 * cosine(point(index))));
        let mut terms = [[0.0; 4]; TERMS];
        // Chebyshev's polynomials of this degree and the one before, by their coefficients.
        let (mut present, mut before) = ([0.0; TERMS], [0.0; TERMS]);
        present[0] = 1.0;
        for degree in 0..TERMS {
            let weight = if degree == 0 { 1.0 } else { 2.0 } / TERMS as f64;
            for lane in 0..4 {
                let sum: f64 = (0..TERMS)
                    .map(|index| values[index][lane] * cosine(degree as f64 * point(index)))
                    .sum();
                (0..TERMS).for_each(|power| terms[power][lane] += weight * sum * present[power]);
            }
            let factor = if degree == 0 { 1.0 } else { 2.0 };
            let next = std::array::from_fn(|power| {
                factor * if power == 0 { 0.0 } else { present[power - 1] } - before[power]
            });
            (before, present) = (present, next);
        }
        Self {
            count: count as f32,
            terms: terms.map(|term| Vec4::from_array(term.map(|value| value as f32))),
        }
    }

    /// The arc that spans this fraction of its length, in [0, 1].
    #[inline(always)]
    pub(crate) fn bend<L: Lanes>(&self, reach: L::Number) -> Bend<L> {
        let one = L::number(1.0);
        let y = one - reach;
        let z = y - reach;
        let z2 = z * z;
        let term = |index: usize| L::vector(self.terms[index]);
        let four = |first: usize| {
            (term(first) + term(first + 1) * z) + (term(first + 2) + term(first + 3) * z) * z2
        };
        let z4 = z2 * z2;
        let [sin, versed, lean_sin, lean_versed] =
            L::components((four(0) + four(4) * z4) + four(8) * (z4 * z4));
        let root = L::sqrt(y);
        Bend {
            turn: [root * sin, one - y * versed],
            lean: [root * lean_sin, one - y * lean_versed],
        }
    }

    /// The fraction of its length that an arc spans.
    #[inline(always)]
    pub(crate) fn spread<L: Lanes>(&self, bend: &Bend<L>) -> L::Number {
        let ([sin, cos], [lean_sin, lean_cos]) = (bend.turn, bend.lean);
        let [one, two] = [1.0, 2.0].map(L::number);
        let (double_sin, double_cos) = (two * lean_sin * lean_cos, one - two * lean_sin * lean_sin);
        let is_straight = L::above(L::number(1e-12), sin);
        let chord = (double_sin * cos + double_cos * sin) / (L::number(self.count) * sin);
        L::select(is_straight, one, chord)
    }
}

/// The interpolated functions, at the fraction y by which the span is shorter than the length.
fn values(count: f64, y: f64) -> [f64; 4] {
    let u = opening(count, y);
    let root = y.sqrt();
    let smooth = |angle: f64| {
        let half = ops::sin_cos_f64(0.5 * angle).0;
        [ops::sin_cos_f64(angle).0 / root, 2.0 * half * half / y]
    };
    let ([sin, versed], [lean_sin, lean_versed]) =
        (smooth(u / count), smooth(0.5 * (u - u / count)));
    [sin, versed, lean_sin, lean_versed]
}

/// u by Newton's method, from a series that is exact to 2 %: with m = 1/n², k = 1 - m and v = u², y
/// is `k v/6 - k (3 - 7m) v²/360 + ...`, so `v = (6/k) y + 0.6 (3 - 7m)/k² · y² + c y³` with the c
/// that closes the circle.
fn opening(count: f64, y: f64) -> f64 {
    let m = 1.0 / (count * count);
    let k = 1.0 - m;
    let (first, second) = (6.0 / k, 0.6 * (3.0 - 7.0 * m) / (k * k));
    let mut u = (y * (first + y * (second + y * (PI * PI - first - second)))).sqrt();
    for _ in 0..STEPS {
        let ((sin, cos), (small_sin, small_cos)) =
            (ops::sin_cos_f64(u), ops::sin_cos_f64(u / count));
        let chords = count * small_sin;
        u += chords * ((1.0 - y) * chords - sin) / (cos * chords - sin * small_cos);
    }
    u
}

#[cfg(test)]
mod tests {
    use super::{super::lanes::One, *};

    #[test]
    fn the_bend_spans_what_it_should() {
        for count in [3, 4, 5, 10, 100, 1000] {
            let arc = Arc::new(count);
            for step in 0..=10_000 {
                let reach = step as f32 / 10_000.0;
                let bend = arc.bend::<One>(reach);
                let spread = arc.spread(&bend);
                assert!((spread - reach).abs() < 2e-6, "{count} segments, {reach}: {spread}");
                let angle = |[sin, cos]: [f32; 2]| ops::atan2_f64(sin.into(), cos.into());
                let (s, w) = (angle(bend.turn), angle(bend.lean));
                let u = s * count as f64;
                let spread = if s > 0.0 {
                    ops::sin_cos_f64(u).0 / (count as f64 * ops::sin_cos_f64(s).0)
                } else {
                    1.0
                };
                assert!(
                    (spread - f64::from(reach)).abs() < 2e-6,
                    "{count} segments, {reach}: {spread}"
                );
                assert!((u - s - 2.0 * w).abs() < 2e-6, "{count} segments, {reach}: {s} {w}");
            }
        }
    }

    #[test]
    fn sines_and_cosines_belong_together() {
        for count in [3, 10, 1000] {
            let arc = Arc::new(count);
            for step in 0..=1000 {
                let Bend { turn, lean } = arc.bend::<One>(step as f32 / 1000.0);
                for [sin, cos] in [turn, lean] {
                    assert!(
                        (sin * sin + cos * cos - 1.0).abs() < 2e-6,
                        "{count} segments, {step}: {sin} {cos}"
                    );
                }
            }
        }
    }
}
