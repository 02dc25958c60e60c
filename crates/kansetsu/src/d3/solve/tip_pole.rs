//! A pole that follows a hand or foot.

use glam::{Quat, Vec3};

use crate::{
    Error,
    d3::{Limb, Skeleton, rotation_of},
    math::Rot,
};

/// A pole that follows the rotation of a hand or foot: the elbow swings out as the hand rotates,
/// the knee follows the toes.
///
/// The pole at rest is rotated with the tip, from its orientation at rest to the target
/// orientation, and blended with the pole at rest by [`Self::weight`]. Directions are blended, not
/// rotations: so the pole is a continuous function of the orientation everywhere, also where a hand
/// has rotated by half a turn and the shortest arc changes sides. The only exception is a weight of
/// exactly 0.5 with a rotation that reverses the pole; then it has no direction and no effect.
///
/// ```
/// use kansetsu::{d3::solve::TipPole, glam::{Quat, Vec3}};
///
/// // An elbow that points back at rest, and a hand that is twisted by a right angle.
/// let follow = TipPole { rest_pole: Vec3::NEG_Z, rest_orientation: Quat::IDENTITY, weight: 0.5 };
/// let pole = follow.pole(Vec3::ZERO, Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
/// assert!(pole.normalize().distance(Vec3::new(0.0, -1.0, -1.0).normalize()) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TipPole {
    /// The direction of the middle at rest, in model space.
    pub rest_pole: Vec3,
    /// `model_from_tip` at rest.
    pub rest_orientation: Quat,
    /// From 0 (the pole stays as at rest) to 1 (it is fixed to the tip).
    pub weight: f32,
}

impl TipPole {
    /// The pole for a limb of a skeleton, with weight 0.5.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] if the skeleton lacks the limb's tip.
    pub fn new(skeleton: &Skeleton, limb: &Limb) -> Result<Self, Error> {
        let rest = skeleton.forward(&skeleton.rest_pose());
        let tip = rest
            .get(limb.tip)
            .ok_or(Error::JointOutOfRange { joint: limb.tip, count: skeleton.len() })?;
        Ok(Self { rest_pole: limb.pole, rest_orientation: rotation_of(tip), weight: 0.5 })
    }

    /// The same with this weight, in [0, 1].
    #[must_use]
    pub const fn with_weight(mut self, weight: f32) -> Self {
        self.weight = weight;
        self
    }

    /// The pole, a point in model space, for a limb whose base is at `base_in_model` and whose tip
    /// has the target orientation `orientation_in_model`; a quaternion of any length.
    #[must_use]
    pub fn pole(&self, base_in_model: Vec3, orientation_in_model: Quat) -> Vec3 {
        let rest = Rot::from(self.rest_orientation).normalized();
        let turn = Rot::from(orientation_in_model).normalized() * rest.inverse();
        base_in_model
            + self.rest_pole * (1.0 - self.weight)
            + turn.rotate(self.rest_pole) * self.weight
    }
}
