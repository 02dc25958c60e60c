//! Three Euler angles, each inside an interval.

use glam::{Quat, Vec3};

use super::{Bounds, check_length, check_numbers, clamp_angle};
use crate::{Error, math::Rot, ops};

/// The order in which three rotations about the axes are multiplied: `Xyz` is `Rx · Ry · Rz`, so that z is
/// applied first. The first letter is the heading, the second the pitch, the third the bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
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

/// Each of three Euler angles stays inside an interval.
///
/// The turn, seen in `frame`, is decomposed in `order`; the angles are brought to the canonical set (heading
/// and bank in [-π, π], pitch in [-π/2, π/2], bank 0 at gimbal lock), then each to the nearest bound of its
/// interval on the circle. Of the two triples that give the same rotation the one that needs less is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EulerBox {
    /// The axes in the joint's rest frame: `frame⁻¹ · turn · frame` is decomposed.
    pub frame: Quat,
    /// The order of the rotations.
    pub order: EulerOrder,
    /// The least angle about each axis, radians. Intervals wrap: `[135°, 225°]` is a quarter turn around the
    /// back.
    pub min: Vec3,
    /// The greatest angle about each axis, radians. When it is less than `min`, the one angle half-way is
    /// allowed.
    pub max: Vec3,
}

impl EulerOrder {
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
}

impl EulerBox {
    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("the frame of an Euler box", &self.frame.to_array())?;
        check_numbers("a bound of an Euler box", &self.min.to_array())?;
        check_numbers("a bound of an Euler box", &self.max.to_array())
    }

    pub(super) fn project(&self, turn: Rot) -> Rot {
        let frame = Rot::from(self.frame).normalized();
        let (angles, allowed) = self.nearest(frame.inverse() * turn * frame);
        if angles == allowed { turn } else { (frame * compose(self.order, allowed) * frame.inverse()).normalized() }
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let frame = Rot::from(self.frame).normalized();
        let (_, angles) = self.nearest(frame.inverse() * turn * frame);
        let names = [["x_min", "x_max"], ["y_min", "y_max"], ["z_min", "z_max"]];
        std::array::from_fn(|axis| {
            let (min, max) = (self.min[axis], self.max[axis]);
            if max - min <= 2.0 * tolerance {
                return None;
            }
            super::active_interval(angles[axis], min, max, tolerance, names[axis]).into_iter().flatten().next()
        })
    }

    /// The angles of `q`, and the nearest allowed ones.
    fn nearest(&self, q: Rot) -> (Vec3, Vec3) {
        let canonical = decompose(self.order, q);
        let [heading, pitch, bank] = self.order.axes();
        let mut flipped = canonical;
        flipped[heading] += std::f32::consts::PI;
        flipped[pitch] = std::f32::consts::PI - canonical[pitch];
        flipped[bank] += std::f32::consts::PI;
        let clamp = |angles: Vec3| Vec3::from_array(std::array::from_fn(|axis| clamp_angle(angles[axis], self.min[axis], self.max[axis])));
        let (a, b) = (clamp(canonical), clamp(flipped));
        let need = |from: Vec3, to: Vec3| {
            super::wrap_angle(from.x - to.x).abs() + super::wrap_angle(from.y - to.y).abs() + super::wrap_angle(from.z - to.z).abs()
        };
        if need(canonical, a) <= need(flipped, b) { (canonical, a) } else { (flipped, b) }
    }
}

fn axis_rotation(axis: usize, angle: f32) -> Rot {
    Rot::from_axis_angle(Vec3::AXES[axis], angle)
}

fn compose(order: EulerOrder, angles: Vec3) -> Rot {
    let [heading, pitch, bank] = order.axes();
    axis_rotation(heading, angles[heading]) * axis_rotation(pitch, angles[pitch]) * axis_rotation(bank, angles[bank])
}

fn decompose(order: EulerOrder, q: Rot) -> Vec3 {
    let [i, j, k] = order.axes();
    let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
    let m = q.to_matrix();
    let at = |row: usize, column: usize| m.col(column)[row];
    let cos_pitch = (at(i, i) * at(i, i) + at(i, j) * at(i, j)).sqrt();
    let mut angles = Vec3::ZERO;
    angles[j] = ops::atan2(sign * at(i, k), cos_pitch);
    if cos_pitch > 1e-6 {
        angles[i] = ops::atan2(-sign * at(j, k), at(k, k));
        angles[k] = ops::atan2(-sign * at(i, j), at(i, i));
    } else {
        angles[i] = ops::atan2(sign * at(k, j), at(j, j));
    }
    angles
}
