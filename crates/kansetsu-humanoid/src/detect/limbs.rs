//! Arms and legs as limbs, and the directions of their middles.

use std::collections::BTreeMap;

use kansetsu::d3::{Limb, Role, Skeleton};
use kansetsu::glam::Vec3;

use crate::anatomy::{Axes, range::ELBOW_POLE};

/// A bend at rest below this fraction of the limb's length does not define its direction: modelled
/// limbs are seldom exactly straight.
const LEAST_BEND: f32 = 0.005;
/// A bend against the usual direction counts from this fraction of the length on: animals and
/// robots bend otherwise, and clearly.
const LEAST_ODD_BEND: f32 = 0.05;

/// The arms and legs that the roles form, with their bend directions at rest.
#[must_use]
pub fn limbs(skeleton: &Skeleton, roles: &BTreeMap<Role, usize>) -> Vec<Limb> {
    let rest = skeleton.forward(&skeleton.rest_pose());
    let axes = Axes::of(roles, &rest);
    // The elbow's axis follows from this pole, so that a limb that bends by it stays inside its
    // limits.
    let elbow = axes.map(|axes| axes.up * ELBOW_POLE.y + axes.forward * ELBOW_POLE.z);
    let knee = axes.map(|axes| axes.forward);
    let mut limbs = Vec::new();
    for (name, joints, usual) in [
        ("left arm", [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand], elbow),
        ("right arm", [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand], elbow),
        ("left leg", [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot], knee),
        ("right leg", [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot], knee),
    ] {
        let [Some(&base), Some(&middle), Some(&tip)] = joints.map(|role| roles.get(&role)) else {
            continue;
        };
        if let Some(pole) = pole([base, middle, tip].map(|joint| rest[joint].translation), usual) {
            limbs.push(Limb { name: name.to_owned(), base, middle, tip, pole });
        }
    }
    limbs
}

/// The direction of the middle: as at rest, or the usual one if the limb is straight.
fn pole([base, middle, tip]: [Vec3; 3], usual: Option<Vec3>) -> Option<Vec3> {
    let length = base.distance(middle) + middle.distance(tip);
    let along = (tip - base).try_normalize()?;
    let across = (middle - base).reject_from_normalized(along);
    let odd = usual.is_some_and(|usual| across.dot(usual) < 0.0);
    let least = if odd { LEAST_ODD_BEND } else { LEAST_BEND };
    let bent = across.try_normalize().filter(|_| across.length() > least * length);
    bent.or_else(|| usual?.reject_from_normalized(along).try_normalize()).or(usual)
}
