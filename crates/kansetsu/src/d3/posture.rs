//! A body's posture: its reference pose, joint stiffness, and the joints that are recruited only
//! when needed.
//!
//! A person who reaches moves the arm alone while it suffices, then the collar bone, the upper
//! trunk, the lower trunk and at last the pelvis; a solver that makes all joints equal bends the
//! back first, since it has the longest lever. So joints of the trunk and the girdle
//! are *recruitment groups*: moving a group costs its activation cost at once, see
//! [`Body::with_recruitment_group`](super::solve::Body::with_recruitment_group). Its joints stay at
//! the reference pose until moving them saves more than that.

use glam::{Quat, Vec3};

use super::{BodyAxes, Humanoid, Limb, Limit, Pose, Skeleton, rotation_of};
use crate::{
    Error,
    math::{Rot, vector},
};

/// The posture of a body. Made by [`Self::humanoid`] or [`Self::limbs`], or by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Posture {
    /// The reference pose: the posture task draws every joint to it.
    pub reference: Pose,
    /// How stiff each joint is; 1 is usual. As long as the skeleton.
    pub stiffness: Vec<f32>,
    /// Joints that move only when needed: see
    /// [`Body::with_recruitment_group`](super::solve::Body::with_recruitment_group).
    pub recruitment: Vec<RecruitmentGroup>,
}

/// Joints that move only when needed.
#[derive(Clone, Debug, PartialEq)]
pub struct RecruitmentGroup {
    /// The joints.
    pub joints: Vec<usize>,
    /// Activation cost, in units of the cost of rotating a joint of stiffness 1 by one radian.
    /// In [0, 1000].
    pub cost: f32,
}

/// How far relaxed arms hang off the trunk to the side and to the front, and how far elbows bend,
/// radians: 12, 6 and 20 degrees.
const ARM_OUT: f32 = 0.21;
const ARM_FORWARD: f32 = 0.10;
const ELBOW: f32 = 0.35;

/// The prices of collar bones and of heels that are lifted while toes stay on the ground, of upper
/// trunk, lower trunk and pelvis: the order in which they join in, in what it costs to turn a joint
/// of stiffness 1 by a radian. With 3 for the pelvis it gives way to a hand at two fifths of its
/// reach by 7 degrees.
const FIRST: f32 = 1.0;
const UPPER_TRUNK: f32 = 3.0;
const LOWER_TRUNK: f32 = 4.0;
const PELVIS: f32 = 5.0;

/// How stiff necks and wrists are beside shoulders: a neck follows the head's goals before it
/// bends, a wrist gives way first. With half as stiff a wrist elbows of recorded people are 5 to 12
/// % farther off (relaxed stance, `results/natural.md`), with twice crossed arms lean the trunk by
/// 8 degrees.
const NECK: f32 = 2.0;
const WRIST: f32 = 0.5;

/// How stiff eyes are beside necks: they look before the head turns.
const EYE: f32 = 0.02;

/// How stiff elbows and legs are: bending an elbow is how a hand comes near, and no reason to lean
/// back. A straight leg gives way under a pull of about 12 times that (its buckling load): with
/// four times as much hips that are drawn down stay where they are.
const LIMB: f32 = 0.25;

/// The stiffness of a joint that carries nothing, where one that carries the whole body has 1. With
/// 1 and 12 in their place the posture of a robot arm holds off goals at the default strength. ×0.5
/// and ×2 each change 15 of 200 requests by 0.5° or more; as many are reached.
const CARRIES_NOTHING: f32 = 1.0 / 12.0;

impl Posture {
    /// The same stiffness, 1, for every joint, with this reference pose.
    #[must_use]
    pub fn uniform(reference: Pose) -> Self {
        let count = reference.locals.len();
        Self { reference, stiffness: vec![1.0; count], recruitment: Vec::new() }
    }

    /// That of a body whose limbs are known and which is no human: limbs move before the joints
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

    /// The rest pose as the reference, with joints that are stiffer the more of the body they
    /// carry: 1/12 for a joint that carries nothing, 1 for one that carries everything, in
    /// proportion to the length of all bones below it.
    #[must_use]
    pub fn carrying(skeleton: &Skeleton) -> Self {
        let stiffness = carried_lengths(skeleton)
            .into_iter()
            .map(|carried| CARRIES_NOTHING + (1.0 - CARRIES_NOTHING) * carried)
            .collect();
        Self { stiffness, ..Self::uniform(skeleton.rest_pose()) }
    }

    /// A person's: arms hanging, elbows a little bent, trunk and girdle in reserve. The rest pose
    /// may be a T, an A or any other.
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

    /// Turns the first joint so that the second lies in this direction of model space from it, by
    /// the least turn.
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
