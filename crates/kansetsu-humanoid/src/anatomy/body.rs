//! A body at rest in the view of a person in a T-pose: left along +X, up along +Y, front along +Z.

use std::collections::BTreeMap;

use kansetsu::d3::{Skeleton, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::axes::Axes;
use super::frame::{product, rotate};
use kansetsu::d3::Role;

/// A side of the body. The right side is viewed mirrored, so that both sides look like the left
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// The skeleton at rest in the body's axes.
pub(super) struct Body<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) roles: &'a BTreeMap<Role, usize>,
    /// The rotation from the body's axes (left, up, front) to model space.
    pub(super) model_from_body: Quat,
    places: Vec<Vec3>,
    turns: Vec<Quat>,
}

impl<'a> Body<'a> {
    /// `None` if the roles do not define the direction that the body faces.
    pub(super) fn of(skeleton: &'a Skeleton, roles: &'a BTreeMap<Role, usize>) -> Option<Self> {
        let rest: Vec<Affine3> = skeleton.forward(&skeleton.rest_pose());
        if roles.values().any(|&joint| joint >= rest.len()) {
            return None;
        }
        let model_from_body = Axes::of(roles, &rest)?.model_from_body();
        let body_from_model = model_from_body.conjugate();
        let places = rest.iter().map(|map| rotate(body_from_model, map.translation)).collect();
        let turns = rest.iter().map(|map| product(body_from_model, rotation_of(map))).collect();
        Some(Self { skeleton, roles, model_from_body, places, turns })
    }

    pub(super) fn role(&self, role: Role) -> Option<usize> {
        self.roles.get(&role).copied()
    }

    /// The joint of a limb's role, named by the left side's role.
    pub(super) fn limb_role(&self, side: Side, left: Role) -> Option<usize> {
        self.role(if side == Side::Left { left } else { left.other_side().unwrap_or(left) })
    }

    /// Whether a joint plays a role.
    pub(super) fn is_cast(&self, joint: usize) -> bool {
        self.roles.values().any(|&cast| cast == joint)
    }

    pub(super) fn place(&self, joint: usize, side: Side) -> Vec3 {
        let p = self.places[joint];
        if side == Side::Left { p } else { Vec3::new(-p.x, p.y, p.z) }
    }

    /// `body_from_joint`.
    pub(super) fn turn(&self, joint: usize, side: Side) -> Quat {
        let q = self.turns[joint];
        if side == Side::Left { q } else { Quat::from_xyzw(q.x, -q.y, -q.z, q.w) }
    }

    /// The unit direction from one joint to another.
    pub(super) fn way(&self, from: usize, to: usize, side: Side) -> Option<Vec3> {
        (self.place(to, side) - self.place(from, side)).try_normalize()
    }

    /// The unit direction from a joint to its main child: the one with most descendants, in a tie
    /// the furthest.
    pub(super) fn way_on(&self, joint: usize, side: Side) -> Option<Vec3> {
        let far = |child: usize| self.places[child].distance(self.places[joint]);
        let child = self
            .skeleton
            .children(joint)
            .iter()
            .copied()
            .max_by(|&a, &b| far(a).total_cmp(&far(b)))?;
        self.way(joint, child, side)
    }

    /// Whether `joint` is a descendant of `above`.
    pub(super) fn is_below(&self, joint: usize, above: usize) -> bool {
        self.skeleton.ancestors(joint).skip(1).any(|ancestor| ancestor == above)
    }
}
