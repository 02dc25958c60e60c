//! A unit quaternion in scalar arithmetic.
//!
//! [`glam::Quat`] sums its products in a different order on each instruction set, so its last bits
//! differ between machines. Inside the core every rotation is a `Rot`; `Quat` is used at the
//! interface.

use glam::{Mat3, Quat, Vec3};

use super::vector;
use crate::ops;

/// A rotation as a unit quaternion, `x i + y j + z k + w`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot {
    /// Component of `i`.
    pub x: f32,
    /// Component of `j`.
    pub y: f32,
    /// Component of `k`.
    pub z: f32,
    /// The real component.
    pub w: f32,
}

/// Within this distance of 1 the inverse square root is linear, to less than the rounding of single
/// precision.
pub(super) const NEARLY_UNIT: f32 = 2e-4;

impl Rot {
    /// The identity.
    pub const IDENTITY: Self = Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

    /// A rotation from its components, without normalizing.
    #[inline(always)]
    #[must_use]
    pub const fn new(x: f32, y: f32, z: f32, w: f32) -> Self {
        Self { x, y, z, w }
    }

    /// A rotation from its vector part and its scalar part, without normalizing.
    #[inline(always)]
    #[must_use]
    pub const fn from_parts(v: Vec3, w: f32) -> Self {
        Self::new(v.x, v.y, v.z, w)
    }

    /// The vector part: the axis times the sine of half the angle.
    #[inline(always)]
    #[must_use]
    pub const fn vector(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.z)
    }

    /// The rotation by `angle` radians about the unit vector `axis`.
    #[inline]
    #[must_use]
    pub fn from_axis_angle(axis: Vec3, angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(0.5 * angle);
        Self::from_parts(axis * sin, cos)
    }

    /// The rotation by the rotation vector `v` (axis times angle).
    #[inline]
    #[must_use]
    pub fn from_rotation_vector(v: Vec3) -> Self {
        let angle = v.length();
        if angle < 1e-12 { Self::IDENTITY } else { Self::from_axis_angle(v / angle, angle) }
    }

    /// The smallest rotation from the direction of `from` to that of `to`, of any lengths. If they
    /// are opposite, the axis is `fallback`, made perpendicular to `from`. Identity if either is
    /// zero.
    #[must_use]
    pub fn between(from: Vec3, to: Vec3, fallback: Vec3) -> Self {
        let (Some(a), Some(b)) = (vector::unit(from), vector::unit(to)) else {
            return Self::IDENTITY;
        };
        if a.dot(b) < -0.9 {
            // The cross product is inaccurate here: half a turn about an exactly perpendicular
            // axis, then the remainder.
            let across = vector::unit(a.cross(b)).unwrap_or(fallback);
            let half_turn = Self::from_parts(vector::perpendicular(a, across), 0.0);
            return Self::between_near(-a, b) * half_turn;
        }
        Self::between_near(a, b)
    }

    /// The smallest rotation between unit vectors less than about 154° apart.
    #[inline]
    fn between_near(a: Vec3, b: Vec3) -> Self {
        Self::from_parts(a.cross(b), 1.0 + a.dot(b)).normalized()
    }

    /// The rotation of the pure-rotation matrix `m` (columns are the images of the axes).
    #[must_use]
    pub fn from_matrix(m: &Mat3) -> Self {
        let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
        let trace = x.x + y.y + z.z;
        let q = if trace > 0.0 {
            Self::new(y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace)
        } else if x.x > y.y && x.x > z.z {
            Self::new(1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y)
        } else if y.y > z.z {
            Self::new(x.y + y.x, 1.0 - x.x + y.y - z.z, y.z + z.y, z.x - x.z)
        } else {
            Self::new(z.x + x.z, y.z + z.y, 1.0 - x.x - y.y + z.z, x.y - y.x)
        };
        q.normalized()
    }

    /// The rotation as a matrix whose columns are the images of the axes.
    #[must_use]
    pub fn to_matrix(self) -> Mat3 {
        let Self { x, y, z, w } = self;
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (xx, xy, xz) = (x * x2, x * y2, x * z2);
        let (yy, yz, zz) = (y * y2, y * z2, z * z2);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        Mat3::from_cols(
            Vec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
            Vec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
            Vec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
        )
    }

    /// The dot product: of unit quaternions, the cosine of half the angle between them.
    #[inline(always)]
    #[must_use]
    pub fn dot(self, other: Self) -> f32 {
        (self.x * other.x + self.y * other.y) + (self.z * other.z + self.w * other.w)
    }

    /// The square of its length.
    #[inline(always)]
    #[must_use]
    pub fn squared(self) -> f32 {
        self.dot(self)
    }

    /// The inverse rotation.
    #[inline(always)]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::new(-self.x, -self.y, -self.z, self.w)
    }

    /// Normalizes; identity if the length is zero or not finite.
    #[inline(always)]
    #[must_use]
    pub fn normalized(self) -> Self {
        let squared = self.dot(self);
        let beyond = squared - 1.0;
        if beyond.abs() < NEARLY_UNIT {
            return self.scaled(1.0 - 0.5 * beyond);
        }
        if !(squared > 1e-30 && squared < 1e30) {
            return self.normalized_far();
        }
        self.scaled(1.0 / squared.sqrt())
    }

    #[cold]
    fn normalized_far(self) -> Self {
        let largest = self.x.abs().max(self.y.abs()).max(self.z.abs()).max(self.w.abs());
        if !(largest > 0.0 && largest.is_finite()) {
            return Self::IDENTITY;
        }
        let q = self.scaled(1.0 / largest);
        if !q.dot(q).is_finite() { Self::IDENTITY } else { q.scaled(1.0 / q.dot(q).sqrt()) }
    }

    #[inline(always)]
    fn scaled(self, s: f32) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s, self.w * s)
    }

    /// The image of Z.
    #[inline(always)]
    #[must_use]
    pub fn z_axis(self) -> Vec3 {
        Vec3::new(
            2.0 * (self.x * self.z + self.w * self.y),
            2.0 * (self.y * self.z - self.w * self.x),
            1.0 - 2.0 * (self.x * self.x + self.y * self.y),
        )
    }

    /// The image of `v`.
    #[inline(always)]
    #[must_use]
    pub fn rotate(self, v: Vec3) -> Vec3 {
        let u = self.vector();
        let t = u.cross(v) * 2.0;
        v + t * self.w + u.cross(t)
    }

    /// The same rotation with `w >= 0`.
    #[inline(always)]
    #[must_use]
    pub fn positive(self) -> Self {
        if self.w < 0.0 { Self::new(-self.x, -self.y, -self.z, -self.w) } else { self }
    }

    /// The axis times the angle, the angle in [0, π].
    #[must_use]
    pub fn rotation_vector(self) -> Vec3 {
        let q = self.positive();
        let sin = q.vector().length();
        if sin < 1e-9 { q.vector() * 2.0 } else { q.vector() * (2.0 * ops::atan2(sin, q.w) / sin) }
    }

    /// The angle of the rotation, in [0, π].
    #[inline]
    #[must_use]
    pub fn angle(self) -> f32 {
        2.0 * ops::atan2(self.vector().length(), self.w.abs())
    }

    /// The angle about the unit vector `axis` that is nearest to this rotation, in (-π, π]: the
    /// twist of the swing-twist decomposition; 0 at its singularity.
    #[inline]
    #[must_use]
    pub fn twist_angle(self, axis: Vec3) -> f32 {
        let q = self.positive();
        2.0 * ops::atan2(q.vector().dot(axis), q.w)
    }

    /// Interpolates along the shortest arc from `self` (t = 0) to `other` (t = 1), at constant
    /// speed.
    #[must_use]
    pub fn slerp(self, other: Self, t: f32) -> Self {
        let step = (self.inverse() * other).rotation_vector();
        (self * Self::from_rotation_vector(step * t)).normalized()
    }
}

