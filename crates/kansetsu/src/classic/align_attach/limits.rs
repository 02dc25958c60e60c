//! The published table of joint limits.

use glam::{DQuat, Vec3};

use crate::{Error, d3::EulerOrder};

/// An interval for each of three Euler angles, about the axes of the limits' table.
///
/// Angles are made canonical (heading and bank in [-180°, 180°], pitch in [-90°, 90°], bank 0 at
/// gimbal lock), then clamped separately, as published. [`EulerBox`](crate::d3::limit::EulerBox)
/// projects to the nearest allowed rotation instead.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AngleBox {
    /// The order of the rotations.
    pub order: EulerOrder,
    /// The lower bound about each axis, radians; infinite: no bound.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least_each::open", with = "crate::open::least_each")
    )]
    pub min: Vec3,
    /// The upper bound about each axis, radians; infinite: no bound.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest_each::open", with = "crate::open::greatest_each")
    )]
    pub max: Vec3,
}

/// The limits of a humanoid's joints, for a rest pose as in VRM 0: a T-pose that faces -Z. `None`
/// is no limit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AlignLimits {
    /// The left clavicle.
    pub left_shoulder: Option<AngleBox>,
    /// The right clavicle.
    pub right_shoulder: Option<AngleBox>,
    /// The left upper arm.
    pub left_upper_arm: Option<AngleBox>,
    /// The right upper arm.
    pub right_upper_arm: Option<AngleBox>,
    /// The left lower arm.
    pub left_lower_arm: Option<AngleBox>,
    /// The right lower arm.
    pub right_lower_arm: Option<AngleBox>,
    /// The left upper leg.
    pub left_upper_leg: Option<AngleBox>,
    /// The right upper leg.
    pub right_upper_leg: Option<AngleBox>,
    /// The left lower leg.
    pub left_lower_leg: Option<AngleBox>,
    /// The right lower leg.
    pub right_lower_leg: Option<AngleBox>,
}

const FREE: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

impl AlignLimits {
    /// The published table, with the typing error that leaves the right upper leg without a limit.
    pub const PUBLISHED: Self = Self { right_upper_leg: None, ..Self::SYMMETRIC };

    /// The published table, with the right upper leg as the mirror image of the left one.
    pub const SYMMETRIC: Self = Self {
        left_shoulder: Some(AngleBox::from_degrees(
            EulerOrder::Xzy,
            [[0.0, 0.0], [-30.0, 30.0], [-45.0, 0.0]],
        )),
        right_shoulder: Some(AngleBox::from_degrees(
            EulerOrder::Xzy,
            [[0.0, 0.0], [-30.0, 30.0], [0.0, 45.0]],
        )),
        left_upper_arm: Some(AngleBox::from_degrees(
            EulerOrder::Yxz,
            [[-90.0, 90.0], [-160.0, 0.0], [-50.0, 120.0]],
        )),
        right_upper_arm: Some(AngleBox::from_degrees(
            EulerOrder::Yxz,
            [[-90.0, 90.0], [0.0, 160.0], [-120.0, 50.0]],
        )),
        left_lower_arm: Some(AngleBox::from_degrees(
            EulerOrder::Yzx,
            [[-45.0, 45.0], [-170.0, 0.0], [0.0, 0.0]],
        )),
        right_lower_arm: Some(AngleBox::from_degrees(
            EulerOrder::Yzx,
            [[-45.0, 45.0], [0.0, 170.0], [0.0, 0.0]],
        )),
        left_upper_leg: Some(AngleBox::from_degrees(
            EulerOrder::Xzy,
            [FREE, [-90.0, 90.0], [-150.0, 30.0]],
        )),
        right_upper_leg: Some(AngleBox::from_degrees(
            EulerOrder::Xzy,
            [FREE, [-90.0, 90.0], [-30.0, 150.0]],
        )),
        left_lower_leg: Some(AngleBox::from_degrees(
            EulerOrder::Xyz,
            [[-180.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
        )),
        right_lower_leg: Some(AngleBox::from_degrees(
            EulerOrder::Xyz,
            [[-180.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
        )),
    };

    /// No limits.
    pub const NONE: Self = Self {
        left_shoulder: None,
        right_shoulder: None,
        left_upper_arm: None,
        right_upper_arm: None,
        left_lower_arm: None,
        right_lower_arm: None,
        left_upper_leg: None,
        right_upper_leg: None,
        left_lower_leg: None,
        right_lower_leg: None,
    };

    /// Lower, upper, shoulder.
    pub(super) fn left_arm(&self) -> [Option<AngleBox>; 3] {
        [self.left_lower_arm, self.left_upper_arm, self.left_shoulder]
    }

    pub(super) fn right_arm(&self) -> [Option<AngleBox>; 3] {
        [self.right_lower_arm, self.right_upper_arm, self.right_shoulder]
    }

    pub(super) fn left_leg(&self) -> [Option<AngleBox>; 3] {
        [self.left_lower_leg, self.left_upper_leg, None]
    }

    pub(super) fn right_leg(&self) -> [Option<AngleBox>; 3] {
        [self.right_lower_leg, self.right_upper_leg, None]
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let all = [self.left_arm(), self.right_arm(), self.left_leg(), self.right_leg()];
        all.iter().flatten().flatten().try_for_each(AngleBox::check)
    }
}

impl AngleBox {
    /// An angle box from the intervals of x, y and z in degrees.
    #[must_use]
    pub const fn from_degrees(order: EulerOrder, [x, y, z]: [[f32; 2]; 3]) -> Self {
        let min = Vec3::new(x[0].to_radians(), y[0].to_radians(), z[0].to_radians());
        let max = Vec3::new(x[1].to_radians(), y[1].to_radians(), z[1].to_radians());
        Self { order, min, max }
    }

    /// Clamps each canonical angle to its bounds; an inverted interval is the point half-way.
    #[must_use]
    pub fn clamp(&self, angles: Vec3) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|axis| {
            let (min, max) = (self.min[axis], self.max[axis]);
            if min > max { 0.5 * min + 0.5 * max } else { angles[axis].clamp(min, max) }
        }))
    }

    /// The rotation with its angles clamped to the box; unchanged, bit for bit, if they are inside.
    pub(super) fn clamped(&self, turn: DQuat) -> DQuat {
        let angles = self.order.decompose(turn.as_quat());
        let allowed = self.clamp(angles);
        if allowed == angles { turn } else { self.order.compose(allowed).as_dquat().normalize() }
    }

    /// The axis with the widest interval: the one that a bone bends about.
    pub(super) fn bend_axis(&self) -> Vec3 {
        let room = self.max - self.min;
        let widest = if room.x >= room.y && room.x >= room.z {
            0
        } else if room.y >= room.z {
            1
        } else {
            2
        };
        Vec3::AXES[widest]
    }

    fn check(&self) -> Result<(), Error> {
        let bounds = self.min.to_array().into_iter().chain(self.max.to_array());
        match bounds.into_iter().find(|bound| bound.is_nan()) {
            Some(value) => Err(Error::InvalidNumber { what: "a bound of an Euler box", value }),
            None => Ok(()),
        }
    }
}
