//! The nearest rotation whose Euler angles lie in a box: exact, in closed form.
//!
//! The rotation r of the box that is nearest to q maximizes `|q · r|`. It lies inside the box (then
//! it is q), inside one of the six faces (one angle on a bound), on one of the twelve edges, or at
//! a corner. With half angles a, b, c of heading, pitch and bank, and r the product in the order
//! `Xyz`:
//!
//! * On an edge two angles are fixed and `q · r = A cos h + B sin h` in the third half angle h. The
//!   peak is `atan2(B, A)`; the nearest allowed angle on the circle is the best, corners included.
//! * On a face two angles are free, and `q · r` splits into one cosine of a half sum and one of a
//!   half difference with independent peaks: with the heading fixed, in `b + c` and `b - c`; with
//!   the bank fixed, in `a + b` and `a - b`; with the pitch fixed, in `a + c` and `a - c`. So a
//!   face has one peak, which counts if it lies in the box.
//!
//! The best of these at most 18 is the answer. Candidates are compared by `|q - r|²`; `q · r` has
//! no significant digits next to the box. No trigonometry: angles are unit vectors.

use glam::{Mat3, Vec3};

use super::{
    direction::outer,
    half::Half,
    interval::{Interval, Place},
};
use crate::math::Rot;

/// The halves of heading, pitch and bank, in the order `Xyz`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple {
    pub(super) halves: [Half; 3],
}

impl Triple {
    pub(super) fn rotation(&self) -> Rot {
        let [a, b, c] = self.halves;
        about(0, a) * about(1, b) * about(2, c)
    }

    /// The squared length of the difference of the two quaternions: for small angles a quarter of
    /// the squared angle.
    pub(super) fn squared_distance(&self, q: Rot) -> f32 {
        let r = self.rotation();
        let sign = if r.dot(q) < 0.0 { -1.0 } else { 1.0 };
        let (x, y, z, w) = (q.x - sign * r.x, q.y - sign * r.y, q.z - sign * r.z, q.w - sign * r.w);
        (x * x + y * y) + (z * z + w * w)
    }

    /// The triple of the box nearest to a unit rotation outside.
    pub(super) fn nearest(q: Rot, intervals: &[Interval; 3]) -> Self {
        let mut best = Self { halves: intervals.map(|interval| interval.nearest(Half::REST)) };
        let mut least = f32::INFINITY;
        let mut consider = |triple: Self| {
            let squared = triple.squared_distance(q);
            if squared < least {
                (best, least) = (triple, squared);
            }
        };
        let mut has_peak = [[false; 2]; 3];
        for fixed in 0..3 {
            for (end, &bound) in intervals[fixed].ends().iter().enumerate() {
                let mut peak = face_peak(q, fixed, bound);
                let is_inside = |place: usize| {
                    place == fixed || intervals[place].place(peak.halves[place]) == Place::Inside
                };
                if (0..3).all(is_inside) {
                    // Rounding must neither lose a peak between two adjacent faces nor put it
                    // outside.
                    for place in (0..3).filter(|&place| place != fixed) {
                        peak.halves[place] = intervals[place].nearest(peak.halves[place]);
                    }
                    has_peak[fixed][end] = true;
                    consider(peak);
                }
            }
        }
        for free in 0..3 {
            let (first, second) = ((free + 1) % 3, (free + 2) % 3);
            for (i, &one) in intervals[first].ends().iter().enumerate() {
                for (j, &other) in intervals[second].ends().iter().enumerate() {
                    // A face's peak beats its edges; where they meet, rounding must not decide.
                    if !has_peak[first][i] && !has_peak[second][j] {
                        consider(best_on_edge(q, intervals, free, [one, other]));
                    }
                }
            }
        }
        best
    }

