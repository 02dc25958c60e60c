//! A number over time: keys with tangents.
//!
//! Between two keys the value is constant, a line, or a Bézier curve in time and value. Its inner
//! points are at a third of the way unless the key has weights. The file does not store slopes of
//! automatic keys; they follow from the neighbouring keys. (Autodesk, "FBX SDK Help:
//! FbxAnimCurveDef", confirmed by the positions of other readers.)

use std::cell::Cell;

/// A curve, prepared for sampling.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve {
    keys: Vec<Key>,
    /// The index of the last sampled segment: callers advance in time, and need no search.
    last: Cell<usize>,
    pub(super) before: Beyond,
    pub(super) after: Beyond,
}

/// A key of the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RawKey {
    /// Seconds.
    pub(super) time: f64,
    pub(super) value: f64,
    pub(super) flags: u32,
    /// The leaving slope (or tension, or bias), the slope that arrives at the next key (or
    /// continuity), two weights (or the second bias).
    pub(super) data: [u32; 4],
}

/// The extrapolation outside the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Beyond {
    #[default]
    Hold,
    Repeat,
    Mirror,
    Slope,
    /// Repeats, each time from the last value.
    Climb,
}

/// The side from which a time is approached: at a step the two values differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

#[derive(Clone, Copy, Debug)]
struct Key {
    time: f64,
    value: f64,
    way: Way,
    /// Slopes per second, and weights as fractions of the segment, on the side before the key and
    /// on the side after it.
    arriving: Tangent,
    leaving: Tangent,
}

#[derive(Clone, Copy, Debug)]
struct Tangent {
    slope: f64,
    weight: f64,
}

/// The interpolation from a key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Stay,
    /// Constant, a step.
    Jump,
    Line,
    Bend,
}

const CONSTANT: u32 = 0x2;
const CUBIC: u32 = 0x8;
/// With [`CONSTANT`]: the next key's value.
const NEXT: u32 = 0x100;
pub(super) const TCB: u32 = 0x200;
const USER: u32 = 0x400;
const CLAMP: u32 = 0x1000;
const TIME_INDEPENDENT: u32 = 0x2000;
const CLAMP_PROGRESSIVE: u32 = 0x4000;
const WEIGHTED_RIGHT: u32 = 0x0100_0000;
const WEIGHTED_NEXT_LEFT: u32 = 0x0200_0000;

/// The weight of a tangent without a stored one.
const THIRD: f64 = 1.0 / 3.0;

/// Values closer than this keep a clamped key flat.
const FLAT: f64 = 1e-3;

impl Curve {
    /// Keys that are not later than the previous one are dropped.
    pub(super) fn new(mut raw: Vec<RawKey>) -> Self {
        let mut last = f64::NEG_INFINITY;
        raw.retain(|key| {
            let is_later = key.time > last;
            last = last.max(key.time);
            is_later
        });
        let mut stored = Tangent { slope: 0.0, weight: THIRD };
        let mut keys = Vec::with_capacity(raw.len());
        for at in 0..raw.len() {
            let (key, next) = solve(&raw, at, stored);
            stored = next;
            keys.push(key);
        }
        Self { keys, ..Self::default() }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The times of its keys, seconds.
    pub(super) fn times(&self) -> impl Iterator<Item = f64> + '_ {
        self.keys.iter().map(|key| key.time)
    }

    /// Whether its value can jump.
    pub(super) fn has_steps(&self) -> bool {
        self.is_extrapolated()
            || self.keys.iter().any(|key| matches!(key.way, Way::Stay | Way::Jump))
    }

    /// Whether it continues outside its keys.
    pub(super) fn is_extrapolated(&self) -> bool {
        self.keys.len() > 1 && (self.before != Beyond::Hold || self.after != Beyond::Hold)
    }

    /// The value at a time; 0 without keys.
    pub(super) fn at(&self, time: f64, side: Side) -> f64 {
        let (Some(first), Some(last)) = (self.keys.first(), self.keys.last()) else { return 0.0 };
        let span = last.time - first.time;
        let (beyond, edge, slope) = if time < first.time {
            (self.before, first, first.leaving.slope)
        } else if time > last.time {
            (self.after, last, last.arriving.slope)
        } else {
            return self.inside(time, side);
        };
        let turns = ((time - first.time) / span).floor();
        let within = time - turns * span;
        match beyond {
            _ if span <= 0.0 => edge.value,
            Beyond::Hold => edge.value,
            Beyond::Slope => edge.value + slope * (time - edge.time),
            Beyond::Repeat => self.inside(within, side),
            Beyond::Climb => self.inside(within, side) + turns * (last.value - first.value),
            Beyond::Mirror if turns.rem_euclid(2.0) < 0.5 => self.inside(within, side),
            Beyond::Mirror => self.inside(last.time - (within - first.time), side),
        }
    }

