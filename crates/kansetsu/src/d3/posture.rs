//! Posture: the reference pose, joint stiffness, and recruitment groups.
//!
//! A person who reaches moves only the arm while that suffices, then the collar bone, the upper
//! trunk, the lower trunk and at last the pelvis. A solver that treats all joints alike bends the
//! back first, since it has the longest lever. So joints of the trunk and the girdle are
//! *recruitment groups*: moving a group has an activation cost, see
//! [`Body::with_recruitment_group`](super::solve::Body::with_recruitment_group). Its joints stay at
//! the reference pose until moving them saves more than that.

use glam::{Quat, Vec3};

use super::{BodyAxes, Humanoid, Limb, Limit, Pose, Skeleton, rotation_of};
use crate::{
    Error,
    math::{Rot, vector},
};

/// The posture of a body. Made by [`Self::humanoid`] or [`Self::limbs`], or directly.
#[derive(Clone, Debug, PartialEq)]
pub struct Posture {
    /// The reference pose: the posture task attracts every joint to it.
    pub reference: Pose,
    /// The stiffness of each joint; 1 is usual. One entry per joint of the skeleton.
    pub stiffness: Vec<f32>,
    /// Joints that move only if needed: see
    /// [`Body::with_recruitment_group`](super::solve::Body::with_recruitment_group).
    pub recruitment: Vec<RecruitmentGroup>,
}

/// Joints that move only if needed.
#[derive(Clone, Debug, PartialEq)]
pub struct RecruitmentGroup {
    /// The joints.
    pub joints: Vec<usize>,
    /// Activation cost, in units of the cost of rotating a joint of stiffness 1 by one radian.
    /// In [0, 1000].
    pub cost: f32,
}

/// The angles of relaxed arms from the trunk to the side and to the front, and the bend of the
/// elbows, radians: 12, 6 and 20 degrees.
const ARM_OUT: f32 = 0.21;
const ARM_FORWARD: f32 = 0.10;
const ELBOW: f32 = 0.35;

/// Activation costs of collar bones and of heels that lift while toes stay on the ground, of upper
/// trunk, lower trunk and pelvis: the order in which they join in. The unit is the cost of rotating
/// a joint of stiffness 1 by one radian. With 3 for the pelvis it rotates by 7 degrees for a hand
/// at two fifths of its reach.
const FIRST: f32 = 1.0;
const UPPER_TRUNK: f32 = 3.0;
const LOWER_TRUNK: f32 = 4.0;
const PELVIS: f32 = 5.0;

/// The stiffness of necks and wrists relative to shoulders: a neck follows the head's goals before
/// it bends, a wrist yields first. With ×0.5 for the wrist, elbows of recorded people are 5 to 12 %
/// further off (relaxed stance, `results/natural.md`); with ×2 crossed arms lean the trunk by 8
/// degrees.
const NECK: f32 = 2.0;
const WRIST: f32 = 0.5;

/// The stiffness of eyes relative to necks: they rotate before the head.
const EYE: f32 = 0.02;

/// The stiffness of elbows and legs. Bending an elbow moves a hand closer, which is no reason to
/// lean back. A straight leg yields to a force of about 12 times that (its buckling load): with ×4,
/// hips that are pulled down stay in place.
const LIMB: f32 = 0.25;

/// The stiffness of a joint that carries nothing; a joint that carries the whole body has 1. With 1
/// and 12 instead, the posture of a robot arm keeps it away from goals at the default strength.
/// ×0.5 and ×2 each change 15 of 200 requests by 0.5° or more; as many are reached.
const CARRIES_NOTHING: f32 = 1.0 / 12.0;

impl Posture {
    /// The same stiffness, 1, for every joint, with this reference pose.
    #[must_use]
    pub fn uniform(reference: Pose) -> Self {
        let count = reference.locals.len();
        Self { reference, stiffness: vec![1.0; count], recruitment: Vec::new() }
    }

    /// The posture of a body with known limbs that is not humanoid: limbs move before the joints
    /// that carry them, as an animal's leg moves before its trunk.
    #[must_use]
    pub fn limbs(skeleton: &Skeleton, limbs: &[Limb], reference: Pose) -> Self {
        let path = |limb: &Limb| {
            skeleton
                .ancestors(limb.tip)
                .take_while(|&joint| joint != limb.base)
                .chain([limb.base])
                .collect::<Vec<_>>()
        };
        let inside: Vec<usize> = limbs.iter().flat_map(path).collect();
        let mut carriers: Vec<usize> =
            limbs.iter().flat_map(|limb| skeleton.ancestors(limb.base)).collect();
        carriers.retain(|joint| !inside.contains(joint));
        carriers.sort_unstable();
        carriers.dedup();
        let mut posture = Self::uniform(reference);
        limbs.iter().for_each(|limb| posture.stiffness[limb.middle] = LIMB);
        if !carriers.is_empty() {
            posture.recruitment.push(RecruitmentGroup { joints: carriers, cost: PELVIS });
        }
        posture
    }