    /// The derivative of [`Self::nearest`] at `q`: maps a small left rotation of q to that of this
    /// triple's rotation.
    ///
    /// With the residual `ρ = q r⁻¹ = (v, w)` and the axes u of the free angles at r, the condition
    /// that `ρ · exp(Σ u dh)` is maximal yields `w dh₁ + m dh₂ = (w u₁ + v × u₁)·ω` and its twin,
    /// with `m = w u₁·u₂ - v·(u₁ × u₂)`.
    pub(super) fn derivative(&self, q: Rot, intervals: &[Interval; 3]) -> Mat3 {
        let residual = (q * self.rotation().inverse()).positive();
        let (v, w) = (residual.vector(), residual.w);
        let pull = |u: Vec3| u * w + v.cross(u);
        let axes = self.axes();
        let is_free = |place: usize| !intervals[place].ends().contains(&self.halves[place]);
        let free = || (0..3).filter(|&place| is_free(place)).map(|place| axes[place]);
        let mut found = free();
        match (found.next(), found.next()) {
            (Some(u), None) if w > 1e-6 => outer(u, pull(u) / w),
            (Some(u1), Some(u2)) => {
                let m = w * u1.dot(u2) - v.dot(u1.cross(u2));
                let determinant = w * w - m * m;
                if determinant.abs() < 1e-10 {
                    return Mat3::ZERO;
                }
                let (one, two) = (pull(u1) * w - pull(u2) * m, pull(u2) * w - pull(u1) * m);
                (outer(u1, one) + outer(u2, two)) * (1.0 / determinant)
            }
            _ => Mat3::ZERO,
        }
    }

    /// The axes about which the three angles rotate the whole rotation.
    fn axes(&self) -> [Vec3; 3] {
        let [a, b, _] = self.halves;
        let heading = about(0, a);
        [Vec3::X, heading.rotate(Vec3::Y), (heading * about(1, b)).rotate(Vec3::Z)]
    }
}

fn about(axis: usize, half: Half) -> Rot {
    Rot::from_parts(Vec3::AXES[axis] * half.sin, half.cos)
}

/// The half of the free angle at which the rotation with the two other halves is nearest.
fn edge_peak(q: Rot, free: usize, [a, b, c]: [Half; 3]) -> Half {
    let outer = if free > 0 { about(0, a) } else { Rot::IDENTITY };
    let outer = if free > 1 { outer * about(1, b) } else { outer };
    let inner = if free < 2 { about(2, c) } else { Rot::IDENTITY };
    let inner = if free < 1 { about(1, b) * inner } else { inner };
    let rest = outer.inverse() * q * inner.inverse();
    Half::new(rest.w, rest.vector()[free])
}

/// The nearest triple with the two halves that follow the free one, cyclically, on these bounds.
fn best_on_edge(q: Rot, intervals: &[Interval; 3], free: usize, bounds: [Half; 2]) -> Triple {
    let mut halves = [Half::REST; 3];
    [halves[(free + 1) % 3], halves[(free + 2) % 3]] = bounds;
    halves[free] = intervals[free].nearest(edge_peak(q, free, halves));
    Triple { halves }
}

/// The nearest triple with one half fixed, ignoring the intervals of the two others.
fn face_peak(q: Rot, fixed: usize, bound: Half) -> Triple {
    let unit = |cos: f32, sin: f32| Half::new(cos, sin).unit().unwrap_or(Half::REST);
    let (sum, difference) = match fixed {
        0 => {
            let q = about(0, bound).inverse() * q;
            (unit(q.w - q.x, q.y + q.z), unit(q.w + q.x, q.y - q.z))
        }
        1 => {
            let side = |length: f32| 1f32.copysign(length);
            let (p, m) = (side(bound.cos + bound.sin), side(bound.cos - bound.sin));
            (unit(p * (q.w + q.y), p * (q.x + q.z)), unit(m * (q.w - q.y), m * (q.x - q.z)))
        }
        _ => {
            let q = q * about(2, bound).inverse();
            (unit(q.w - q.z, q.x + q.y), unit(q.w + q.z, q.x - q.y))
        }
    };
    let (first, second) = (sum.plus(difference).halved(), sum.minus(difference).halved());
    let halves = match fixed {
        0 => [bound, first, second],
        1 => [first, bound, second],
        _ => [first, second, bound],
    };
    Triple { halves }
}