    fn inside(&self, time: f64, side: Side) -> f64 {
        let is_past = |key: &Key| match side {
            Side::Before => key.time < time,
            Side::After => key.time <= time,
        };
        let is_next = |next: usize| {
            self.keys[..next].last().is_none_or(is_past)
                && !self.keys.get(next).is_some_and(is_past)
        };
        let last = self.last.get();
        let near = [last, (last + 1).min(self.keys.len())].into_iter().find(|&next| is_next(next));
        let next = near.unwrap_or_else(|| self.keys.partition_point(is_past));
        self.last.set(next);
        let Some(before) = next.checked_sub(1).and_then(|at| self.keys.get(at)) else {
            return self.keys[0].value;
        };
        self.keys.get(next).map_or(before.value, |after| before.to(after, time))
    }
}

impl Key {
    fn to(&self, next: &Self, time: f64) -> f64 {
        let span = next.time - self.time;
        let fraction = (time - self.time) / span;
        match self.way {
            Way::Stay => self.value,
            Way::Jump => next.value,
            Way::Line => self.value + (next.value - self.value) * fraction,
            Way::Bend => {
                let (leave, arrive) = (self.leaving, next.arriving);
                let at = parameter(leave.weight, 1.0 - arrive.weight, fraction);
                let inner = [
                    self.value + leave.slope * leave.weight * span,
                    next.value - arrive.slope * arrive.weight * span,
                ];
                bezier([self.value, inner[0], inner[1], next.value], at)
            }
        }
    }
}

fn bezier([a, b, c, d]: [f64; 4], t: f64) -> f64 {
    let s = 1.0 - t;
    s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
}

