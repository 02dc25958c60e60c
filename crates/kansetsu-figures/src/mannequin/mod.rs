//! The mannequin: an adult of 1.70 m in a T-pose, with every joint of the VRM 1.0 humanoid.

pub(crate) mod arm;
pub(crate) mod hand;
pub(crate) mod head;
pub(crate) mod leg;
pub(crate) mod limits;
pub(crate) mod proportions;
pub(crate) mod torso;

use glam::Vec3;
use kansetsu_formats::Figure;
use kansetsu_humanoid::anatomy::range::ELBOW_POLE;

use crate::model::{Draft, Plan};

/// A friendly dummy of smooth shells and round joints, 1.70 m tall, facing +Z in a T-pose, feet on
/// the ground.
///
/// Its joints are named after the roles of the VRM 1.0 humanoid ("LeftHand" plays `leftHand`), with
/// tips on the head, the toes and the fingers ("LeftIndexTip"). No joint has a rotation at rest.
/// Elbows and knees bend about hinges, everything else within anatomical cones and boxes; arms and
/// legs are limbs.
#[must_use]
pub fn mannequin() -> Figure {
    let mut draft = Draft::new(plan());
    torso::model(&mut draft);
    head::model(&mut draft);
    arm::model(&mut draft);
    hand::model(&mut draft);
    leg::model(&mut draft);
    draft.finish_humanoid("mannequin")
}

/// The joints, limits and limbs.
pub(crate) fn plan() -> Plan {
    let mut plan = proportions::plan();
    limits::add(&mut plan);
    plan.limb("left arm", ["LeftUpperArm", "LeftLowerArm", "LeftHand"], ELBOW_POLE);
    plan.limb("left leg", ["LeftUpperLeg", "LeftLowerLeg", "LeftFoot"], Vec3::Z);
    plan.mirror();
    plan
}
