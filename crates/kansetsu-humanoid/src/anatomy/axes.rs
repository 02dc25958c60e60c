//! The axes of a body at rest.

use std::collections::BTreeMap;

use kansetsu::glam::{Affine3, Quat, Vec3};

use super::frame;
use kansetsu::d3::Role;

/// The axes of a body at rest: perpendicular unit vectors in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// From its right to its left.
    pub left: Vec3,
    /// From the hips to the head.
    pub up: Vec3,
    /// To the front.
    pub forward: Vec3,
}

impl Axes {
    /// From the positions of its joints; `rest` is the result of forward kinematics for the rest
    /// pose. `None` without a pair of arms or legs. Without hips or head +Y is up.
    #[must_use]
    pub fn of(roles: &BTreeMap<Role, usize>, rest: &[Affine3]) -> Option<Self> {
        let at = |role: Role| {
            roles.get(&role).and_then(|&joint| rest.get(joint)).map(|map| map.translation)
        };
        let across = |left: Role, right: Role| Some(at(left)? - at(right)?);
        let pairs =
            [(Role::LeftUpperLeg, Role::RightUpperLeg), (Role::LeftUpperArm, Role::RightUpperArm)];
        let left: Vec3 = pairs.into_iter().filter_map(|(left, right)| across(left, right)).sum();
        let top = at(Role::Neck).or_else(|| at(Role::Head));
        let up = top.zip(at(Role::Hips)).map_or(Vec3::Y, |(top, hips)| top - hips);
        let (left, forward) = (left.try_normalize()?, left.cross(up).try_normalize()?);
        Some(Self { left, up: forward.cross(left), forward })
    }

    /// The rotation from the space of a person who faces +Z, the head at +Y, to model space.
    #[must_use]
    pub fn model_from_body(&self) -> Quat {
        frame::with_z_and_x(self.forward, self.left)
    }
}
