//! The limits of the mannequin's joints: the ranges of [`kansetsu_humanoid::anatomy::range`], which
//! are defined for its T-pose.

use glam::Vec3;
use kansetsu_humanoid::anatomy::{frame, range};

use super::proportions::FINGERS;
use crate::model::Plan;

/// Sets the limits of the middle and the left joints.
pub(super) fn add(plan: &mut Plan) {
    trunk(plan);
    arm(plan);
    fingers(plan);
    thumb(plan);
    leg(plan);
}

fn trunk(plan: &mut Plan) {
    for (index, name) in ["Spine", "Chest", "UpperChest"].into_iter().enumerate() {
        plan.limit(name, range::trunk(index, 3));
    }
    plan.limit("Neck", range::neck(0, 2));
    plan.limit("Head", range::neck(1, 2));
    plan.limit("LeftEye", range::eye());
    plan.limit("Jaw", range::jaw());
}

fn arm(plan: &mut Plan) {
    plan.limit("LeftShoulder", range::clavicle());
    plan.limit("LeftUpperArm", range::shoulder());
    plan.limit("LeftLowerArm", range::elbow());
    plan.limit("LeftHand", range::wrist());
}

fn fingers(plan: &mut Plan) {
    for finger in FINGERS.iter().filter(|finger| finger.name != "Thumb") {
        let [knuckle, middle, end] = [0, 1, 2].map(|i| format!("Left{}", finger.joints[i]));
        let frame = frame::arc(Vec3::X, finger.direction.normalize());
        plan.limit(&knuckle, range::knuckle(frame));
        let axis = range::finger_axis(frame);
        plan.limit(&middle, range::finger_middle(axis));
        plan.limit(&end, range::finger_end(axis));
    }
}

fn thumb(plan: &mut Plan) {
    let along = FINGERS[0].direction.normalize();
    let axis = range::thumb_axis(along);
    plan.limit("LeftThumbMetacarpal", range::thumb_root(along));
    plan.limit("LeftThumbProximal", range::thumb_middle(axis));
    plan.limit("LeftThumbDistal", range::thumb_end(axis));
}

fn leg(plan: &mut Plan) {
    plan.limit("LeftUpperLeg", range::hip());
    plan.limit("LeftLowerLeg", range::knee());
    plan.limit("LeftFoot", range::ankle());
    plan.limit("LeftToes", range::toes());
}
