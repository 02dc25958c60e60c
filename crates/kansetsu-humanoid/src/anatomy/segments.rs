//! The segments of a body at rest relative to those of a person in a T-pose, which makes rotations
//! of different bodies comparable.

use std::collections::BTreeMap;

use kansetsu::d3::Skeleton;
use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::body::{Body, Side};
use super::frame::{nearest_axis, product, rotate, turn, with_z_and_x};
use super::limits::{FLAT, MOST_TURNED_OUT, limits_of_roles, neck_joints, trunk_joints};
use super::tolerance::RigKind;
use kansetsu::d3::Role;

/// The segments of a body at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Segments {
    /// From the space of a person who stands upright and faces +Z to model space. Snapped to
    /// quarter turns if nearly one.
    pub model_from_person: Quat,
    /// The joints of the trunk above the hips, the lowest first, with or without roles.
    pub trunk: Vec<usize>,
    /// The joints of the neck and the head, the lowest first.
    pub neck: Vec<usize>,
    /// For each joint with a role, `model_from_segment` at rest: the rotation from the segment of a
    /// person in a T-pose who faces +Z. Trunk, neck, head and collar bones at rest count as
    /// upright, feet as flat unless they hang or are on their toes. One entry per joint of the
    /// skeleton.
    pub frames: Vec<Option<Quat>>,
}

impl Segments {
    /// From the positions of the joints at rest; `None` if the roles do not define the direction
    /// that the body faces.
    #[must_use]
    pub fn of(skeleton: &Skeleton, roles: &BTreeMap<Role, usize>) -> Option<Self> {
        let body = Body::of(skeleton, roles)?;
        let model_from_body = body.model_from_body;
        let model_from_person = upright(model_from_body);
        let mut frames = vec![None; skeleton.len()];
        let limits = limits_of_roles(&body, RigKind::Character);
        for (frame, segment) in frames.iter_mut().zip(&limits.segments) {
            *frame = segment.map(|segment| product(model_from_body, segment));
        }
        let (trunk, neck) = (trunk_joints(&body), neck_joints(&body));
        let others = [
            Role::Hips,
            Role::LeftShoulder,
            Role::RightShoulder,
            Role::LeftEye,
            Role::RightEye,
            Role::Jaw,
        ];
        let others = others.iter().filter_map(|&role| body.role(role));
        for joint in trunk.iter().chain(&neck).copied().chain(others) {
            frames[joint] = Some(model_from_person);
        }
        let person_from_body = product(model_from_person.conjugate(), model_from_body);
        for [foot, toes] in [[Role::LeftFoot, Role::LeftToes], [Role::RightFoot, Role::RightToes]] {
            let (Some(foot), toes) = (body.role(foot), body.role(toes)) else { continue };
            let way = toes
                .and_then(|toes| body.way(foot, toes, Side::Left))
                .or_else(|| body.way_on(foot, Side::Left));
            let frame =
                product(model_from_person, flat(rotate(person_from_body, way.unwrap_or(Vec3::Z))));
            frames[foot] = Some(frame);
            if let Some(toes) = toes {
                frames[toes] = Some(frame);
            }
        }
        Some(Self { model_from_person, trunk, neck, frames })
    }
}

/// The frame of a foot from the direction to its toes, in the person's space: with the toe-out at
/// rest, level if the foot is flat.
fn flat(way: Vec3) -> Quat {
    let level = (way.x * way.x + way.z * way.z).sqrt();
    let out = ops::atan2(way.x, way.z);
    if level < 0.1 || out.abs() > MOST_TURNED_OUT {
        return Quat::IDENTITY;
    }
    let fall = ops::atan2(-way.y, level);
    product(turn(Vec3::Y, out), turn(Vec3::X, fall - fall.clamp(FLAT[0], FLAT[1])))
}

/// An axis this close to one of the model's is replaced by it, as a cosine: 10 degrees.
const NEARLY: f32 = 0.985;

/// The frame of the body without the lean of its back and the small rotations of its limbs at rest.
fn upright(model_from_body: Quat) -> Quat {
    let up = nearest_axis(rotate(model_from_body, Vec3::Y));
    let front = rotate(model_from_body, Vec3::Z).reject_from_normalized(up).normalize_or(Vec3::Z);
    let along = nearest_axis(front);
    let front = if front.dot(along) > NEARLY { along } else { front };
    with_z_and_x(front, up.cross(front))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_leans_a_little_stands_upright_on_the_models_axes() {
        for quarter in 0..4 {
            let facing = turn(Vec3::Y, quarter as f32 * std::f32::consts::FRAC_PI_2);
            let leaning = product(facing, product(turn(Vec3::X, 0.07), turn(Vec3::Y, -0.05)));
            assert!((rotate(upright(leaning), Vec3::Z) - rotate(facing, Vec3::Z)).length() < 1e-6);
            assert!((rotate(upright(leaning), Vec3::Y) - Vec3::Y).length() < 1e-6);
        }
        let aside = turn(Vec3::Y, 0.6);
        assert!((rotate(upright(aside), Vec3::Z) - rotate(aside, Vec3::Z)).length() < 1e-6);
    }

    #[test]
    fn feet_that_hang_are_no_flat_feet() {
        assert!((rotate(flat(Vec3::new(0.0, -0.3, 0.95)), Vec3::Z) - Vec3::Z).length() < 1e-6);
        let hanging = rotate(flat(Vec3::new(0.0, -0.98, 0.2)), Vec3::Z);
        assert!(hanging.y < -0.4, "{hanging}");
    }
}