impl Default for Rot {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl std::ops::Mul for Rot {
    type Output = Self;

    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        let a = self;
        Self::new(
            (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
            (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
            (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
            (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
        )
    }
}

impl From<Quat> for Rot {
    #[inline(always)]
    fn from(q: Quat) -> Self {
        Self::new(q.x, q.y, q.z, q.w)
    }
}

impl From<Rot> for Quat {
    #[inline(always)]
    fn from(q: Rot) -> Self {
        Self::from_xyzw(q.x, q.y, q.z, q.w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_right_at_every_angle_up_to_opposite() {
        let from = Vec3::new(0.3, -0.8, 0.5);
        let axis = super::super::vector::perpendicular(from, Vec3::X);
        for i in 0..=1000 {
            let angle = std::f32::consts::PI * i as f32 / 1000.0;
            let to = Rot::from_axis_angle(axis, angle).rotate(from) * 7.0;
            let got = Rot::between(from, to, axis);
            assert!(got.rotate(from).angle_between(to) < 1e-3, "{angle}");
            assert!(
                (got.rotate(from) * 7.0 - to).length() < 3e-6 * to.length().max(1.0) * 7.0,
                "{angle}: {}",
                (got.rotate(from) * 7.0 - to).length()
            );
            assert!((got.angle() - angle).abs() < 1e-3, "{angle}: {}", got.angle());
        }
    }

    #[test]
    fn matrix_round_trip() {
        for i in 0..200 {
            let q = Rot::from_rotation_vector(Vec3::new(
                i as f32 * 0.7 - 3.0,
                i as f32 * 0.31 % 3.0,
                -(i as f32 * 0.11 % 2.0),
            ));
            let back = Rot::from_matrix(&q.to_matrix());
            assert!(q.dot(back).abs() > 1.0 - 1e-6);
        }
    }

    #[test]
    fn normalising_extreme_quaternions_stays_finite() {
        for s in [0.0, 1e-38, 1e-20, 1.0, 1e20, 3e38, f32::INFINITY, f32::NAN] {
            let q = Rot::new(s, -s, s, s).normalized();
            assert!((q.dot(q) - 1.0).abs() < 1e-5, "{s}: {q:?}");
        }
    }
}
