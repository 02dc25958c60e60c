//! The center of mass of a body.
//!
//! Masses of segments and positions of their centers: P. de Leva, "Adjustments to
//! Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics 29(9), 1996, table 4, men.
//! The trunk consists of the three parts of that table, so that the center of a bent trunk is
//! right; its landmarks (7th cervical vertebra, xiphion, navel, middle of the hips) are the nearest
//! joints. Heel, tip of the toes and top of the head have no joint: the centers of foot and head
//! are extrapolated from the existing joints.

use glam::{Affine3, Vec3};
use kansetsu_formats::{Figure, Role};

/// A segment: its start and end, its fraction of the body's mass, and the position of its center
/// along it.
struct Segment {
    from: Role,
    to: Role,
    mass: f32,
    centre: f32,
}

const fn segment(from: Role, to: Role, mass: f32, centre: f32) -> Segment {
    Segment { from, to, mass, centre }
}

/// The middle of the body. The head's center is half way from the 7th cervical vertebra to the
/// vertex, which is 1.37 times the distance to the joint at the base of the skull.
const MIDDLE: [Segment; 3] = [
    segment(Role::Neck, Role::Head, 0.0694, 1.37),
    segment(Role::Neck, Role::UpperChest, 0.1596, 0.5066),
    segment(Role::UpperChest, Role::Spine, 0.1633, 0.4502),
];

/// The left of the body, with half of the pelvis.
const LEFT: [Segment; 7] = [
    segment(Role::Spine, Role::LeftUpperLeg, 0.5 * 0.1117, 0.6115),
    segment(Role::LeftUpperArm, Role::LeftLowerArm, 0.0271, 0.5772),
    segment(Role::LeftLowerArm, Role::LeftHand, 0.0162, 0.4574),
    segment(Role::LeftHand, Role::LeftMiddleProximal, 0.0061, 0.7900),
    segment(Role::LeftUpperLeg, Role::LeftLowerLeg, 0.1416, 0.4095),
    segment(Role::LeftLowerLeg, Role::LeftFoot, 0.0433, 0.4395),
    // Equal to 0.4415 of the distance from the heel to the tips of the toes.
    segment(Role::LeftFoot, Role::LeftToes, 0.0137, 0.44),
];

/// The center of mass of a humanoid, model space; `model_from_joint` is the result of forward
/// kinematics. Segments without joints are ignored; without any segment it is the origin.
#[must_use]
pub fn centre_of_mass(figure: &Figure, model_from_joint: &[Affine3]) -> Vec3 {
    let place = |role: Role| {
        figure
            .rig
            .roles
            .get(&role)
            .and_then(|&joint| model_from_joint.get(joint))
            .map(|at| at.translation)
    };
    let (mut sum, mut mass) = (Vec3::ZERO, 0.0);
    let mut add = |segment: &Segment, [from, to]: [Role; 2]| {
        if let (Some(from), Some(to)) = (place(from), place(to)) {
            sum += from.lerp(to, segment.centre) * segment.mass;
            mass += segment.mass;
        }
    };
    for segment in MIDDLE.iter().chain(&LEFT) {
        add(segment, [segment.from, segment.to]);
    }
    for segment in &LEFT {
        add(segment, [segment.from, segment.to].map(other_side));
    }
    if mass > 0.0 { sum / mass } else { Vec3::ZERO }
}

/// The role on the right; one in the middle stays.
fn other_side(role: Role) -> Role {
    let name = role.name().strip_prefix("left").map(|rest| format!("right{rest}"));
    name.and_then(|name| Role::from_name(&name)).unwrap_or(role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_segments_make_a_whole_body() {
        let mass = |segments: &[Segment]| segments.iter().map(|segment| segment.mass).sum::<f32>();
        assert!((mass(&MIDDLE) + 2.0 * mass(&LEFT) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_body_in_a_t_pose_has_its_centre_in_the_pelvis() {
        let figure = crate::mannequin();
        let skeleton = &figure.rig.skeleton;
        let centre = centre_of_mass(&figure, &skeleton.forward(&skeleton.rest_pose()));
        assert!(centre.x.abs() < 1e-5, "{centre}");
        // With arms at the sides it is at 0.57 of the height; spread arms raise it by 3 cm.
        assert!((0.96..1.03).contains(&centre.y) && centre.z.abs() < 0.03, "{centre}");
    }
}
