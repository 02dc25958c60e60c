//! Where a limit is drawn.

use kansetsu::{
    d3::{Limit, Skeleton, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

use super::boundary::TWIST;
use crate::viewport::Ray;

/// The frames that a limit speaks of, at a joint of a posed figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitSite {
    /// The joint, in world space, metres.
    pub centre: Vec3,
    /// From the joint's rest frame, as its parent carries it now, to world space.
    pub world_from_rest: Quat,
    /// The joint's present frame.
    pub world_from_joint: Quat,
    /// Along the bone, in the joint's frame; a unit vector.
    pub bone: Vec3,
    /// How large it is drawn, metres: part of the bone's length.
    pub radius: f32,
}

/// The size of drawn limits, as a fraction of the bone.
const SIZE: f32 = 0.6;
/// The size of the fan of a twist, and its distance along the bone, as fractions of the limit's
/// size.
const TWIST_SIZE: f32 = 0.4;
const TWIST_AT: f32 = 1.0;

impl LimitSite {
    /// The site of a joint of a figure in this pose; `None` when there is no such joint.
    #[must_use]
    pub fn of(skeleton: &Skeleton, world_from_joint: &[Affine3], joint: usize) -> Option<Self> {
        let here = world_from_joint.get(joint)?;
        let entry = skeleton.joints().get(joint)?;
        let world_from_parent =
            entry.parent.map_or(Some(&Affine3::IDENTITY), |parent| world_from_joint.get(parent))?;
        let child = skeleton.children(joint).first().copied();
        let bone = child.map_or(Vec3::Y, |child| {
            skeleton.joints()[child].rest.translation.normalize_or(Vec3::Y)
        });
        let other = child.or(entry.parent).and_then(|other| world_from_joint.get(other));
        let length = other
            .map_or(0.1, |other| other.translation.distance(here.translation))
            .max(0.02 * skeleton.size());
        Some(Self {
            centre: here.translation,
            world_from_rest: rotation_of(&(*world_from_parent * entry.rest.to_affine())),
            world_from_joint: rotation_of(here),
            bone,
            radius: SIZE * length,
        })
    }

    /// The site of one line of a limit: that of a twist is further out along the bone, small, and
    /// goes with the swing.
    #[must_use]
    pub fn of_line(&self, limit: &Limit, name: &str) -> Self {
        let (middle, along) = match limit {
            Limit::SwingTwist(limit) if name == TWIST => (
                limit.rest_from_limit.normalize() * Vec3::Z,
                limit.joint_from_limit.normalize() * Vec3::Z,
            ),
            Limit::ReachCone(limit) if name == TWIST => {
                let axis = limit.axis.normalize_or(Vec3::X);
                (limit.visible.normalize_or(axis), axis)
            }
            _ => return *self,
        };
        let now = self.turn() * along;
        Self {
            centre: self.centre + self.world_from_rest * now * (TWIST_AT * self.radius),
            world_from_rest: self.world_from_rest * Quat::from_rotation_arc(middle, now),
            radius: TWIST_SIZE * self.radius,
            ..*self
        }
    }

    /// The joint's turn from rest.
    #[must_use]
    pub fn turn(&self) -> Quat {
        (self.world_from_rest.inverse() * self.world_from_joint).normalize()
    }

    /// A direction of the rest frame as a point in world space, metres.
    #[must_use]
    pub fn place(&self, direction: Vec3) -> Vec3 {
        self.centre + self.world_from_rest * direction * self.radius
    }

    /// A direction fixed in the joint as a point in world space, metres.
    #[must_use]
    pub fn now(&self, direction: Vec3) -> Vec3 {
        self.centre + self.world_from_joint * direction * self.radius
    }

    /// A ray of world space in the rest frame, where the drawing has a radius of 1.
    #[must_use]
    pub fn ray(&self, ray: &Ray) -> Ray {
        let back = self.world_from_rest.inverse();
        Ray {
            origin: back * (ray.origin - self.centre) / self.radius,
            direction: back * ray.direction,
        }
    }
}
