//! Conversion of any motion to linear keys.

use kansetsu::glam::{DQuat, DVec3};

use super::curve::Side;

/// The settings for converting an animated value to keys.
pub(super) struct Bake<'a> {
    /// The times at which segments start or end, seconds, ascending.
    pub(super) times: &'a [f64],
    /// The largest error of the linear interpolation.
    pub(super) tolerance: f64,
    /// Whether the value can jump at those times.
    pub(super) has_steps: bool,
    /// The number of further keys allowed.
    pub(super) left: &'a mut usize,
}

/// A value that can be keyed.
pub(super) trait Keyed: Copy {
    fn between(self, other: Self, fraction: f64) -> Self;
    fn apart(self, other: Self) -> f64;
}

impl Keyed for DVec3 {
    fn between(self, other: Self, fraction: f64) -> Self {
        self + (other - self) * fraction
    }

    fn apart(self, other: Self) -> f64 {
        self.distance(other)
    }
}

impl Keyed for DQuat {
    /// The shortest arc. For small arcs linear interpolation has an error below the last digit of
    /// single precision.
    fn between(self, other: Self, fraction: f64) -> Self {
        let other = if self.dot(other) < 0.0 { -other } else { other };
        let chord = other - self;
        let (a, b) = if chord.length_squared() < 2.5e-5 {
            (1.0 - fraction, fraction)
        } else {
            let angle = 2.0 * libm::atan2(chord.length(), (other + self).length());
            (libm::sin((1.0 - fraction) * angle), libm::sin(fraction * angle))
        };
        (self * a + other * b).normalize()
    }

    /// The angle, radians, for small angles.
    fn apart(self, other: Self) -> f64 {
        2.0 * (self - other).length().min((self + other).length())
    }
}

/// The time between the two keys of a step, seconds.
const STEP: f64 = 2e-4;

/// The most halvings of a segment: a sixty-fourth of it is less than a millisecond at any frame
/// rate.
const HALVINGS: u32 = 6;

/// The fractions at which the interpolation is compared with the curve: not the middle, where
/// ease-in-out curves cross it.
const PROBES: [f64; 2] = [0.3, 0.7];

/// The error of an even bend in the middle, relative to the probes.
const BENT: f64 = 1.2;

impl Bake<'_> {
    /// Times and values. A constant value has one key.
    pub(super) fn run<T: Keyed>(self, value: impl Fn(f64, Side) -> T) -> (Vec<f64>, Vec<T>) {
        let mut keys = Keys { times: Vec::new(), values: Vec::new(), tolerance: self.tolerance };
        let Some(&first) = self.times.first() else { return (keys.times, keys.values) };
        let mut before = value(first, Side::After);
        keys.push(first, before);
        let mut has_moved = false;
        for pair in self.times.windows(2) {
            let ends = [(pair[0], before), (pair[1], value(pair[1], Side::Before))];
            let after = if self.has_steps { value(pair[1], Side::After) } else { ends[1].1 };
            before = after;
            keys.divide(ends, self.left, &value);
            if ends[1].1.apart(after) > self.tolerance {
                keys.push(pair[1] - STEP.min(0.25 * (pair[1] - pair[0])), ends[1].1);
            }
            keys.push(pair[1], after);
            *self.left = self.left.saturating_sub(1);
            has_moved |= keys.values.last().is_some_and(|last| last.apart(keys.values[0]) > 1e-9);
        }
        let moves = has_moved || keys.values.iter().any(|other| other.apart(keys.values[0]) > 1e-9);
        if !moves {
            keys.times.truncate(1);
            keys.values.truncate(1);
        }
        (keys.times, keys.values)
    }
}

struct Keys<T> {
    times: Vec<f64>,
    values: Vec<T>,
    tolerance: f64,
}

impl<T: Keyed> Keys<T> {
    fn push(&mut self, time: f64, value: T) {
        self.times.push(time);
        self.values.push(value);
    }

    /// Adds as many keys between two ends as needed: for an even bend, the error shrinks with the
    /// square of the step.
    fn divide(&mut self, [a, b]: [(f64, T); 2], left: &mut usize, value: &impl Fn(f64, Side) -> T) {
        let at = |fraction: f64| {
            (a.0 + fraction * (b.0 - a.0), value(a.0 + fraction * (b.0 - a.0), Side::After))
        };
        let off = PROBES.map(|fraction| at(fraction).1.apart(a.1.between(b.1, fraction)));
        let off = off[0].max(off[1]);
        if off <= self.tolerance || *left == 0 {
            return;
        }
        let parts = (off * BENT / self.tolerance).sqrt().ceil().clamp(2.0, f64::from(1 << HALVINGS))
            as usize;
        // NaN becomes 0 and counts as even.
        let parts = parts.max(2).min(*left + 1);
        *left -= parts - 1;
        let halvings = HALVINGS.saturating_sub(parts.ilog2());
        let mut from = a;
        for part in 1..parts {
            let to = at(part as f64 / parts as f64);
            self.fill([from, to], halvings, left, value);
            self.push(to.0, to.1);
            from = to;
        }
        self.fill([from, b], halvings, left, value);
    }

    /// Adds keys between two near ends, where the bend is not even.
    fn fill(
        &mut self,
        [a, b]: [(f64, T); 2],
        halvings: u32,
        left: &mut usize,
        value: &impl Fn(f64, Side) -> T,
    ) {
        if halvings == 0 || *left == 0 {
            return;
        }
        let time = 0.5 * (a.0 + b.0);
        let middle = (time, value(time, Side::After));
        if middle.1.apart(a.1.between(b.1, 0.5)) <= self.tolerance {
            return;
        }
        *left -= 1;
        self.fill([a, middle], halvings - 1, left, value);
        self.push(middle.0, middle.1);
        self.fill([middle, b], halvings - 1, left, value);
    }
}
