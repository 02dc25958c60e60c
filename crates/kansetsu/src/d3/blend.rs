//! Blends between poses, and between a joint's transform and its goal.
//!
//! A rotation takes the shortest arc at constant speed, for any signs of its quaternions;
//! translations and scales are linear. (The shortest arc on the unit quaternions: K. Shoemake,
//! "Animating rotation with quaternion curves", SIGGRAPH 1985, section 3.3. Between rotations half
//! a turn apart both arcs are shortest; the choice is deterministic.)

use glam::{Affine3, Vec3};

use super::{Goal, Orientation, Pose, Skeleton, Transform};
use crate::{
    Error,
    d3::transform::rotation_of,
    math::{Rot, vector},
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
            let [from, to] =
                [self.rotation, other.rotation].map(|rotation| Rot::from(rotation).normalized());
            Self {
                translation: mix(self.translation, other.translation, weight),
                rotation: from.slerp(to, weight).into(),
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
    /// use kansetsu::{d3::{Pose, Transform}, glam::Quat};
    ///
    /// let mut pose = Pose { locals: vec![Transform::IDENTITY] };
    /// let turned = Pose { locals: vec![Transform::from_rotation(Quat::from_rotation_y(1.0))] };
    /// pose.blend_towards(&turned, 0.25)?;
    /// assert!(pose.locals[0].rotation.angle_between(Quat::from_rotation_y(0.25)) < 1e-6);
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

    /// [`Self::blend_towards`] with a weight per joint: a mask. [`Skeleton::branch_weights`] makes
    /// one.
    ///
    /// # Errors
    /// As [`Self::blend_towards`]; [`Error::PoseMismatch`] also for a mask of another length.
    pub fn blend_towards_masked(&mut self, other: &Self, weights: &[f32]) -> Result<(), Error> {
        if weights.len() != self.locals.len() {
            return Err(Error::PoseMismatch { pose: weights.len(), skeleton: self.locals.len() });
        }
        self.check_blend(other, weights)?;
        for ((local, other), &weight) in self.locals.iter_mut().zip(&other.locals).zip(weights) {
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

impl Skeleton {
    /// A mask for [`Pose::blend_towards_masked`]: 1 for `joint` and its descendants, 0 for all
    /// other joints.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`].
    pub fn branch_weights(&self, joint: usize) -> Result<Vec<f32>, Error> {
        let count = self.len();
        if joint >= count {
            return Err(Error::JointOutOfRange { joint, count });
        }
        let mut weights = vec![0.0; count];
        weights[joint] = 1.0;
        for index in joint + 1..count {
            weights[index] = self.joints()[index].parent.map_or(0.0, |parent| weights[parent]);
        }
        Ok(weights)
    }
}

impl Goal {
    /// The goal for a joint that should move only part of the way: from its current transform
    /// (`model_from_joint`, by forward kinematics) to this goal. Weight 0 is the current transform,
    /// 1 is exactly this goal.
    ///
    /// Positions are interpolated linearly, towards the nearest point of a line or plane;
    /// orientations, also those of a single axis, along the shortest arc. The pole is unchanged. A
    /// solve for the blended goal moves the tip on a straight line; a solver's own weight blends
    /// the pose instead.
    ///
    /// ```
    /// use kansetsu::{d3::Goal, glam::{Affine3, Vec3}};
    ///
    /// let here = Affine3::from_translation(Vec3::X);
    /// let goal = Goal::position(0, Vec3::Y).blended(&here, 0.5)?;
    /// assert_eq!(goal.position, Some(Vec3::new(0.5, 0.5, 0.0)));
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a NaN weight or a non-finite map, [`Error::OutOfRange`] for a
    /// weight outside [0, 1], and as [`Self::check`].
    pub fn blended(&self, model_from_joint: &Affine3, weight: f32) -> Result<Self, Error> {
        self.check()?;
        check_weight(weight)?;
        let present = model_from_joint.matrix3 * self.offset + model_from_joint.translation;
        if !(present.is_finite() && model_from_joint.matrix3.is_finite()) {
            return Err(Error::InvalidNumber {
                what: "the transform of the goal's joint",
                value: f32::NAN,
            });
        }
        if weight >= 1.0 {
            return Ok(*self);
        }
        let position =
            self.position.map(|wanted| mix(present, self.region.nearest(wanted, present), weight));
        let orientation =
            self.orientation.map(|wanted| wanted.blended(model_from_joint, present, weight));
        Ok(Self { position, orientation, ..*self })
    }
}

impl Orientation {
    fn blended(self, model_from_joint: &Affine3, present: Vec3, weight: f32) -> Self {
        let part = |axis: Vec3, direction: Vec3| {
            let from = vector::unit(model_from_joint.matrix3 * axis).unwrap_or(Vec3::X);
            let whole = Rot::between(from, direction, vector::perpendicular(from, Vec3::Y));
            Self::Axis { axis, direction: Rot::IDENTITY.slerp(whole, weight).rotate(from) }
        };
        match self {
            Self::Full(wanted) => {
                let from = Rot::from(rotation_of(model_from_joint));
                Self::Full(from.slerp(Rot::from(wanted).normalized(), weight).into())
            }
            Self::Axis { axis, direction } => part(axis, direction),
            Self::LookAt { axis, target } => part(axis, target - present),
        }
    }
}

/// Equal components stay equal, bit for bit.
fn mix(from: Vec3, to: Vec3, weight: f32) -> Vec3 {
    from + (to - from) * weight
}

fn check_weight(value: f32) -> Result<(), Error> {
    crate::error::in_range("the weight of a blend", value, [0.0, 1.0])
}
