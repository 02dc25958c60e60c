//! How a figure would stand in a T-pose.

use std::collections::BTreeMap;

use kansetsu::glam::{Affine3, Quat};

use super::Standing;
use crate::anatomy::Segments;
use crate::anatomy::frame::product;
use crate::{Figure, Role};

/// A figure at rest, seen as the standard sees it.
pub(super) struct Rest<'a> {
    pub(super) figure: &'a Figure,
    /// `model_from_joint` at rest.
    pub(super) maps: Vec<Affine3>,
    /// From the space of one who looks to +Z to model space.
    pub(super) model_from_person: Quat,
    /// For each joint, what turns it from rest into a T-pose, in model space; of a joint without a role that of the joint above it.
    pub(super) into_t: Vec<Quat>,
}

/// Arms and legs that are turned less than this from a T-pose rest in one, radians: 10 degrees. Few models are exact, and with half as much the
/// motion of one T-pose would be bent to fit another; from twice as much on an A-pose would be taken for a T-pose.
const EXACT: f32 = 0.17;

/// Arms with their hands, and legs without their feet, which are flat in any pose. Fingers follow their hands.
const LIMBS: [&[Role]; 4] = [
    &[Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
    &[Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
    &[Role::LeftUpperLeg, Role::LeftLowerLeg],
    &[Role::RightUpperLeg, Role::RightLowerLeg],
];

impl<'a> Rest<'a> {
    pub(super) fn of(figure: &'a Figure, standing: Standing) -> Self {
        let skeleton = &figure.rig.skeleton;
        let maps = skeleton.forward(&skeleton.rest_pose());
        let segments = Segments::of(skeleton, &figure.roles).filter(|_| standing == Standing::Unknown);
        let model_from_person = match (standing, &segments) {
            (Standing::Back, _) => Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
            (_, Some(segments)) => segments.model_from_person,
            (_, None) => Quat::IDENTITY,
        };
        let turns = segments.map(|segments| corrections(figure, &segments)).unwrap_or_default();
        let ends: Vec<usize> = [Role::LeftFoot, Role::RightFoot].iter().filter_map(|role| figure.roles.get(role).copied()).collect();
        let mut into_t: Vec<Quat> = Vec::with_capacity(skeleton.len());
        for (joint, entry) in skeleton.joints().iter().enumerate() {
            let above = entry.parent.filter(|_| !ends.contains(&joint)).map_or(Quat::IDENTITY, |parent| into_t[parent]);
            into_t.push(turns.get(&joint).copied().unwrap_or(above));
        }
        Self { figure, maps, model_from_person, into_t }
    }

    /// The joint of the nearest role above `joint`.
    pub(super) fn role_above(&self, joint: usize) -> Option<usize> {
        let mut above = self.figure.rig.skeleton.ancestors(joint).skip(1);
        above.find(|other| self.figure.roles.values().any(|joint| joint == other))
    }
}

fn corrections(figure: &Figure, segments: &Segments) -> BTreeMap<usize, Quat> {
    let mut turns = BTreeMap::new();
    for limb in LIMBS {
        let joints = limb.iter().filter_map(|role| figure.roles.get(role).copied());
        let limb: Vec<(usize, Quat)> =
            joints.filter_map(|joint| Some((joint, product(segments.model_from_person, segments.frames[joint]?.conjugate())))).collect();
        if limb.iter().any(|(_, turn)| angle(*turn) > EXACT) {
            turns.extend(limb);
        }
    }
    turns
}

fn angle(turn: Quat) -> f32 {
    let sine = (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z).sqrt();
    2.0 * libm::atan2f(sine, turn.w.abs())
}
