//! The nearest point on an elliptic cone.
//!
//! The cone's edge is an ellipse in the plane of `tan(swing / 4)`: `m = (a cos t, b sin t)`. For a
//! point p outside, the nearest point of the edge maximizes `f(t) = p · P(t)`, where P is the edge
//! on the unit sphere. By symmetry it lies in the quadrant of p. A coarse search over nine points
//! finds the right one of several maxima (wide cones bend the other way round the sphere). Newton's
//! method on `f'(t)`, kept inside the bracket of the search, then converges to the last digit. The
//! angle t is a unit vector throughout, so no sine is needed.

use glam::Vec3;

use super::{direction::Foot, half::Half};
use crate::{math::vector, ops};

/// The sphere on which distances are measured, as a point per swing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sphere {
    /// The swing's quaternion (x, y, w): half the angle of the rotation between two swings with the
    /// same twist.
    Swings,
    /// The direction of Z after the swing, rotated so that X is the direction to which a swing
    /// about X moves Z: the angle of the smallest rotation between two directions, for any twist.
    Directions,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ellipse {
    radii: [f32; 2],
}

/// Angles for the coarse search, eight steps in a quadrant: cosines (sines in reverse order).
const QUADRANT: [f32; 9] = [
    1.0,
    0.980_785_25,
    0.923_879_5,
    0.831_469_6,
    0.707_106_77,
    0.555_570_24,
    0.382_683_43,
    0.195_090_32,
    0.0,
];

/// Newton's method needs 3 to 5 rounds; the bound is for flat thin ellipses, where it halves the
/// bracket.
const ROUNDS: usize = 14;

/// A step near the resolution of single precision: with a smaller bound, rounding would decide
/// between the two sides of the bracket.
const CONVERGED: f32 = 3e-7;

/// The smallest radius of an ellipse, to avoid division by zero: well below the resolution of
/// single precision.
const LEAST_RADIUS: f32 = 1e-7;

impl Ellipse {
    /// The ellipse from the largest swings about X and Y, radians in [0, π].
    pub(super) fn new(swing_x: f32, swing_y: f32) -> Self {
        let radius =
            |swing: f32| ops::tan(0.25 * swing.clamp(0.0, std::f32::consts::PI)).max(LEAST_RADIUS);
        Self { radii: [radius(swing_x), radius(swing_y)] }
    }

    /// Whether the swing (x, y, w) is inside.
    pub(super) fn contains(&self, swing: Vec3) -> bool {
        let [a, b] = self.radii;
        let below = 1.0 + swing.z;
        let (x, y) = (swing.x / a, swing.y / b);
        x * x + y * y <= below * below
    }

    /// Whether the swing (x, y, w) is outside or less than `tolerance` radians from the edge, to
    /// first order. A smaller radius is ignored: that axis is locked.
    ///
    /// Distances in the plane are (1 + m²) / 4 = 1 / (2 (1 + w)) of the angle, which leaves a
    /// division by the slope.
    pub(super) fn is_near_edge(&self, swing: Vec3, tolerance: f32) -> bool {
        let part = |value: f32, radius: f32| {
            if 4.0 * radius > tolerance {
                [value / radius, value / (radius * radius)]
            } else {
                [0.0; 2]
            }
        };
        let [[x, slope_x], [y, slope_y]] =
            [part(swing.x, self.radii[0]), part(swing.y, self.radii[1])];
        let below = 1.0 + swing.z;
        x * x + y * y - below * below > -tolerance * (slope_x * slope_x + slope_y * slope_y).sqrt()
    }

    /// The point of the edge nearest to `from`, both on the given sphere.
    pub(super) fn foot(&self, sphere: Sphere, from: Vec3) -> Foot {
        let side = Vec3::new(1f32.copysign(from.x), 1f32.copysign(from.y), 1.0);
        let from = from * side;
        let [point, speed, change] = self.edge(sphere, self.nearest(sphere, from));
        let curvature = [point.cross(speed).dot(change), speed.length_squared() * speed.length()];
        // At a large distance the great circle to the foot defines the tangent better than the
        // edge, which may end in a corner.
        let across = from.cross(point);
        let axis = if across.length_squared() > 1e-4 { across } else { speed };
        let tangent = vector::unit(axis)
            .or_else(|| vector::unit(across))
            .unwrap_or_else(|| vector::perpendicular(point, Vec3::Y));
        Foot { point: point * side, tangent: tangent * side, curvature }
    }

