//! A skeleton ready for whole-body solving.

use glam::Vec3;

use crate::{
    Error,
    d3::{
        Balance, Capsule, Limb, Limit, Pose, Posture, Skeleton, limit::PreparedLimit, rotation_of,
    },
    error::in_range,
    kinematics::Freedom,
    math::Rot,
};

/// A skeleton with the limits, locks and stiffness of its joints.
///
/// It holds the data that the solver needs, so it can be kept and used for any pose of that
/// skeleton and any goals.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) joints: Vec<BodyJoint>,
    /// The activation costs of the recruitment groups.
    pub(crate) recruitment_costs: Vec<f32>,
    /// The reference pose of the posture task; `None` is the pose at the start.
    pub(crate) reference: Option<Pose>,
    /// The mass distribution and the soles.
    pub(crate) balance: Option<Balance>,
    /// The collision pairs.
    pub(crate) collision_pairs: Vec<[Capsule; 2]>,
    /// The longest path along the joints from a root at rest, metres.
    pub(crate) longest_way: f64,
    /// The base of the chain, if the body is one, whose length is its size; `None` for other
    /// bodies.
    pub(crate) chain_base: Option<usize>,
    /// The ancestors of the base of the chain, the root first.
    pub(crate) chain_ancestors: Vec<usize>,
}

/// One joint of a body.
#[derive(Clone, Debug)]
pub(crate) struct BodyJoint {
    pub(crate) parent: Option<usize>,
    pub(crate) rest: Rot,
    pub(crate) limit: Option<Limit>,
    pub(crate) prepared: Option<PreparedLimit>,
    /// The allowed rotations, also of a locked joint.
    pub(crate) freedom: Freedom,
    pub(crate) locked: bool,
    pub(crate) translates: bool,
    pub(crate) stiffness: f32,
    pub(crate) recruitment_group: Option<usize>,
    /// The direction of the joint when a limb bends whose middle it is, in the parent's frame; zero
    /// if it is not the middle of a limb.
    pub(crate) pole: Vec3,
}

impl Body {
    /// The range of a joint's stiffness, where 1 is usual: two stiffnesses differ by a factor of
    /// 10,000 at most, which single precision resolves. [`Self::with_stiffness`] rejects values
    /// outside; a session clamps the product of a posture's stiffness and its own factor.
    pub const STIFFNESS: [f32; 2] = [0.01, 100.0];

    /// The whole skeleton, without limits.
    #[must_use]
    pub fn new(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints().iter().map(|joint| BodyJoint {
            parent: joint.parent,
            rest: Rot::from(joint.rest.rotation),
            limit: None,
            prepared: None,
            freedom: Freedom::FREE,
            locked: false,
            translates: false,
            stiffness: 1.0,
            recruitment_group: None,
            pole: Vec3::ZERO,
        });
        Self {
            joints: joints.collect(),
            recruitment_costs: Vec::new(),
            reference: None,
            balance: None,
            collision_pairs: Vec::new(),
            longest_way: longest_way(skeleton),
            chain_base: None,
            chain_ancestors: Vec::new(),
        }
    }

    /// A body of which only the joints of a chain move, whose base has these ancestors, the root
    /// first.
    pub(crate) fn of_chain(
        skeleton: &Skeleton,
        (chain_ancestors, base): (Vec<usize>, usize),
        joints: impl Iterator<Item = usize>,
    ) -> Self {
        let mut body = Self { chain_base: Some(base), chain_ancestors, ..Self::new(skeleton) };
        body.joints.iter_mut().for_each(|joint| joint.locked = true);
        joints.for_each(|joint| body.joints[joint].locked = false);
        body
    }

    /// The limit of one joint, which was checked.
    pub(crate) fn set_limit(&mut self, joint: usize, limit: Option<&Limit>) {
        let joint = &mut self.joints[joint];
        joint.prepared = limit.map(Limit::prepare);
        joint.freedom = Freedom::new(limit);
        joint.limit = limit.cloned();
    }

    /// The same body with the limit of each joint from `limits`, which has one entry per joint of
    /// the skeleton.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, and as [`Limit::check`].
    pub fn with_limits(mut self, limits: &[Option<Limit>]) -> Result<Self, Error> {
        self.check_length(limits.len())?;
        limits.iter().flatten().try_for_each(Limit::check)?;
        for (joint, limit) in limits.iter().enumerate() {
            self.set_limit(joint, limit.as_ref());
        }
        Ok(self)
    }

    /// The same body with `joint` locked: it keeps its rotation. A joint that does not exist is
    /// ignored.
    #[must_use]
    pub fn with_locked(mut self, joint: usize) -> Self {
        if let Some(known) = self.joints.get_mut(joint) {
            known.locked = true;
        }
        self
    }

    /// The same body with `joint` free to translate, whatever its parent: its translation then
    /// changes, as that of a [free root](super::Root::Free) does. For hips below a file's armature;
    /// the joints above are best locked. A joint that does not exist is ignored.
    #[must_use]
    pub fn with_free_translation(mut self, joint: usize) -> Self {
        if let Some(joint) = self.joints.get_mut(joint) {
            joint.translates = true;
        }
        self
    }

