//! A pole that follows a hand or foot.

use glam::{Quat, Vec3};

use crate::{
    Error,
    d3::{Limb, Skeleton, rotation_of},
    math::Rot,
};

/// A pole that follows the turn of a hand or foot: the elbow swings out as the hand turns, the knee
/// follows the toes.
///
/// The direction in which the middle points at rest is turned with the tip, from its orientation at
/// rest to the one that is wanted, and mixed with the direction at rest by [`Self::weight`].
/// Directions are mixed, not turns: so the pole is a continuous function of the orientation
/// everywhere, also where a hand has turned by half a circle and the shortest way back changes its
/// side. Only a weight of just 0.5 with a turn that reverses the pole leaves no direction; then it
/// says nothing.
///
/// ```
/// use kansetsu::{d3::solve::TipPole, glam::{Quat, Vec3}};
///
/// // An elbow that points back at rest, and a hand that turns about the arm by a right angle.
/// let follow = TipPole { rest_pole: Vec3::NEG_Z, rest_orientation: Quat::IDENTITY, weight: 0.5 };
/// let pole = follow.pole(Vec3::ZERO, Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
/// assert!(pole.normalize().distance(Vec3::new(0.0, -1.0, -1.0).normalize()) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TipPole {
    /// Where the middle points at rest, a direction in model space.
    pub rest_pole: Vec3,
    /// `model_from_tip` at rest.
    pub rest_orientation: Quat,
    /// From 0 (the pole stays as at rest) to 1 (it is fixed to the tip).
    pub weight: f32,
}

impl TipPole {
    /// For a limb of a skeleton, at half weight.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] when the skeleton does not have the limb's tip.
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
    /// is to be turned as `orientation_in_model`; a quaternion of any length.
    #[must_use]
    pub fn pole(&self, base_in_model: Vec3, orientation_in_model: Quat) -> Vec3 {
        let rest = Rot::from(self.rest_orientation).normalized();
        let turn = Rot::from(orientation_in_model).normalized() * rest.inverse();
        base_in_model
            + self.rest_pole * (1.0 - self.weight)
            + turn.rotate(self.rest_pole) * self.weight
    }
}
