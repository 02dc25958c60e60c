//! Arms and legs as limbs, and where their middles point.

use kansetsu::d3::Limb;
use kansetsu::glam::Vec3;

use crate::anatomy::Axes;
use crate::{Figure, Role};

/// A rest pose bent by less than this part of the limb's length says nothing about the way it bends: modelled limbs
/// are seldom straight to the last digit.
const LEAST_BEND: f32 = 0.005;
/// A bend against the usual way counts from this part of the length on: animals and robots bend otherwise, and clearly.
const LEAST_ODD_BEND: f32 = 0.05;

/// The limbs that the roles make up.
pub(super) fn limbs(figure: &Figure) -> Vec<Limb> {
    let skeleton = &figure.rig.skeleton;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let facing = Axes::of(&figure.roles, &rest).map(|axes| axes.forward);
    let mut limbs = Vec::new();
    for (name, roles, usual) in [
        ("left arm", [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand], -1.0),
        ("right arm", [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand], -1.0),
        ("left leg", [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot], 1.0),
        ("right leg", [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot], 1.0),
    ] {
        let [Some(&base), Some(&middle), Some(&tip)] = roles.map(|role| figure.roles.get(&role)) else { continue };
        let usual = facing.map(|facing| facing * usual);
        if let Some(pole) = pole([base, middle, tip].map(|joint| rest[joint].translation), usual) {
            limbs.push(Limb { name: name.to_owned(), base, middle, tip, pole });
        }
    }
    limbs
}

/// Where the middle points: as it does at rest, or the usual way when the limb is straight.
fn pole([base, middle, tip]: [Vec3; 3], usual: Option<Vec3>) -> Option<Vec3> {
    let length = base.distance(middle) + middle.distance(tip);
    let along = (tip - base).try_normalize()?;
    let across = (middle - base).reject_from_normalized(along);
    let odd = usual.is_some_and(|usual| across.dot(usual) < 0.0);
    let least = if odd { LEAST_ODD_BEND } else { LEAST_BEND };
    let bent = across.try_normalize().filter(|_| across.length() > least * length);
    bent.or_else(|| usual?.reject_from_normalized(along).try_normalize()).or(usual)
}
