//! Where a body's centre of mass is.
//!
//! Masses of segments and places of their centres: P. de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia
//! parameters", J. Biomechanics 29(9), 1996, table 4, men. The trunk counts in the three parts of that table, so that a bent
//! trunk has its centre where it is; its landmarks (7th cervical vertebra, xiphion, navel, middle of the hips) are the
//! joints next to them. Heel, tip of the toes and top of the head have no joint: the centres of foot and head are told
//! along the way between the joints that there are.

use std::collections::BTreeMap;

use kansetsu::d3::Skeleton;
use kansetsu::glam::{Affine3, Vec3};

use crate::Role;

/// A segment: the joint that it moves with, where it begins and ends, its fraction of the body's mass, and how far along its centre is.
struct Segment {
    on: Role,
    ends: [Role; 2],
    mass: f32,
    centre: f32,
}

const fn segment(on: Role, ends: [Role; 2], mass: f32, centre: f32) -> Segment {
    Segment { on, ends, mass, centre }
}

/// The middle of the body. The head's centre is half way from the 7th cervical vertebra to the vertex, which is 1.37 times as far as the
/// joint at the base of the skull.
const MIDDLE: [Segment; 3] = [
    segment(Role::Head, [Role::Neck, Role::Head], 0.0694, 1.37),
    segment(Role::UpperChest, [Role::Neck, Role::UpperChest], 0.1596, 0.5066),
    segment(Role::Chest, [Role::UpperChest, Role::Spine], 0.1633, 0.4502),
];

/// The left of the body, with half of the pelvis.
const LEFT: [Segment; 7] = [
    segment(Role::Hips, [Role::Spine, Role::LeftUpperLeg], 0.5 * 0.1117, 0.6115),
    segment(Role::LeftUpperArm, [Role::LeftUpperArm, Role::LeftLowerArm], 0.0271, 0.5772),
    segment(Role::LeftLowerArm, [Role::LeftLowerArm, Role::LeftHand], 0.0162, 0.4574),
    segment(Role::LeftHand, [Role::LeftHand, Role::LeftMiddleProximal], 0.0061, 0.7900),
    segment(Role::LeftUpperLeg, [Role::LeftUpperLeg, Role::LeftLowerLeg], 0.1416, 0.4095),
    segment(Role::LeftLowerLeg, [Role::LeftLowerLeg, Role::LeftFoot], 0.0433, 0.4395),
    // 0.4415 of the way from the heel to the tips of the toes is as far along the foot as this.
    segment(Role::LeftFoot, [Role::LeftFoot, Role::LeftToes], 0.0137, 0.44),
];

/// Who stands in for a role that nobody plays.
const fn stand_in(role: Role) -> Option<Role> {
    match role {
        Role::UpperChest => Some(Role::Chest),
        Role::Chest => Some(Role::Spine),
        Role::Spine => Some(Role::Hips),
        Role::Neck => Some(Role::Head),
        Role::LeftMiddleProximal => Some(Role::LeftHand),
        Role::RightMiddleProximal => Some(Role::RightHand),
        Role::LeftToes => Some(Role::LeftFoot),
        Role::RightToes => Some(Role::RightFoot),
        _ => None,
    }
}

/// A mass on a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// The joint that it moves with.
    pub joint: usize,
    /// Its fraction of the body's mass.
    pub fraction: f32,
    /// Its centre in the joint's frame.
    pub centre_in_joint: Vec3,
}

/// The masses of the segments, each on the joint that turns it. Where a role of the trunk, a hand or a foot is not played, its neighbour
/// stands in; segments of limbs that are not there are left out, so that the fractions of half a body sum up to less than 1.
#[must_use]
pub fn masses(skeleton: &Skeleton, roles: &BTreeMap<Role, usize>) -> Vec<Mass> {
    let rest = skeleton.forward(&skeleton.rest_pose());
    let mut masses = Vec::new();
    for (segment, [joint, from, to]) in cast(roles) {
        let (Some(map), Some(start), Some(end)) = (rest.get(joint), rest.get(from), rest.get(to)) else { continue };
        let centre = start.translation.lerp(end.translation, segment.centre);
        let centre_in_joint = map.inverse().transform_point3(centre);
        if centre_in_joint.is_finite() {
            masses.push(Mass { joint, fraction: segment.mass, centre_in_joint });
        }
    }
    masses
}

/// The centre of mass of a humanoid, model space; `model_from_joint` is what forward kinematics returns. The same segments as in
/// [`masses`]; the origin when there are none.
#[must_use]
pub fn centre_of_mass(roles: &BTreeMap<Role, usize>, model_from_joint: &[Affine3]) -> Vec3 {
    let (mut sum, mut mass) = (Vec3::ZERO, 0.0);
    for (segment, [_, from, to]) in cast(roles) {
        if let (Some(from), Some(to)) = (model_from_joint.get(from), model_from_joint.get(to)) {
            sum += from.translation.lerp(to.translation, segment.centre) * segment.mass;
            mass += segment.mass;
        }
    }
    if mass > 0.0 { sum / mass } else { Vec3::ZERO }
}

/// The segments that are there, with the joint that moves each and those at its ends.
fn cast(roles: &BTreeMap<Role, usize>) -> Vec<(&'static Segment, [usize; 3])> {
    let player = |role: Role| {
        let mut roles_in_turn = std::iter::successors(Some(role), |&role| stand_in(role));
        roles_in_turn.find_map(|role| roles.get(&role).copied())
    };
    let joints = |[on, from, to]: [Role; 3]| Some([player(on)?, player(from)?, player(to)?]);
    let all = |segment: &Segment| [segment.on, segment.ends[0], segment.ends[1]];
    let left = MIDDLE.iter().chain(&LEFT).filter_map(|segment| Some((segment, joints(all(segment))?)));
    let other_side = |role: Role| role.other_side().unwrap_or(role);
    let right = LEFT.iter().filter_map(|segment| Some((segment, joints(all(segment).map(other_side))?)));
    left.chain(right).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_segments_make_a_whole_body() {
        let mass = |segments: &[Segment]| segments.iter().map(|segment| segment.mass).sum::<f32>();
        assert!((mass(&MIDDLE) + 2.0 * mass(&LEFT) - 1.0).abs() < 1e-3);
    }
}
