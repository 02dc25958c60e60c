//! Where a limit is drawn.

use kansetsu::{
    d3::{Skeleton, rotation_of},
    glam::{Affine3, Quat, Vec3},
};

/// The frames that a limit speaks of, at a joint of a posed figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitSite {
    /// The joint, world space, metres.
    pub center: Vec3,
    /// The joint's rest frame as its parent carries it.
    pub world_from_rest: Quat,
    /// The joint's present frame.
    pub world_from_joint: Quat,
    /// Towards the child, in the joint's frame.
    pub bone: Vec3,
    /// How large it is drawn, metres.
    pub radius: f32,
}

/// The size of a limit, as a part of its bone.
const SIZE: f32 = 0.6;

impl LimitSite {
    /// The site of a joint; `None` when there is no such joint.
    #[must_use]
    pub fn of(skeleton: &Skeleton, world_from_joint: &[Affine3], joint: usize) -> Option<Self> {
        let here = world_from_joint.get(joint)?;
        let entry = skeleton.joints().get(joint)?;
        let world_from_parent = entry.parent.map_or(Some(&Affine3::IDENTITY), |parent| world_from_joint.get(parent))?;
        let child = skeleton.children(joint).first().copied();
        let bone = child.map_or(Vec3::Y, |child| skeleton.joints()[child].rest.translation.normalize_or(Vec3::Y));
        let other = child.or(entry.parent).and_then(|other| world_from_joint.get(other));
        let length = other.map_or(0.1, |other| other.translation.distance(here.translation)).max(0.02 * skeleton.size());
        Some(Self {
            center: here.translation,
            world_from_rest: rotation_of(&(*world_from_parent * entry.rest.to_affine())),
            world_from_joint: rotation_of(here),
            bone,
            radius: SIZE * length,
        })
    }

    /// A direction in the rest frame as a point in the world.
    pub(super) fn at_rest(&self, direction: Vec3) -> Vec3 {
        self.center + self.world_from_rest * direction * self.radius
    }

    /// A direction fixed in the joint as a point in the world.
    pub(super) fn now(&self, direction: Vec3) -> Vec3 {
        self.center + self.world_from_joint * direction * self.radius
    }
}
