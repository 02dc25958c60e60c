//! What keeps a body from falling: how its mass is spread, and what it can stand on.
//!
//! A body at rest stands as long as its centre of mass is above the hull of what carries it. A body
//! that knows its [`Balance`] heeds that as long as a foot is pinned: see
//! [`Body::with_balance`](super::solve::Body::with_balance).

pub mod hull;

use glam::{Affine3, Vec3};

use super::{BodyAxes, Humanoid, Skeleton, rotation_of};
use crate::{Error, error::in_range};

/// Coordinates, lengths and masses at most.
const LARGEST: f32 = 1e15;

/// How a body's mass is spread, and what it can stand on.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Against gravity, model space, of length 1.
    pub up: Vec3,
    /// What weighs.
    pub masses: Vec<Mass>,
    /// What it can stand on.
    pub soles: Vec<Sole>,
}

/// A part of the body's mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// The joint that carries it.
    pub joint: usize,
    /// Its centre, in the joint's own frame, metres.
    pub center: Vec3,
    /// How much it is, in any unit.
    pub mass: f32,
}

/// What a limb stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct Sole {
    /// Its corners, heel to toes: each the joint that carries it and its place in that joint's own
    /// frame, metres.
    pub corners: Vec<(usize, Vec3)>,
}

/// Masses of the trunk's three parts, and where their centres are between the middle of the hips
/// and the lowest joint of the neck.
///
/// P. de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics
/// 29(9), 1996, table 4, men, here and below.
const TRUNK: [[f32; 2]; 3] = [[0.1117, 0.093], [0.1633, 0.44], [0.1596, 0.797]];

/// The head's mass, and its centre on the way from the lowest joint of the neck to the base of the
/// skull.
const HEAD: [f32; 2] = [0.0694, 1.37];

/// The same for an arm and a leg, between their joints. The hand counts as a part of the forearm,
/// the foot as a part of the shank.
const ARM: [[f32; 2]; 2] = [[0.0271, 0.5772], [0.0223, 0.674]];
const LEG: [[f32; 2]; 2] = [[0.1416, 0.4095], [0.0570, 0.574]];

/// A foot's corners, as parts of the way from ankle to ball seen from above: how far behind the
/// ankle the heel is, how far before the ball the toes end, and half of how wide it is.
const HEEL: f32 = 0.35;
const TOES: f32 = 0.40;
const HALF_WIDTH: f32 = 0.25;

impl Balance {
    /// A person's.
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

    /// The centre of mass, model space; `model_from_joint` is what forward kinematics gives. The
    /// origin where nothing weighs.
    #[must_use]
    pub fn center_of_mass(&self, model_from_joint: &[Affine3]) -> Vec3 {
        let (mut sum, mut all) = (Vec3::ZERO, 0.0);
        for mass in &self.masses {
            sum += model_from_joint[mass.joint].transform_point3(mass.center) * mass.mass;
            all += mass.mass;
        }
        if all > 0.0 { sum / all } else { Vec3::ZERO }
    }

    /// Refuses what is no balance of a body of so many joints.
    pub(crate) fn check(&self, count: usize) -> Result<(), Error> {
        let corners = self.soles.iter().flat_map(|sole| &sole.corners).copied();
        for (joint, place) in
            self.masses.iter().map(|mass| (mass.joint, mass.center)).chain(corners)
        {
            if joint >= count {
                return Err(Error::JointOutOfRange { joint, count });
            }
            in_range("a place of the balance", place.abs().max_element(), [0.0, LARGEST])?;
        }
        for mass in &self.masses {
            in_range("a mass", mass.mass, [0.0, LARGEST])?;
        }
        in_range("the length of Balance::up", self.up.length(), [0.999, 1.001])
    }
}

/// A place of model space in the frame of a joint that is here.
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