    /// The same body with a stiffness per joint: 1 is usual, stiffer joints rotate less; in [0.01,
    /// 100].
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, [`Error::InvalidNumber`] for a NaN stiffness,
    /// [`Error::OutOfRange`] outside the range.
    pub fn with_stiffness(mut self, stiffness: &[f32]) -> Result<Self, Error> {
        self.check_length(stiffness.len())?;
        for (joint, &stiffness) in self.joints.iter_mut().zip(stiffness) {
            in_range("a joint's stiffness", stiffness, Self::STIFFNESS)?;
            joint.stiffness = stiffness;
        }
        Ok(self)
    }

    /// The same body with limbs, which define the side of a bend also if they are straight.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint that does not exist.
    pub fn with_limbs(mut self, skeleton: &Skeleton, limbs: &[Limb]) -> Result<Self, Error> {
        let (rest, count) = (skeleton.forward(&skeleton.rest_pose()), self.joints.len());
        self.check_length(rest.len())?;
        self.joints.iter_mut().for_each(|joint| joint.pole = Vec3::ZERO);
        for &Limb { base, middle, tip, pole, .. } in limbs {
            if let Some(joint) = [base, middle, tip].into_iter().find(|&joint| joint >= count) {
                return Err(Error::JointOutOfRange { joint, count });
            }
            self.joints[middle].pole = rotation_of(&rest[base]).inverse() * pole;
        }
        Ok(self)
    }

    /// The same body with a reference pose: the posture task attracts every joint to it, as far as
    /// the goals leave it free. Default: the pose at the start of a solve.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for a pose of another skeleton, [`Error::InvalidTransform`] for one
    /// that is not finite.
    pub fn with_reference(mut self, reference: &Pose) -> Result<Self, Error> {
        self.check_length(reference.locals.len())?;
        for (joint, local) in reference.locals.iter().enumerate() {
            if let Some(what) = local.fault() {
                return Err(Error::InvalidTransform {
                    joint: format!("number {joint} of the reference pose"),
                    what,
                });
            }
        }
        self.reference = Some(reference.clone());
        Ok(self)
    }

    /// The same body with a recruitment group: joints that move only when that saves more than the
    /// activation `cost`. The unit is the cost of rotating a joint of stiffness 1 by one radian;
    /// range [0, 1000]. A joint belongs to one group at most, the last one that names it.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a NaN cost, [`Error::OutOfRange`] outside the range,
    /// [`Error::JointOutOfRange`] for a joint.
    pub fn with_recruitment_group(mut self, joints: &[usize], cost: f32) -> Result<Self, Error> {
        in_range("the cost of a recruitment group", cost, [0.0, 1000.0])?;
        let count = self.joints.len();
        for &joint in joints {
            self.joints
                .get_mut(joint)
                .ok_or(Error::JointOutOfRange { joint, count })?
                .recruitment_group = Some(self.recruitment_costs.len());
        }
        self.recruitment_costs.push(cost);
        Ok(self)
    }

    /// The same body with a posture: reference pose, stiffness and recruitment groups.
    ///
    /// # Errors
    /// As [`Self::with_reference`], [`Self::with_stiffness`] and [`Self::with_recruitment_group`].
    pub fn with_posture(self, posture: &Posture) -> Result<Self, Error> {
        let body = self.with_reference(&posture.reference)?.with_stiffness(&posture.stiffness)?;
        posture.recruitment.iter().try_fold(body, |body, reserve| {
            body.with_recruitment_group(&reserve.joints, reserve.cost)
        })
    }

    /// The same body with a balance task: its center of mass stays above the support polygon of its
    /// soles that a pinned goal holds. Balance is a soft task: it yields to pins and to goals that
    /// are met. Joints that neither reach for a goal nor are above one that does stay unchanged.
    /// Without a pinned sole there is no support polygon, and the task is ignored.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint, [`Error::InvalidNumber`] for a non-finite value,
    /// [`Error::OutOfRange`] for a negative mass or a direction whose length is not 1.
    pub fn with_balance(mut self, balance: &Balance) -> Result<Self, Error> {
        balance.check(self.joints.len())?;
        self.balance = Some(balance.clone());
        Ok(self)
    }

    /// The same body with collision pairs, which the solver keeps apart. This is a soft task like
    /// balance: pins and goals that are met come first. Pairs on one joint, and pairs that no goal
    /// moves, are ignored.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint, [`Error::InvalidNumber`] for a non-finite value and
    /// a negative radius.
    pub fn with_collision_pairs(mut self, pairs: &[[Capsule; 2]]) -> Result<Self, Error> {
        pairs.iter().flatten().try_for_each(|capsule| capsule.check(self.joints.len()))?;
        self.collision_pairs = pairs.to_vec();
        Ok(self)
    }

    fn check_length(&self, length: usize) -> Result<(), Error> {
        if length == self.joints.len() {
            Ok(())
        } else {
            Err(Error::PoseMismatch { pose: length, skeleton: self.joints.len() })
        }
    }
}

/// The longest path along the joints from a root to any joint at rest, metres.
fn longest_way(skeleton: &Skeleton) -> f64 {
    let maps = skeleton.forward(&skeleton.rest_pose());
    let mut ways: Vec<f64> = Vec::with_capacity(maps.len());
    for (joint, map) in skeleton.joints().iter().zip(&maps) {
        let above = joint.parent.map_or(0.0, |parent| {
            ways[parent] + f64::from(map.translation.distance(maps[parent].translation))
        });
        ways.push(above);
    }
    ways.into_iter().filter(|way| way.is_finite()).fold(0.0, f64::max)
}
