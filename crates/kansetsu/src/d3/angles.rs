//! Joint angles: the pose of a robot's hinges as a vector of angles.
//!
//! The angle of a hinge is its rotation about its axis, relative to rest: the twist of `rest⁻¹ ·
//! local` (swing-twist decomposition). Rotation about other axes is ignored. Cost: linear in the
//! joints.

use std::f32::consts::TAU;

use super::{Limit, Pose, Rig, limit::Hinge};
use crate::{
    Error,
    math::{Rot, vector},
};

impl Rig {
    /// The hinges in the skeleton's order: the joints whose limit is a [`Hinge`].
    pub fn hinges(&self) -> impl Iterator<Item = usize> + '_ {
        self.hinge_limits().map(|(joint, _)| joint)
    }

    /// The angle of each hinge in the pose, radians, in the order of [`Self::hinges`].
    ///
    /// An angle lies in [-π, π], plus a full turn where only that is inside the hinge's bounds.
    ///
    /// ```
    /// use kansetsu::d3::{Limit, Rig, Skeleton, Transform, limit::Hinge};
    /// use kansetsu::glam::Vec3;
    ///
    /// let mut builder = Skeleton::builder();
    /// let base = builder.root("base", Transform::IDENTITY);
    /// let arm = builder.child(base, "arm", Transform::from_translation(Vec3::Y * 0.3));
    /// builder.child(arm, "tool", Transform::from_translation(Vec3::X * 0.4));
    /// let mut rig = Rig::new(builder.build()?);
    /// rig.limits[base] = Some(Limit::Hinge(Hinge::free(Vec3::Y)));
    /// rig.limits[arm] = Some(Limit::Hinge(Hinge::new(Vec3::Z, -1.0, 2.0)));
    ///
    /// let pose = rig.pose_from_angles(&[0.5, -0.25])?;
    /// let angles = rig.angles_of(&pose)?;
    /// assert!((angles[0] - 0.5).abs() < 1e-6 && (angles[1] + 0.25).abs() < 1e-6);
    /// # Ok::<(), kansetsu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::PoseMismatch`]; [`Error::InvalidTransform`] for a hinge with an invalid rotation.
    pub fn angles_of(&self, pose: &Pose) -> Result<Vec<f32>, Error> {
        self.check_pose(pose)?;
        self.hinge_limits()
            .map(|(joint, hinge)| {
                let local = &pose.locals[joint];
                match local.fault() {
                    Some(what) => Err(Error::InvalidTransform {
                        joint: self.skeleton.joints()[joint].name.clone(),
                        what,
                    }),
                    None => Ok(angle_of(
                        hinge,
                        (self.rest(joint).inverse() * local.rotation.into()).normalized(),
                    )),
                }
            })
            .collect()
    }

    /// The pose in which each hinge has its angle, radians, and every other joint is at rest.
    /// Bounds are not checked.
    ///
    /// # Errors
    /// As [`Self::set_angles`].
    pub fn pose_from_angles(&self, angles: &[f32]) -> Result<Pose, Error> {
        let mut pose = self.skeleton.rest_pose();
        self.set_angles(angles, &mut pose)?;
        Ok(pose)
    }

    /// Sets the angle of each hinge, radians, in the order of [`Self::hinges`]; other joints,
    /// translations and scales stay. Bounds are not checked: `Hinge` projects.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the number of angles is not that of hinges,
    /// [`Error::InvalidNumber`] for one that is not finite, [`Error::PoseMismatch`]. The pose is
    /// then untouched.
    pub fn set_angles(&self, angles: &[f32], pose: &mut Pose) -> Result<(), Error> {
        self.check_pose(pose)?;
        let expected = self.hinges().count();
        if angles.len() != expected {
            return Err(Error::LengthMismatch {
                what: "angles of hinges",
                found: angles.len(),
                expected,
            });
        }
        if let Some(&value) = angles.iter().find(|angle| !angle.is_finite()) {
            return Err(Error::InvalidNumber { what: "the angle of a hinge", value });
        }
        for ((joint, hinge), &angle) in self.hinge_limits().zip(angles) {
            let axis = vector::unit(hinge.axis).unwrap_or(glam::Vec3::X);
            pose.locals[joint].rotation =
                (self.rest(joint) * Rot::from_axis_angle(axis, angle)).normalized().into();
        }
        Ok(())
    }

    fn hinge_limits(&self) -> impl Iterator<Item = (usize, &Hinge)> {
        self.limits.iter().take(self.skeleton.len()).enumerate().filter_map(|(joint, limit)| {
            match limit {
                Some(Limit::Hinge(hinge)) => Some((joint, hinge)),
                _ => None,
            }
        })
    }

    fn rest(&self, joint: usize) -> Rot {
        Rot::from(self.skeleton.joints()[joint].rest.rotation)
    }

    fn check_pose(&self, pose: &Pose) -> Result<(), Error> {
        let (pose, skeleton) = (pose.locals.len(), self.skeleton.len());
        if pose == skeleton { Ok(()) } else { Err(Error::PoseMismatch { pose, skeleton }) }
    }
}

fn angle_of(hinge: &Hinge, turn: Rot) -> f32 {
    let angle = turn.twist_angle(vector::unit(hinge.axis).unwrap_or(glam::Vec3::X));
    let is_inside = |angle: &f32| (hinge.min..=hinge.max).contains(angle);
    [angle, angle + TAU, angle - TAU].into_iter().find(is_inside).unwrap_or(angle)
}
