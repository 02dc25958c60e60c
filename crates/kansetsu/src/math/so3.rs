//! Rotation vectors and rotations in double precision.
//!
//! The exponential and the logarithm of small rotations are polynomials: bit-identical on every
//! machine, without trigonometry.

use glam::{DQuat, DVec3, Quat, Vec3};

use super::Rot;
use crate::ops;

/// Half angles below this, radians, use the Taylor series; its error is then below 1e-16.
const SERIES: f64 = 0.5;

/// Directions with a cosine below this count as opposite.
const OPPOSITE: f64 = -1.0 + 1e-12;

/// The rotation by the rotation vector `v` (axis times angle, radians).
#[inline]
pub(crate) fn exp(v: DVec3) -> DQuat {
    let squared = 0.25 * v.length_squared();
    let (sinc, cos) = if squared < SERIES * SERIES {
        let s = squared;
        let sinc = 1.0
            - s / 6.0
                * (1.0
                    - s / 20.0
                        * (1.0
                            - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0 * (1.0 - s / 156.0)))));
        let cos = 1.0
            - s / 2.0
                * (1.0
                    - s / 12.0
                        * (1.0
                            - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0 * (1.0 - s / 132.0)))));
        (sinc, cos)
    } else {
        let half = squared.sqrt();
        let (sin, cos) = ops::sin_cos_f64(half);
        (sin / half, cos)
    };
    let v = v * (0.5 * sinc);
    DQuat::from_xyzw(v.x, v.y, v.z, cos)
}

/// The rotation vector of a unit quaternion, of length π at most.
#[inline]
pub(crate) fn log(q: DQuat) -> DVec3 {
    let v = if q.w < 0.0 { -q.xyz() } else { q.xyz() };
    let squared = v.length_squared();
    if squared < 0.01 {
        let s = squared;
        let series = 1.0
            + s * (1.0 / 6.0
                + s * (3.0 / 40.0
                    + s * (15.0 / 336.0 + s * (105.0 / 3456.0 + s * (945.0 / 42240.0)))));
        return v * (2.0 * series);
    }
    let sin = squared.sqrt();
    v * (2.0 * ops::atan2_f64(sin, q.w.abs()) / sin)
}

/// The angle from one direction to another as a rotation vector; `a` and `b` are unit vectors.
/// Opposite directions have any perpendicular axis.
pub(crate) fn between(a: DVec3, b: DVec3) -> DVec3 {
    let cross = a.cross(b);
    let (sin, cos) = (cross.length(), a.dot(b));
    if sin < 1e-12 {
        return if cos > 0.0 {
            DVec3::ZERO
        } else {
            a.any_orthonormal_vector() * std::f64::consts::PI
        };
    }
    cross * (ops::atan2_f64(sin, cos) / sin)
}

/// The smallest rotation from the direction of `a` to that of `b`; half a turn is about the
/// component of `fallback` perpendicular to `a`.
pub(crate) fn rotation_between(a: DVec3, b: DVec3, fallback: DVec3) -> DQuat {
    let (Some(a), Some(b)) = (a.try_normalize(), b.try_normalize()) else { return DQuat::IDENTITY };
    // For opposite directions the cross product is inaccurate: half a turn first, then the small
    // remainder.
    if a.dot(b) < OPPOSITE {
        let axis = fallback
            .reject_from_normalized(a)
            .try_normalize()
            .unwrap_or_else(|| a.any_orthonormal_vector());
        let half_turn = DQuat::from_xyzw(axis.x, axis.y, axis.z, 0.0);
        return rotation_between(half_turn * a, b, fallback) * half_turn;
    }
    let cross = a.cross(b);
    DQuat::from_xyzw(cross.x, cross.y, cross.z, 1.0 + a.dot(b)).normalize()
}

/// A rotation of single precision, normalized.
#[inline]
pub(crate) fn from_quat(q: Quat) -> DQuat {
    DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize()
}

/// Rounds to single precision.
#[inline]
pub(crate) const fn to_rot(q: DQuat) -> Rot {
    Rot::new(q.x as f32, q.y as f32, q.z as f32, q.w as f32)
}

/// Converts from single precision and normalizes.
#[inline]
pub(crate) fn from_rot(q: Rot) -> DQuat {
    DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize()
}

/// Converts to double precision.
#[inline]
pub(crate) fn wide(v: Vec3) -> DVec3 {
    DVec3::new(v.x.into(), v.y.into(), v.z.into())
}

/// Rounds to single precision.
#[inline]
pub(crate) const fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// The unit vector of a direction; X for zero.
pub(crate) fn direction(v: Vec3) -> DVec3 {
    let v = wide(v);
    let largest = v.abs().max_element();
    if largest > 0.0 && largest.is_finite() { (v / largest).normalize() } else { DVec3::X }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_undoes_the_exponential() {
        for step in 1..300 {
            let angle = f64::from(step) * 0.01;
            for axis in [DVec3::X, DVec3::new(0.6, 0.0, -0.8), DVec3::new(1.0, 2.0, -2.0) / 3.0] {
                let q = exp(axis * angle);
                assert!((q.length() - 1.0).abs() < 1e-14, "{angle}");
                assert!((log(q) - axis * angle).length() < 1e-12, "{angle}: {}", log(q));
                assert!((log(-q) - axis * angle).length() < 1e-12, "{angle}: the other sign");
            }
        }
    }

    #[test]
    fn a_rotation_between_directions_brings_one_to_the_other() {
        let directions = [
            DVec3::X,
            DVec3::NEG_X,
            DVec3::Y,
            DVec3::new(0.6, 0.0, 0.8),
            DVec3::new(-1.0, 2.0, 2.0) / 3.0,
        ];
        for a in directions {
            for b in directions {
                assert!((exp(between(a, b)) * a - b).length() < 1e-12, "{a} {b}");
                assert!(
                    (rotation_between(a * 3.0, b, DVec3::Z) * a - b).length() < 1e-12,
                    "{a} {b}"
                );
            }
        }
    }
}
