//! The rotation that best fits points to target positions.
//!
//! The rotation `R` that maximizes `Σ w (R a) · b`, found from the current one by rotating along
//! the torque of springs between the points. With one point, or collinear points, the rotation
//! about that line stays unchanged.
//!
//! Source: M. Müller, J. Bender, N. Chentanez, M. Macklin, "A robust method to extract the
//! rotational part of deformations", Motion in Games 2016, section 3. Near convergence Newton's
//! step is used instead, as theirs is slow for nearly collinear points. Cost: one sum over the
//! points and one to four iterations.

use glam::{Mat3, Vec3};

use crate::math::Rot;

/// The maximum number of iterations, and the rotation at which it has converged, radians.
const TURNS: usize = 12;
const SETTLED: f32 = 1e-6;

/// The alignment, as a fraction of the maximum, above which Newton's step is used.
const NEAR: f32 = 0.7;

/// Regularization of the rotation that collinear points leave free: with less rounding errors
/// accumulate, with more the last iterations gain too little.
const SOFT: f32 = 5e-2;

/// The moments of the pairs of points and targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// `Σ w b aᵀ`.
    sum: Mat3,
    size: f32,
}

impl Fit {
    pub(super) const fn new() -> Self {
        Self { sum: Mat3::ZERO, size: 0.0 }
    }

    /// Adds a point and its target position, both relative to the center of rotation.
    pub(super) fn push(&mut self, point: Vec3, place: Vec3, weight: f32) {
        let place = place * weight;
        self.sum.x_axis += place * point.x;
        self.sum.y_axis += place * point.y;
        self.sum.z_axis += place * point.z;
        self.size += place.length() * point.length();
    }

    /// The best rotation near `rotation`.
    pub(super) fn rotation(&self, mut rotation: Rot) -> Rot {
        for _ in 0..TURNS {
            let r = rotation.to_matrix();
            let torque = r.x_axis.cross(self.sum.x_axis)
                + r.y_axis.cross(self.sum.y_axis)
                + r.z_axis.cross(self.sum.z_axis);
            let along = r.x_axis.dot(self.sum.x_axis)
                + r.y_axis.dot(self.sum.y_axis)
                + r.z_axis.dot(self.sum.z_axis);
            let turn = if along > NEAR * self.size {
                // Newton's step: the stiffness of the springs is `tr(S) - S`, `S` the symmetric
                // part of `Σ w b (R a)ᵀ`.
                let product = self.sum * r.transpose();
                let stiffness = Mat3::from_diagonal(Vec3::splat(along + SOFT * self.size))
                    - (product + product.transpose()) * 0.5;
                stiffness.inverse() * torque
            } else {
                torque * (1.0 / (along.abs() + SOFT * self.size + f32::MIN_POSITIVE))
            };
            // Far from the optimum a rotation may be too large; clamped to a right angle.
            let length = turn.length();
            if length > SETTLED {
                rotation = (Rot::from_rotation_vector(turn * (1.0_f32.min(1.5 / length)))
                    * rotation)
                    .normalized();
            } else {
                break;
            }
        }
        rotation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_rotation_that_was_applied() {
        let points =
            [Vec3::new(0.2, 0.1, 0.0), Vec3::new(-0.2, 0.1, 0.05), Vec3::new(0.0, 0.4, -0.1)];
        for number in 0..200 {
            let wanted = Rot::from_rotation_vector(Vec3::new(
                number as f32 * 0.013,
                1.0 - number as f32 * 0.01,
                0.3,
            ));
            let mut fit = Fit::new();
            for point in points {
                fit.push(point, wanted.rotate(point), 2.0);
            }
            assert!((fit.rotation(Rot::IDENTITY).inverse() * wanted).angle() < 1e-5, "{number}");
        }
    }

    #[test]
    fn one_point_is_turned_the_least() {
        let point = Vec3::X * 0.3;
        for number in 0..200 {
            let turn = Rot::from_rotation_vector(Vec3::new(
                number as f32 * 0.3,
                0.9 - number as f32 * 0.008,
                0.013 * number as f32,
            ));
            let place = turn.rotate(point) * 1.2;
            let mut fit = Fit::new();
            fit.push(point, place, 1.0);
            let least = Rot::between(point, place, Vec3::Y);
            let off = (fit.rotation(Rot::IDENTITY).inverse() * least).angle();
            assert!(off < 1e-5 || place.angle_between(-point) < 0.1, "{number}: {off}");
        }
    }

    #[test]
    fn nothing_to_fit_turns_nothing() {
        assert_eq!(Fit::new().rotation(Rot::IDENTITY), Rot::IDENTITY);
    }
}
