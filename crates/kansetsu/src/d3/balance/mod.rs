//! Balance: the mass distribution of a body, and its support.
//!
//! A body at rest does not fall as long as its center of mass is above the convex hull of its
//! contacts. A body with a [`Balance`] respects that as long as a foot is pinned: see
//! [`Body::with_balance`](super::solve::Body::with_balance).

pub mod hull;

use glam::{Affine3, Vec3};

use super::{BodyAxes, Humanoid, Skeleton, rotation_of};
use crate::{Error, error::in_range};

/// Upper bound of coordinates, lengths and masses.
const LARGEST: f32 = 1e15;

/// The mass distribution of a body, and its possible contacts.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// The direction against gravity, model space, of length 1.
    pub up: Vec3,
    /// The masses.
    pub masses: Vec<Mass>,
    /// The possible contacts.
    pub soles: Vec<Sole>,
}

/// A fraction of the body's mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// The joint that carries the mass.
    pub joint: usize,
    /// The mass's center, in the joint's own frame, metres.
    pub center: Vec3,
    /// The mass, in any unit.
    pub mass: f32,
}

/// The sole of a limb.
#[derive(Clone, Debug, PartialEq)]
pub struct Sole {
    /// The corners, heel to toes: each the joint that carries it and its position in that joint's
    /// own frame, metres.
    pub corners: Vec<(usize, Vec3)>,
}

/// The masses of the trunk's three parts, and their centers as fractions of the path from the
/// middle of the hips to the lowest joint of the neck.
///
/// P. de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics
/// 29(9), 1996, table 4, men, here and below.
const TRUNK: [[f32; 2]; 3] = [[0.1117, 0.093], [0.1633, 0.44], [0.1596, 0.797]];

/// The head's mass, and its center as a fraction of the path from the lowest joint of the neck to
/// the base of the skull.
const HEAD: [f32; 2] = [0.0694, 1.37];

/// The same for an arm and a leg, between their joints. The hand's mass is included in the forearm,
/// the foot's in the shank.
const ARM: [[f32; 2]; 2] = [[0.0271, 0.5772], [0.0223, 0.674]];
const LEG: [[f32; 2]; 2] = [[0.1416, 0.4095], [0.0570, 0.574]];

/// The corners of a foot, as fractions of the distance from ankle to ball in plan view: the heel
/// behind the ankle, the toes beyond the ball, and half of the width.
const HEEL: f32 = 0.35;
const TOES: f32 = 0.40;
const HALF_WIDTH: f32 = 0.25;

impl Balance {
    /// The balance of a person.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint of the humanoid.
    pub fn humanoid(skeleton: &Skeleton, humanoid: &Humanoid) -> Result<Self, Error> {
        humanoid.check(skeleton.len())?;
        let (axes, rest) =
            (BodyAxes::of(skeleton, humanoid), skeleton.forward(&skeleton.rest_pose()));
        let up = nearest_axis(axes.up);
        let mut balance = Self { up, masses: Vec::new(), soles: Vec::new() };
        let at = |joint: usize| rest[joint].translation;
        let mut add = |joint: usize, mass: f32, place: Vec3| {
            balance.masses.push(Mass { joint, center: carried(&rest[joint], place), mass })
        };
        let hips = humanoid.legs.map(|leg| at(leg.upper));
        let from = (hips[0] + hips[1]) * 0.5;
        let top = humanoid.neck.first().or(humanoid.spine.last()).copied().unwrap_or(humanoid.hips);
        let trunk = at(top) - from;
        for [mass, along] in TRUNK {
            let place = from + trunk * along;
            let is_below = |joint: &&usize| (at(**joint) - place).dot(trunk) <= 0.0;
            let joint =
                humanoid.spine.iter().rev().find(is_below).copied().unwrap_or(humanoid.hips);
            add(joint, mass, place);
        }
        let head = humanoid.neck.last().copied().unwrap_or(top);
        add(head, HEAD[0], at(top).lerp(at(head), HEAD[1]));
        let arms = humanoid.arms.iter().map(|arm| ([arm.upper, arm.lower, arm.hand], ARM));
        let legs = humanoid.legs.iter().map(|leg| ([leg.upper, leg.lower, leg.foot], LEG));
        for (joints, parts) in arms.chain(legs) {
            for (bone, [mass, along]) in joints.windows(2).zip(parts) {
                add(bone[0], mass, at(bone[0]).lerp(at(bone[1]), along));
            }
        }
        for leg in &humanoid.legs {
            let ankle = at(leg.foot);
            let ball = leg
                .toes
                .map_or(ankle + axes.forward * (0.3 * (at(leg.lower) - ankle).length()), at);
            let way = (ball - ankle) - up * (ball - ankle).dot(up);
            let side = up.cross(way) * HALF_WIDTH;
            let toes = leg.toes.unwrap_or(leg.foot);
            let ends = [
                (leg.foot, ball - way * (1.0 + HEEL)),
                (leg.foot, ball),
                (toes, ball + way * TOES),
            ];
            let corners = ends.iter().flat_map(|&(joint, place)| {
                [-1.0, 1.0].map(|sign| (joint, carried(&rest[joint], place + side * sign)))
            });
            balance.soles.push(Sole { corners: corners.collect() });
        }
        Ok(balance)
    }

    /// The center of mass, model space; `model_from_joint` is the result of forward kinematics. The
    /// origin if there are no masses.
    #[must_use]
    pub fn center_of_mass(&self, model_from_joint: &[Affine3]) -> Vec3 {
        let (mut sum, mut all) = (Vec3::ZERO, 0.0);
        for mass in &self.masses {
            sum += model_from_joint[mass.joint].transform_point3(mass.center) * mass.mass;
            all += mass.mass;
        }
        if all > 0.0 { sum / all } else { Vec3::ZERO }
    }

    /// Checks the balance for a body of `count` joints.
    pub(crate) fn check(&self, count: usize) -> Result<(), Error> {
        let corners = self.soles.iter().flat_map(|sole| &sole.corners).copied();
        for (joint, place) in
            self.masses.iter().map(|mass| (mass.joint, mass.center)).chain(corners)
        {
            if joint >= count {
                return Err(Error::JointOutOfRange { joint, count });
            }
            in_range("a position of the balance", place.abs().max_element(), [0.0, LARGEST])?;
        }
        for mass in &self.masses {
            in_range("a mass", mass.mass, [0.0, LARGEST])?;
        }
        in_range("the length of Balance::up", self.up.length(), [0.999, 1.001])
    }
}

/// A point of model space in the frame of a joint with this transform.
fn carried(model_from_joint: &Affine3, place: Vec3) -> Vec3 {
    rotation_of(model_from_joint).inverse() * (place - model_from_joint.translation)
}

/// The axis of model space that is nearest to a direction.
fn nearest_axis(direction: Vec3) -> Vec3 {
    let largest = direction.abs().max_element();
    let along = |value: f32| if value.abs() == largest { value.signum() } else { 0.0 };
    let axis = Vec3::new(along(direction.x), along(direction.y), along(direction.z));
    if axis.length_squared() == 1.0 { axis } else { Vec3::Y }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_a_whole_body() {
        let sum = |parts: &[[f32; 2]]| parts.iter().map(|part| part[0]).sum::<f32>();
        assert!((sum(&TRUNK) + HEAD[0] + 2.0 * (sum(&ARM) + sum(&LEG)) - 1.0).abs() < 1e-3);
    }
}
