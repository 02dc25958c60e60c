//! The T-pose of a figure.

use std::collections::BTreeMap;

use kansetsu::glam::{Affine3, Quat, Vec3};

use super::RestConvention;
use crate::figure::SOLE;
use crate::{Clip, Figure, Role};
use kansetsu_humanoid::anatomy::Segments;
use kansetsu_humanoid::anatomy::frame::product;

/// A figure at rest, in the terms of the standard.
pub(super) struct Rest<'a> {
    pub(super) figure: &'a Figure,
    /// `model_from_joint` at rest.
    pub(super) maps: Vec<Affine3>,
    /// From the space of a person who faces +Z to model space.
    pub(super) model_from_person: Quat,
    /// For each joint, the rotation from rest to a T-pose, in model space; for a joint without a
    /// role that of its parent.
    pub(super) into_t: Vec<Quat>,
    /// The height of the floor at rest, in that person's frame.
    pub(super) floor: f32,
}

/// Arms and legs closer than this to a T-pose rest in one, radians: 10 degrees. Few models are
/// exact: with half as much the motion of one T-pose would be bent to fit another. From twice as
/// much on an A-pose would be taken for a T-pose.
const EXACT: f32 = 0.17;

/// Arms with their hands, and legs without their feet, which are flat in any pose. Fingers follow
/// their hands.
const LIMBS: [&[Role]; 4] = [
    &[Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
    &[Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
    &[Role::LeftUpperLeg, Role::LeftLowerLeg],
    &[Role::RightUpperLeg, Role::RightLowerLeg],
];

impl<'a> Rest<'a> {
    /// `clip` shows the height of the lowest joint above the floor, if the body does not rest on
    /// its floor.
    pub(super) fn of(figure: &'a Figure, standing: RestConvention, clip: Option<&Clip>) -> Self {
        let skeleton = &figure.rig.skeleton;
        let maps = skeleton.forward(&skeleton.rest_pose());
        let segments = Segments::of(skeleton, &figure.rig.roles)
            .filter(|_| standing == RestConvention::Unknown);
        let model_from_person = match (standing, &segments) {
            (RestConvention::Back, _) => Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
            (_, Some(segments)) => segments.model_from_person,
            (_, None) => Quat::IDENTITY,
        };
        let turns = segments.map(|segments| corrections(figure, &segments)).unwrap_or_default();
        let ends: Vec<usize> = [Role::LeftFoot, Role::RightFoot]
            .iter()
            .filter_map(|role| figure.rig.roles.get(role).copied())
            .collect();
        let mut into_t: Vec<Quat> = Vec::with_capacity(skeleton.len());
        for (joint, entry) in skeleton.joints().iter().enumerate() {
            let above = entry
                .parent
                .filter(|_| !ends.contains(&joint))
                .map_or(Quat::IDENTITY, |parent| into_t[parent]);
            into_t.push(turns.get(&joint).copied().unwrap_or(above));
        }
        let floor = if standing == RestConvention::Unknown {
            floor(figure, (&maps, model_from_person * Vec3::Y), clip)
        } else {
            0.0
        };
        Self { figure, maps, model_from_person, into_t, floor }
    }

    /// The nearest ancestor of `joint` with a role.
    pub(super) fn role_above(&self, joint: usize) -> Option<usize> {
        let mut above = self.figure.rig.skeleton.ancestors(joint).skip(1);
        above.find(|other| self.figure.rig.roles.values().any(|joint| joint == other))
    }
}

/// 0 if the body rests on its floor. In many motions it rests with its hips in the origin. Then its
/// ankles are as high above the floor as they are in the motion while they carry it.
fn floor(figure: &Figure, (rest, up): (&[Affine3], Vec3), clip: Option<&Clip>) -> f32 {
    let [lowest, highest] = figure.span_along(rest, up);
    if !lowest.is_finite() || lowest.abs() <= SOLE * (highest - lowest) {
        return 0.0;
    }
    let ankles: Vec<usize> = [Role::LeftFoot, Role::RightFoot]
        .iter()
        .filter_map(|role| figure.rig.roles.get(role).copied())
        .collect();
    let ankle = |maps: &[Affine3]| {
        ankles.iter().map(|&joint| maps[joint].translation.dot(up)).fold(f32::INFINITY, f32::min)
    };
    let mut pose = figure.saved_pose();
    let mut heights: Vec<f32> = Vec::new();
    for clip in clip.into_iter().filter(|clip| !clip.tracks.is_empty()) {
        for moment in 0..=MOMENTS {
            clip.sample(clip.duration * moment as f32 / MOMENTS as f32, &mut pose);
            heights.push(ankle(&figure.rig.skeleton.forward(&pose)));
        }
    }
    heights.sort_by(f32::total_cmp);
    let stands = heights.get(heights.len() / 10).copied().filter(|height| height.is_finite());
    // A motion far from its floor, as on a tower, is no evidence.
    let stands = stands.filter(|height| height.abs() <= FAR * SOLE * (highest - lowest));
    stands.map_or(lowest, |height| ankle(rest) - height)
}

/// Ankles are above the lowest joints, at most by this factor.
const FAR: f32 = 2.0;

/// The number of times at which the lowest joint is examined; the 10th percentile counts.
const MOMENTS: usize = 200;

fn corrections(figure: &Figure, segments: &Segments) -> BTreeMap<usize, Quat> {
    let mut turns = BTreeMap::new();
    for limb in LIMBS {
        let joints = limb.iter().filter_map(|role| figure.rig.roles.get(role).copied());
        let limb: Vec<(usize, Quat)> = joints
            .filter_map(|joint| {
                Some((
                    joint,
                    product(segments.model_from_person, segments.frames[joint]?.conjugate()),
                ))
            })
            .collect();
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
