//! Euler angles in any of the six orders, accurate at gimbal lock.
//!
//! For the order `Xyz` with the quaternion `w + x i + y j + z k` and the heading α, the pitch β,
//! the bank γ:
//!
//! ```text
//! (w + y, x + z) = (cos β/2 + sin β/2) · (cos s, sin s)    s = (α + γ)/2
//! (w - y, x - z) = (cos β/2 - sin β/2) · (cos d, sin d)    d = (α - γ)/2
//! ```
//!
//! so both half sums come from an `atan2` of well-conditioned terms, and the pitch from the two
//! lengths: no matrix, no arc sine, no loss of digits next to ±90°, where only one of the two half
//! sums becomes undefined. The other orders are the same formula with permuted axes; the three odd
//! permutations also change the sign of every angle. (The same idea for all twelve sequences: E.
//! Bernardes, S. Viollet, "Quaternion to Euler angles conversion: a direct, general and
//! computationally efficient method", PLOS ONE 17(11), 2022.)

use std::f64::consts::TAU;

use glam::{Quat, Vec3};

use crate::{math::Rot, ops};

/// The order in which three rotations about the axes are multiplied: `Xyz` is `Rx · Ry · Rz`, so
/// that z is applied first. The first letter is the heading, the second the pitch, the third the
/// bank.
///
/// A triple of angles is a [`Vec3`] in radians, each angle in the component of *its axis*, for any
/// order. Many triples compose to the same rotation; the *canonical* one has the heading and
/// the bank in [-π, π], the pitch in [-π/2, π/2], and bank 0 at gimbal lock (pitch ±π/2).
///
/// ```
/// use kansetsu::{d3::EulerOrder, glam::Vec3};
///
/// let turn = EulerOrder::Yxz.compose(Vec3::new(0.2, 1.0, -0.5));
/// assert!(EulerOrder::Yxz.decompose(turn).distance(Vec3::new(0.2, 1.0, -0.5)) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "UPPERCASE")
)]
pub enum EulerOrder {
    /// `Rx · Ry · Rz`
    #[default]
    Xyz,
    /// `Rx · Rz · Ry`
    Xzy,
    /// `Ry · Rx · Rz`
    Yxz,
    /// `Ry · Rz · Rx`
    Yzx,
    /// `Rz · Rx · Ry`
    Zxy,
    /// `Rz · Ry · Rx`
    Zyx,
}

/// A half sum with a smaller squared length is noise: the pitch is within 5e-7 rad of ±π/2. With a
/// smaller value, rounding would determine the bank of a rotation composed with a pitch of exactly
/// ±π/2. With a larger one, the error of a pitch of ±π/2 would exceed the rounding error.
pub(super) const LOCKED: f32 = 1e-13;

impl EulerOrder {
    /// All six orders.
    pub const ALL: [Self; 6] = [Self::Xyz, Self::Xzy, Self::Yxz, Self::Yzx, Self::Zxy, Self::Zyx];

    /// The axes (0 = x, 1 = y, 2 = z) from the heading to the bank.
    #[must_use]
    pub const fn axes(self) -> [usize; 3] {
        match self {
            Self::Xyz => [0, 1, 2],
            Self::Xzy => [0, 2, 1],
            Self::Yxz => [1, 0, 2],
            Self::Yzx => [1, 2, 0],
            Self::Zxy => [2, 0, 1],
            Self::Zyx => [2, 1, 0],
        }
    }

    /// The rotation of three angles. An angle that is not finite counts as 0.
    #[must_use]
    pub fn compose(self, angles: Vec3) -> Quat {
        self.compose_rot(angles).into()
    }

    /// The canonical angles of a rotation; [`Self::compose`] restores it to 1e-6 rad.
    ///
    /// The length of `rotation` does not matter; zero or NaN counts as no rotation.
    #[must_use]
    pub fn decompose(self, rotation: Quat) -> Vec3 {
        self.half_sums(Rot::from(rotation).normalized()).angles(self, 0.0)
    }

    /// The triple nearest to `previous` of all that compose to the same rotation; at gimbal lock
    /// the bank keeps its previous value.
    ///
    /// Along a path of rotations in steps of at most ε rad, each called with the previous result,
    /// the pitch moves by at most 1.5 ε per step. The heading and the bank move by at most 1.5 ε /
    /// cos(pitch), at the smallest cosine: no angle ever jumps by a turn. Straight through gimbal
    /// lock the heading and the bank stay constant and the pitch continues past ±90°. On a path
    /// close to it, heading and bank *must* rotate in opposite senses by up to half a turn; their
    /// sum (at +90°; at -90° their difference) still moves by at most 1.5 ε.
    ///
    /// A non-finite `previous` counts as 0. Keep it within a few turns: far from 0 the angles have
    /// fewer digits.
    #[must_use]
    pub fn decompose_near(self, rotation: Quat, previous: Vec3) -> Vec3 {
        let previous = finite(previous);
        let angles =
            self.half_sums(Rot::from(rotation).normalized()).angles(self, previous[self.axes()[2]]);
        self.nearest_equivalent(angles, previous)
    }

