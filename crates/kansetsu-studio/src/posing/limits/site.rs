//! Where a limit is drawn.

use kansetsu::{
    d3::{Pose, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

use crate::{posing::Subject, viewport::Ray};

/// A joint's rest frame, as its parent carries it now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitSite {
    /// The joint, in world space, metres.
    pub centre: Vec3,
    /// From the rest frame to world space.
    pub world_from_rest: Quat,
    /// Along the bone, in the rest frame; a unit vector.
    pub bone: Vec3,
    /// How large it is drawn, metres: part of the bone's length.
    pub radius: f32,
    /// The joint's turn from rest.
    pub turn: Quat,
}

/// How large limits are drawn, as a part of the bone.
const SIZE: f32 = 0.6;

impl LimitSite {
    /// Where the limit of `joint` stands in a pose. `None` for a joint that does not exist.
    #[must_use]
    pub fn new(subject: &Subject, pose: &Pose, joint: usize) -> Option<Self> {
        let skeleton = subject.skeleton();
        let entry = skeleton.joints().get(joint)?;
        let local = pose.locals.get(joint)?;
        let model = skeleton.forward(pose);
        let world_from_parent = subject.placement * entry.parent.map_or(Affine3::IDENTITY, |parent| model[parent]);
        let rest = entry.rest.rotation.normalize();
        let child = skeleton.children(joint).first().copied();
        let offset = child.map_or(entry.rest.translation, |child| skeleton.joints()[child].rest.translation);
        let centre = subject.placement.transform_point3(model[joint].translation);
        let end = child.map_or_else(|| world_from_parent.translation, |child| subject.placement.transform_point3(model[child].translation));
        Some(Self {
            centre,
            world_from_rest: rotation_of(&world_from_parent) * rest,
            bone: offset.normalize_or(Vec3::Y),
            radius: SIZE * centre.distance(end).max(1e-3),
            turn: (rest.inverse() * local.rotation).normalize(),
        })
    }

    /// A direction of the rest frame as a point in world space, metres.
    #[must_use]
    pub fn place(&self, direction: Vec3) -> Vec3 {
        self.centre + self.world_from_rest * direction * self.radius
    }

    /// A ray of world space in the rest frame, where the drawing has a radius of 1.
    #[must_use]
    pub fn ray(&self, ray: &Ray) -> Ray {
        let back = self.world_from_rest.inverse();
        Ray { origin: back * (ray.origin - self.centre) / self.radius, direction: back * ray.direction }
    }
}
