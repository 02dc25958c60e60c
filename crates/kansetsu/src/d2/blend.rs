//! Blends between poses, and between a joint's transform and its goal.
//!
//! A rotation takes the shortest arc at constant speed; translations and scales are linear.

use glam::{Affine2, Vec2};

use super::{Goal, Orientation, Pose, Transform, angle_of};
use crate::{
    Error,
    math::angle::{signed_angle, wrap_angle},
};

impl Transform {
    /// The blend from this transform (0) to `other` (1); both ends are exact.
    ///
    /// A weight outside [0, 1] is clamped, NaN counts as 0.
    #[must_use]
    pub fn blended(&self, other: &Self, weight: f32) -> Self {
        if weight >= 1.0 || self == other {
            return *other;
        }
        if weight > 0.0 {
            Self {
                translation: mix(self.translation, other.translation, weight),
                rotation: self.rotation + wrap_angle(other.rotation - self.rotation) * weight,
                scale: mix(self.scale, other.scale, weight),
            }
        } else {
            *self
        }
    }
}

impl Pose {
    /// Blends towards `other`, every joint with the same weight from 0 (this pose stays) to 1 (it
    /// becomes the other). Allocates nothing.
    ///
    /// ```
    /// use kansetsu::d2::{Pose, Transform};
    ///
    /// let mut pose = Pose { locals: vec![Transform::from_rotation(3.0)] };
    /// let turned = Pose { locals: vec![Transform::from_rotation(-3.0)] };
    /// pose.blend_towards(&turned, 0.5)?;
    /// assert!((pose.locals[0].rotation - std::f32::consts::PI).abs() < 1e-6, "round the back");
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for a pose of another length, [`Error::InvalidNumber`] for a NaN
    /// weight, [`Error::OutOfRange`] for a weight outside [0, 1]. The pose is then untouched.
    pub fn blend_towards(&mut self, other: &Self, weight: f32) -> Result<(), Error> {
        self.check_blend(other, &[weight])?;
        for (local, other) in self.locals.iter_mut().zip(&other.locals) {
            *local = local.blended(other, weight);
        }
        Ok(())
    }

    fn check_blend(&self, other: &Self, weights: &[f32]) -> Result<(), Error> {
        if other.locals.len() != self.locals.len() {
            return Err(Error::PoseMismatch {
                pose: other.locals.len(),
                skeleton: self.locals.len(),
            });
        }
        weights.iter().try_for_each(|&weight| check_weight(weight))
    }
}

impl Goal {
    /// The goal for a joint that should move only part of the way: from its current transform
    /// (`model_from_joint`, by forward kinematics) to this goal. Weight 0 is the current transform,
    /// 1 is exactly this goal.
    ///
    /// Positions are interpolated linearly, towards the nearest point of a line; orientations along
    /// the shortest arc. A look-at goal becomes the orientation with which the joint looks at its
    /// target; both are equal as long as the goal's point stays. The pole is unchanged.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a NaN weight or a non-finite map, [`Error::OutOfRange`] for a
    /// weight outside [0, 1], and as [`Self::check`].
    pub fn blended(&self, model_from_joint: &Affine2, weight: f32) -> Result<Self, Error> {
        self.check()?;
        check_weight(weight)?;
        let present = model_from_joint.transform_point2(self.offset);
        if !(present.is_finite() && model_from_joint.matrix2.is_finite()) {
            return Err(Error::InvalidNumber {
                what: "the transform of the goal's joint",
                value: f32::NAN,
            });
        }
        if weight >= 1.0 {
            return Ok(*self);
        }
        let angle = angle_of(model_from_joint);
        let missing = |wanted: Orientation| match wanted {
            Orientation::Full(wanted) => wrap_angle(wanted - angle),
            Orientation::LookAt { axis, target } => {
                signed_angle(model_from_joint.matrix2 * axis, target - present)
            }
        };
        let position =
            self.position.map(|wanted| mix(present, self.region.nearest(wanted, present), weight));
        let orientation =
            self.orientation.map(|wanted| Orientation::Full(angle + missing(wanted) * weight));
        Ok(Self { position, orientation, ..*self })
    }
}

/// Equal components stay equal, bit for bit.
fn mix(from: Vec2, to: Vec2, weight: f32) -> Vec2 {
    from + (to - from) * weight
}

fn check_weight(value: f32) -> Result<(), Error> {
    crate::error::in_range("the weight of a blend", value, [0.0, 1.0])
}