    /// The triple nearest to `previous` of all that compose to the same rotation as `angles`: every
    /// angle may change by full turns, and the whole triple by [`Self::flipped`]. The measure is
    /// the sum of squared differences; in a tie the triple is not flipped.
    #[must_use]
    pub fn nearest_equivalent(self, angles: Vec3, previous: Vec3) -> Vec3 {
        let previous = finite(previous);
        let near = |angles: Vec3| {
            Vec3::from_array(std::array::from_fn(|axis| nearest_turn(angles[axis], previous[axis])))
        };
        let (same, flipped) = (near(angles), near(self.flipped(angles)));
        if same.distance_squared(previous) <= flipped.distance_squared(previous) {
            same
        } else {
            flipped
        }
    }

    /// The other triple of the same rotation: heading + π, π - pitch, bank + π.
    #[must_use]
    pub fn flipped(self, angles: Vec3) -> Vec3 {
        use std::f32::consts::PI;
        let mut flipped = angles + Vec3::splat(PI);
        let pitch = self.axes()[1];
        flipped[pitch] = PI - angles[pitch];
        flipped
    }

    pub(crate) fn compose_rot(self, angles: Vec3) -> Rot {
        let angles = finite(angles);
        let about = |axis: usize| Rot::from_axis_angle(Vec3::AXES[axis], angles[axis]);
        let [heading, pitch, bank] = self.axes();
        (about(heading) * about(pitch) * about(bank)).normalized()
    }

    /// 1 for the orders that are even permutations of the axes, -1 for the others.
    pub(super) fn sign(self) -> f32 {
        let [heading, pitch, _] = self.axes();
        if (pitch + 3 - heading) % 3 == 1 { 1.0 } else { -1.0 }
    }

    /// The unit rotation with its axes permuted so that the order becomes `Xyz`.
    pub(super) fn renamed(self, q: Rot) -> Rot {
        let (v, sign) = (q.vector(), self.sign());
        let [heading, pitch, bank] = self.axes();
        Rot::new(sign * v[heading], sign * v[pitch], sign * v[bank], q.w)
    }

    /// The inverse of [`Self::renamed`].
    pub(super) fn named_back(self, q: Rot) -> Rot {
        let sign = self.sign();
        let mut v = Vec3::ZERO;
        for (axis, part) in self.axes().into_iter().zip([q.x, q.y, q.z]) {
            v[axis] = sign * part;
        }
        Rot::from_parts(v, q.w)
    }

    fn half_sums(self, q: Rot) -> HalfSums {
        HalfSums::of(self.renamed(q))
    }
}

/// The two planar vectors of the module's formula, for the order `Xyz`.
struct HalfSums {
    sum: [f32; 2],
    difference: [f32; 2],
}

impl HalfSums {
    fn of(q: Rot) -> Self {
        Self { sum: [q.w + q.y, q.x + q.z], difference: [q.w - q.y, q.x - q.z] }
    }

    /// The canonical angles, except for the bank at gimbal lock, which is `locked_bank`.
    fn angles(&self, order: EulerOrder, locked_bank: f32) -> Vec3 {
        let square = |[a, b]: [f32; 2]| a * a + b * b;
        let (p, m) = (square(self.sum), square(self.difference));
        let sign = f64::from(order.sign());
        let bank = sign * f64::from(locked_bank);
        let angle = |[cos, sin]: [f32; 2]| f64::from(ops::atan2(sin, cos));
        // The sums of two angles are in double precision, with a single rounding at the end.
        let (heading, bank) = if m < LOCKED {
            (2.0 * angle(self.sum) - bank, bank)
        } else if p < LOCKED {
            (2.0 * angle(self.difference) + bank, bank)
        } else {
            let (s, d) = (angle(self.sum), angle(self.difference));
            (s + d, s - d)
        };
        let (p, m) = (p.sqrt(), m.sqrt());
        let pitch = 2.0 * f64::from(ops::atan2(p - m, p + m));
        let mut angles = Vec3::ZERO;
        let wrapped = [heading, pitch, bank]
            .map(|angle| (sign * (angle - TAU * (angle / TAU).round())) as f32);
        for (axis, angle) in order.axes().into_iter().zip(wrapped) {
            angles[axis] = angle;
        }
        angles
    }
}

/// `angle` plus the full turns that move it nearest to `previous`.
fn nearest_turn(angle: f32, previous: f32) -> f32 {
    let (angle, previous) = (f64::from(angle), f64::from(previous));
    (angle + TAU * ((previous - angle) / TAU).round()) as f32
}

fn finite(angles: Vec3) -> Vec3 {
    Vec3::from_array(angles.to_array().map(|angle| if angle.is_finite() { angle } else { 0.0 }))
}