    /// The angle t on the edge, in the first quadrant as `from` is.
    fn nearest(&self, sphere: Sphere, from: Vec3) -> Half {
        let coarse = |i: usize| Half::new(QUADRANT[i], QUADRANT[8 - i]);
        let height = |i: usize| self.point(sphere, coarse(i)).dot(from);
        let best = (1..9)
            .fold((0, height(0)), |best, i| if height(i) > best.1 { (i, height(i)) } else { best })
            .0;
        let (mut low, mut high) = (coarse(best.saturating_sub(1)), coarse((best + 1).min(8)));
        let mut t = coarse(best);
        for _ in 0..ROUNDS {
            let [point, speed, change] = self.edge(sphere, t);
            // The point is perpendicular to its derivative: subtracting it avoids cancellation when
            // `from` is next to the edge.
            let (slope, bend) = (speed.dot(from - point), change.dot(from));
            let step = -slope / bend;
            if bend < 0.0 && step.abs() < CONVERGED {
                break;
            }
            if slope > 0.0 {
                low = t;
            } else {
                high = t;
            }
            let newton = t
                .plus(Half::new(1.0, step))
                .unit()
                .filter(|next| bend < 0.0 && between(low, *next, high));
            t = newton
                .or_else(|| Half::new(low.cos + high.cos, low.sin + high.sin).unit())
                .unwrap_or(t);
        }
        t
    }

    fn point(&self, sphere: Sphere, t: Half) -> Vec3 {
        let (x, y) = (self.radii[0] * t.cos, self.radii[1] * t.sin);
        let squared = x * x + y * y;
        let swing = Vec3::new(2.0 * x, 2.0 * y, 1.0 - squared) * (1.0 / (1.0 + squared));
        match sphere {
            Sphere::Swings => swing,
            Sphere::Directions => doubled(swing, swing),
        }
    }

    /// The edge's point on the sphere and its first two derivatives by t.
    fn edge(&self, sphere: Sphere, t: Half) -> [Vec3; 3] {
        let [a, b] = self.radii;
        let m = glam::Vec2::new(a * t.cos, b * t.sin);
        let (m1, m2) = (glam::Vec2::new(-a * t.sin, b * t.cos), -m);
        // P = (2 m, 1 - m²) / g with g = 1 + m²
        let (u1, u2) = (2.0 * m.dot(m1), 2.0 * (m1.dot(m1) + m.dot(m2)));
        let inverse = 1.0 / (1.0 + m.dot(m));
        let p = (m * 2.0).extend(1.0 - m.dot(m)) * inverse;
        let p1 = ((m1 * 2.0).extend(-u1) - p * u1) * inverse;
        let p2 = ((m2 * 2.0).extend(-u2) - p1 * (2.0 * u1) - p * u2) * inverse;
        match sphere {
            Sphere::Swings => [p, p1, p2],
            Sphere::Directions => {
                [doubled(p, p), doubled(p, p1) * 2.0, (doubled(p1, p1) + doubled(p, p2)) * 2.0]
            }
        }
    }
}

/// The bilinear form whose value at (s, s) is the direction of Z after the swing s = (x, y, w),
/// with X and Y the directions to which swings about them move Z.
fn doubled(s: Vec3, r: Vec3) -> Vec3 {
    Vec3::new(s.z * r.x + s.x * r.z, s.z * r.y + s.y * r.z, s.z * r.z - s.x * r.x - s.y * r.y)
}

fn between(low: Half, t: Half, high: Half) -> bool {
    t.minus(low).sin >= 0.0 && high.minus(t).sin >= 0.0
}
