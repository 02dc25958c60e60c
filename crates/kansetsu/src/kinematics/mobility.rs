//! Screws and the mobility of the tree: the motion of the body under a force.
//!
//! A force `f` at a position `p` is the wrench `(p × f, f)` about the origin; a joint that rotates
//! by `ω` about `a` moves all its descendants by the twist `(ω, a × ω)`. The mobility of a node is
//! the sum of `w s sᵀ` over the twists `s` of all joints above it, so a force at one point of the
//! body moves another point by the mobility of their lowest common ancestor. This is `J W Jᵀ`,
//! block by block, from sums along the tree.
//!
//! Source: R. Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapters 2 and 5 (spatial
//! vectors; recursive sums).

use std::ops::{Add, AddAssign};

use glam::{DMat3, DVec3};

/// A spatial vector about the origin: a wrench (moment, force) or a twist (rotation, velocity of
/// the origin).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Screw {
    pub(crate) angular: DVec3,
    pub(crate) linear: DVec3,
}

impl Screw {
    pub(crate) const ZERO: Self = Self { angular: DVec3::ZERO, linear: DVec3::ZERO };

    /// The wrench of a force at a position.
    #[inline]
    pub(crate) fn force(place: DVec3, force: DVec3) -> Self {
        Self { angular: place.cross(force), linear: force }
    }

    /// The wrench of a moment.
    #[inline]
    pub(crate) const fn moment(moment: DVec3) -> Self {
        Self { angular: moment, linear: DVec3::ZERO }
    }

    /// The twist of a rotation about an axis through a position.
    #[inline]
    pub(crate) fn rotation(place: DVec3, rotation: DVec3) -> Self {
        Self { angular: rotation, linear: place.cross(rotation) }
    }

    /// The twist of a translation.
    #[inline]
    pub(crate) const fn translation(way: DVec3) -> Self {
        Self { angular: DVec3::ZERO, linear: way }
    }

    /// The moment of a wrench about a position.
    #[inline]
    pub(crate) fn moment_about(&self, place: DVec3) -> DVec3 {
        self.angular - place.cross(self.linear)
    }

    /// The work of a wrench along a twist.
    #[inline]
    pub(crate) fn dot(&self, other: &Self) -> f64 {
        self.angular.dot(other.angular) + self.linear.dot(other.linear)
    }
}

impl Add for Screw {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { angular: self.angular + other.angular, linear: self.linear + other.linear }
    }
}

impl AddAssign for Screw {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// A symmetric 6×6 matrix that maps wrenches to twists, in 3×3 blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mobility {
    angular: DMat3,
    /// From forces to rotations; its transpose maps moments to velocities.
    coupling: DMat3,
    linear: DMat3,
}

impl Mobility {
    pub(crate) const ZERO: Self =
        Self { angular: DMat3::ZERO, coupling: DMat3::ZERO, linear: DMat3::ZERO };

    /// Adds `weight s sᵀ` of one twist.
    #[inline]
    pub(crate) fn add(&mut self, s: Screw, weight: f64) {
        let (angular, linear) = (s.angular * weight, s.linear * weight);
        self.angular += outer(angular, s.angular);
        self.coupling += outer(angular, s.linear);
        self.linear += outer(linear, s.linear);
    }

    /// Adds rotations about all axes through a position.
    #[inline]
    pub(crate) fn add_ball(&mut self, place: DVec3, weight: f64) {
        let DVec3 { x, y, z } = place * weight;
        self.angular += DMat3::from_diagonal(DVec3::splat(weight));
        self.coupling += DMat3::from_cols(
            DVec3::new(0.0, -z, y),
            DVec3::new(z, 0.0, -x),
            DVec3::new(-y, x, 0.0),
        );
        self.linear += DMat3::from_diagonal(DVec3::splat(weight * place.length_squared()))
            - outer(place * weight, place);
    }

    /// Adds translations along all axes.
    #[inline]
    pub(crate) fn add_slide(&mut self, weight: f64) {
        self.linear += DMat3::from_diagonal(DVec3::splat(weight));
    }

    /// The twist caused by a wrench.
    #[inline]
    pub(crate) fn twist(&self, wrench: &Screw) -> Screw {
        Screw {
            angular: self.angular * wrench.angular + self.coupling * wrench.linear,
            linear: self.coupling.transpose() * wrench.angular + self.linear * wrench.linear,
        }
    }
}

#[inline]
fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_three_axes() {
        let place = DVec3::new(0.3, -1.2, 0.7);
        let (mut ball, mut axes) = (Mobility::ZERO, Mobility::ZERO);
        ball.add_ball(place, 1.7);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            axes.add(Screw::rotation(place, axis), 1.7);
        }
        let wrench = Screw::force(DVec3::new(1.0, 2.0, -0.5), DVec3::new(-0.2, 0.4, 0.9));
        let [ball, axes] = [ball, axes].map(|mobility| mobility.twist(&wrench));
        assert!(
            (ball.angular - axes.angular).length() < 1e-12
                && (ball.linear - axes.linear).length() < 1e-12
        );
    }

    #[test]
    fn a_force_moves_a_point_as_the_joint_does() {
        // A ball at `a` that a force at `p` rotates by its moment moves the point `q` by moment ×
        // (q - a).
        let [a, p, q] =
            [DVec3::new(0.1, 0.2, 0.3), DVec3::new(1.0, -0.4, 0.2), DVec3::new(-0.7, 0.5, 1.1)];
        let force = DVec3::new(0.3, 0.6, -0.2);
        let mut mobility = Mobility::ZERO;
        mobility.add_ball(a, 1.0);
        let twist = mobility.twist(&Screw::force(p, force));
        let moved = twist.linear + twist.angular.cross(q);
        assert!((moved - (p - a).cross(force).cross(q - a)).length() < 1e-12);
    }
}