/// The parameter at which a Bézier curve from 0 to 1 reaches `fraction`. Bisection always ends,
/// even if weights fold the curve.
fn parameter(b: f64, c: f64, fraction: f64) -> f64 {
    if (b - THIRD).abs() < 1e-9 && (c - 2.0 * THIRD).abs() < 1e-9 {
        return fraction;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..48 {
        let middle = 0.5 * (low + high);
        if bezier([0.0, b, c, 1.0], middle) < fraction { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// A key, and its data for the arrival at the next one.
fn solve(raw: &[RawKey], at: usize, stored: Tangent) -> (Key, Tangent) {
    let RawKey { time, value, flags, data } = raw[at];
    let number = |slot: usize| f64::from(f32::from_bits(data[slot]));
    let weight =
        |flag: u32, packed: u32| if flags & flag != 0 { f64::from(packed) * 1e-4 } else { THIRD };
    let mut leaving =
        Tangent { slope: finite(number(0)), weight: weight(WEIGHTED_RIGHT, data[2] & 0xFFFF) };
    let mut next =
        Tangent { slope: finite(number(1)), weight: weight(WEIGHTED_NEXT_LEFT, data[2] >> 16) };
    let mut arriving = stored;
    let beside = |index: Option<usize>| {
        index.and_then(|index| raw.get(index)).map(|key| (key.time, key.value))
    };
    let around = [beside(at.checked_sub(1)), beside(Some(at + 1))];
    let slopes = around.map(|other| other.map(|(t, v)| (v - value) / (t - time)));
    let way = if flags & CONSTANT != 0 {
        leaving.weight = THIRD;
        next = Tangent { slope: 0.0, weight: THIRD };
        if flags & NEXT != 0 { Way::Jump } else { Way::Stay }
    } else if flags & CUBIC == 0 {
        let slope = slopes[1].unwrap_or(0.0);
        (leaving.slope, next.slope) = (slope, slope);
        Way::Line
    } else {
        if flags & TCB != 0 {
            let [tension, continuity, bias] =
                [finite(number(0)), finite(number(1)), finite(number(2))];
            [arriving.slope, leaving.slope] = kochanek(slopes, [tension, continuity, bias]);
            leaving.weight = THIRD;
        } else if flags & USER == 0 {
            let weights = [arriving.weight, leaving.weight];
            let slope = automatic(&Automatic {
                flags,
                bias: leaving.slope,
                around,
                slopes,
                here: (time, value),
                weights,
            });
            (arriving.slope, leaving.slope) = (slope, slope);
        }
        Way::Bend
    };
    (Key { time, value, way, arriving, leaving }, next)
}

/// The largest useful slope.
fn finite(number: f64) -> f64 {
    if number.abs() < 1e18 { number } else { 0.0 }
}

/// The data from which the slope of an automatic key follows.
struct Automatic {
    flags: u32,
    bias: f64,
    around: [Option<(f64, f64)>; 2],
    slopes: [Option<f64>; 2],
    here: (f64, f64),
    weights: [f64; 2],
}

fn automatic(key: &Automatic) -> f64 {
    let is_flat = |other: &(f64, f64)| (other.1 - key.here.1).abs() <= FLAT;
    if key.flags & CLAMP != 0 && key.around.iter().flatten().any(is_flat) {
        return 0.0;
    }
    let ([Some(before), Some(after)], [Some(left), Some(right)]) = (key.around, key.slopes) else {
        let one_sided = key.slopes.into_iter().flatten().next().unwrap_or(0.0);
        return if key.flags & CLAMP_PROGRESSIVE != 0 { 0.0 } else { one_sided };
    };
    let mut slope = (after.1 - before.1) / (after.0 - before.0);
    if key.flags & TIME_INDEPENDENT == 0 {
        let fraction = (key.here.0 - before.0) / (after.0 - before.0);
        slope = 0.5 * slope + 0.5 * (left * (1.0 - fraction) + right * fraction);
    }
    // The bias, in percent, shifts the slope to one side.
    let share = (key.bias.abs() / 100.0).min(1.0);
    slope += share * (if key.bias > 0.0 { right } else { left } - slope);
    if key.flags & CLAMP_PROGRESSIVE != 0 {
        let sign = if slope < 0.0 { -1.0 } else { 1.0 };
        let most = |slope: f64, weight: f64| {
            if weight > 0.0 { (sign * slope / weight).max(0.0) } else { 0.0 }
        };
        slope = sign * slope.abs().min(most(left, key.weights[0])).min(most(right, key.weights[1]));
    }
    slope
}

/// D. Kochanek, R. Bartels, "Interpolating Splines with Local Tension, Continuity, and Bias
/// Control", SIGGRAPH 1984, equations 8 and 9.
fn kochanek(slopes: [Option<f64>; 2], [t, c, b]: [f64; 3]) -> [f64; 2] {
    let left = slopes[0].or(slopes[1]).unwrap_or(0.0);
    let right = slopes[1].unwrap_or(left);
    let mix =
        |c: f64| 0.5 * (1.0 - t) * ((1.0 - c) * (1.0 + b) * left + (1.0 + c) * (1.0 - b) * right);
    [mix(c), mix(-c)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(time: f64, value: f64, flags: u32, slopes: [f32; 2]) -> RawKey {
        RawKey { time, value, flags, data: [slopes[0].to_bits(), slopes[1].to_bits(), 0, 0] }
    }

    #[test]
    fn user_slopes_are_a_hermite_curve() {
        // t² from 0 to 2.
        let curve = Curve::new(vec![
            key(0.0, 0.0, CUBIC | USER, [0.0, 4.0]),
            key(2.0, 4.0, CUBIC | USER, [4.0, 0.0]),
        ]);
        for step in 0..=20 {
            let time = f64::from(step) * 0.1;
            assert!((curve.at(time, Side::After) - time * time).abs() < 1e-12);
        }
    }

    #[test]
    fn a_step_has_two_sides() {
        for (flags, inside) in [(CONSTANT, 1.0), (CONSTANT | NEXT, 5.0)] {
            let curve = Curve::new(vec![
                key(0.0, 1.0, flags, [0.0; 2]),
                key(1.0, 5.0, flags, [0.0; 2]),
                key(2.0, 9.0, flags, [0.0; 2]),
            ]);
            assert_eq!((curve.at(0.5, Side::After), curve.at(1.0, Side::Before)), (inside, inside));
            assert_eq!(curve.at(1.0, Side::After), inside + 4.0);
        }
    }

    #[test]
    fn curves_go_on_as_they_say() {
        let mut curve = Curve::new(vec![key(1.0, 0.0, 4, [0.0; 2]), key(3.0, 2.0, 4, [0.0; 2])]);
        for (beyond, early, late) in [
            (Beyond::Hold, 0.0, 2.0),
            (Beyond::Repeat, 1.5, 1.5),
            (Beyond::Mirror, 0.5, 0.5),
            (Beyond::Slope, -0.5, 3.5),
            (Beyond::Climb, -0.5, 3.5),
        ] {
            (curve.before, curve.after) = (beyond, beyond);
            assert_eq!(
                (curve.at(0.5, Side::After), curve.at(4.5, Side::After)),
                (early, late),
                "{beyond:?}"
            );
        }
    }

    #[test]
    fn folded_weights_and_keys_out_of_order_end_all_the_same() {
        let wild = RawKey {
            data: [1e30_f32.to_bits(), f32::NAN.to_bits(), u32::MAX, 0],
            ..key(0.0, 0.0, 0x0300_0408, [0.0; 2])
        };
        let curve = Curve::new(vec![
            wild,
            RawKey { time: 1.0, ..wild },
            RawKey { time: 0.5, ..wild },
            RawKey { time: f64::NAN, ..wild },
        ]);
        assert_eq!(curve.times().count(), 2);
        assert!((0..100).all(|step| curve.at(f64::from(step) * 0.01, Side::After).is_finite()));
    }
}