    /// The rest pose as the reference, and joints that are stiffer the more of the body they carry:
    /// 1/12 for a joint that carries nothing, 1 for one that carries everything, in proportion to
    /// the length of all bones below it.
    #[must_use]
    pub fn carrying(skeleton: &Skeleton) -> Self {
        let stiffness = carried_lengths(skeleton)
            .into_iter()
            .map(|carried| CARRIES_NOTHING + (1.0 - CARRIES_NOTHING) * carried)
            .collect();
        Self { stiffness, ..Self::uniform(skeleton.rest_pose()) }
    }

    /// The posture of a person: hanging arms, slightly bent elbows, trunk and girdle as recruitment
    /// groups. The rest pose may be a T, an A or any other.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint of the humanoid, [`Error::PoseMismatch`] for limits
    /// of another length.
    pub fn humanoid(
        skeleton: &Skeleton,
        limits: &[Option<Limit>],
        humanoid: &Humanoid,
    ) -> Result<Self, Error> {
        let count = skeleton.len();
        if limits.len() != count {
            return Err(Error::PoseMismatch { pose: limits.len(), skeleton: count });
        }
        humanoid.check(count)?;
        let mut posture = Self::uniform(skeleton.rest_pose());
        let body = BodyAxes::of(skeleton, humanoid);
        for (arm, side) in humanoid.arms.iter().zip([1.0, -1.0]) {
            let hang = body.up * -1.0 + body.left * (side * ARM_OUT) + body.forward * ARM_FORWARD;
            posture.point(skeleton, [arm.upper, arm.lower], hang);
            posture.point(skeleton, [arm.lower, arm.hand], hang + body.forward * ELBOW);
            posture.stiffness[arm.lower] = LIMB;
            posture.stiffness[arm.hand] = WRIST;
            posture.recruitment.extend(
                arm.clavicle.map(|joint| RecruitmentGroup { joints: vec![joint], cost: FIRST }),
            );
        }
        for leg in &humanoid.legs {
            [leg.upper, leg.lower, leg.foot]
                .into_iter()
                .for_each(|joint| posture.stiffness[joint] = LIMB);
            posture.recruitment.extend(
                leg.toes.map(|joint| RecruitmentGroup { joints: vec![joint], cost: FIRST }),
            );
        }
        clamp_to_limits(skeleton, limits, &mut posture.reference);
        for &joint in &humanoid.neck {
            posture.stiffness[joint] = NECK;
        }
        for &eye in &humanoid.eyes {
            posture.stiffness[eye] = EYE;
        }
        let (lower, upper) = humanoid.spine.split_at(humanoid.spine.len().div_ceil(3));
        let groups = [(upper, UPPER_TRUNK), (lower, LOWER_TRUNK), (&[humanoid.hips], PELVIS)];
        let groups = groups.into_iter().filter(|(joints, _)| !joints.is_empty());
        posture.recruitment.extend(
            groups.map(|(joints, price)| RecruitmentGroup { joints: joints.to_vec(), cost: price }),
        );
        Ok(posture)
    }

    /// The same posture with another reference pose.
    #[must_use]
    pub fn with_reference(self, reference: Pose) -> Self {
        Self { reference, ..self }
    }

    /// Rotates the first joint by the smallest rotation that puts the second in this direction of
    /// model space.
    fn point(&mut self, skeleton: &Skeleton, [joint, next]: [usize; 2], direction: Vec3) {
        let maps = skeleton.forward(&self.reference);
        let (Some(from), Some(to)) = (
            vector::unit(maps[next].translation - maps[joint].translation),
            vector::unit(direction),
        ) else {
            return;
        };
        let above = skeleton.joints()[joint]
            .parent
            .map_or(Rot::IDENTITY, |parent| Rot::from(rotation_of(&maps[parent])));
        let turned = Rot::between(from, to, Vec3::Z) * Rot::from(rotation_of(&maps[joint]));
        self.reference.locals[joint].rotation = Quat::from((above.inverse() * turned).normalized());
    }
}

/// For each joint, the length of all bones below it at rest, as a fraction of all bones.
fn carried_lengths(skeleton: &Skeleton) -> Vec<f32> {
    let joints = skeleton.joints();
    let mut lengths = vec![0.0_f32; joints.len()];
    for (joint, entry) in joints.iter().enumerate().rev() {
        if let Some(parent) = entry.parent {
            lengths[parent] += lengths[joint] + vector::length(entry.rest.translation);
        }
    }
    let whole: f32 = skeleton.roots().map(|root| lengths[root]).sum();
    lengths.into_iter().map(|length| if whole > 0.0 { length / whole } else { 1.0 }).collect()
}

/// Clamps every joint of a pose to the nearest rotation that its limit allows.
pub fn clamp_to_limits(skeleton: &Skeleton, limits: &[Option<Limit>], pose: &mut Pose) {
    for ((local, limit), joint) in pose.locals.iter_mut().zip(limits).zip(skeleton.joints()) {
        if let Some(limit) = limit {
            let rest = Rot::from(joint.rest.rotation).normalized();
            let turn = limit.project(Quat::from(rest.inverse() * Rot::from(local.rotation)));
            local.rotation = Quat::from((rest * Rot::from(turn)).normalized());
        }
    }
}
