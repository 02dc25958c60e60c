//! A skeleton with all the data that inverse kinematics needs.

use std::collections::BTreeMap;

use super::{
    Arm, Balance, Capsule, Humanoid, JointId, Leg, Limb, Limit, Mass, Pose, Posture, Role, Skeleton,
};
use crate::Error;

/// A skeleton with its limits, limbs and roles.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    /// The tree of joints.
    pub skeleton: Skeleton,
    /// The limit of each joint; `None` is no limit. One entry per joint of the skeleton.
    pub limits: Vec<Option<Limit>>,
    /// The chains with a known bend.
    pub limbs: Vec<Limb>,
    /// The joint on the other side of the body, for each joint that has one. One entry per joint of
    /// the skeleton.
    pub mirrors: Vec<Option<usize>>,
    /// The joint that plays each humanoid role.
    pub roles: BTreeMap<Role, usize>,
    /// The relaxed stance, if the file or its author defines one. [`Self::posture`] derives one for
    /// humanoids.
    pub stance: Option<Pose>,
    /// The mass distribution, if the file or its author defines one. [`Self::balance`] estimates
    /// one for humanoids.
    pub masses: Vec<Mass>,
    /// IK stops: joints above which no chain reaches by itself.
    pub ik_stops: Vec<usize>,
    /// The joint that carries the whole body if no joint plays [`Role::Hips`]; its ancestors only
    /// place the figure. See [`Self::base_joint`].
    pub base: Option<usize>,
}

impl Rig {
    /// A rig without limits.
    #[must_use]
    pub fn new(skeleton: Skeleton) -> Self {
        let count = skeleton.len();
        Self {
            skeleton,
            limits: vec![None; count],
            limbs: Vec::new(),
            mirrors: vec![None; count],
            roles: BTreeMap::new(),
            stance: None,
            masses: Vec::new(),
            ik_stops: Vec::new(),
            base: None,
        }
    }

    /// The joint that carries the whole body: the hips, otherwise [`Self::base`], otherwise the
    /// first root that has children.
    #[must_use]
    pub fn base_joint(&self) -> usize {
        let known = self.roles.get(&Role::Hips).or(self.base.as_ref()).copied();
        let root = || self.skeleton.roots().find(|&root| !self.skeleton.children(root).is_empty());
        known.filter(|&joint| joint < self.skeleton.len()).or_else(root).unwrap_or(0)
    }

    /// The rest pose of the skeleton.
    #[must_use]
    pub fn rest_pose(&self) -> Pose {
        self.skeleton.rest_pose()
    }

    /// The joint that plays a humanoid role.
    ///
    /// # Errors
    /// [`Error::NoRole`] if no joint plays it.
    pub fn role(&self, role: Role) -> Result<JointId, Error> {
        let joint = self.roles.get(&role).ok_or(Error::NoRole { role: role.name() })?;
        Ok(self.skeleton.id(*joint))
    }

    /// The joint with a name: that of the file, a humanoid role such as "leftHand", or `#` and an
    /// index.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`] with similar names, [`Error::AmbiguousJoint`] if several joints
    /// share the name, [`Error::JointOutOfRange`] for an index.
    pub fn joint(&self, name: &str) -> Result<JointId, Error> {
        let count = self.skeleton.len();
        let is_name = self.skeleton.joints().iter().any(|joint| joint.name == name);
        let role = Role::from_name(name).and_then(|role| self.roles.get(&role)).copied();
        let numbered = || name.strip_prefix('#').and_then(|index| index.parse::<usize>().ok());
        let index = match role.or_else(numbered).filter(|_| !is_name) {
            Some(joint) if joint < count => joint,
            Some(joint) => return Err(Error::JointOutOfRange { joint, count }),
            None => self.skeleton.find(name)?,
        };
        Ok(self.skeleton.id(index))
    }

    /// The joints of the human body, if the rig has a trunk, two arms and two legs.
    #[must_use]
    pub fn humanoid(&self) -> Option<Humanoid> {
        let role = |role| self.roles.get(&role).copied();
        let row = |roles: &[Role]| roles.iter().filter_map(|&one| role(one)).collect::<Vec<_>>();
        let arm = |[clavicle, upper, lower, hand]: [Role; 4]| {
            Some(Arm {
                clavicle: role(clavicle),
                upper: role(upper)?,
                lower: role(lower)?,
                hand: role(hand)?,
            })
        };
        let leg = |[upper, lower, foot, toes]: [Role; 4]| {
            Some(Leg {
                upper: role(upper)?,
                lower: role(lower)?,
                foot: role(foot)?,
                toes: role(toes),
            })
        };
        Some(Humanoid {
            hips: role(Role::Hips)?,
            spine: row(&[Role::Spine, Role::Chest, Role::UpperChest]),
            neck: row(&[Role::Neck, Role::Head]),
            arms: [
                arm([Role::LeftShoulder, Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand])?,
                arm([
                    Role::RightShoulder,
                    Role::RightUpperArm,
                    Role::RightLowerArm,
                    Role::RightHand,
                ])?,
            ],
            legs: [
                leg([Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes])?,
                leg([Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes])?,
            ],
            eyes: row(&[Role::LeftEye, Role::RightEye]),
        })
    }

    /// The posture: for a humanoid a relaxed stance with recruitment groups, for another body with
    /// limbs [`Posture::limbs`], otherwise [`Posture::carrying`].
    #[must_use]
    pub fn posture(&self) -> Posture {
        let human = self
            .humanoid()
            .and_then(|humanoid| Posture::humanoid(&self.skeleton, &self.limits, &humanoid).ok());
        let limbs = || Posture::limbs(&self.skeleton, &self.limbs, self.rest_pose());
        let other =
            || if self.limbs.is_empty() { Posture::carrying(&self.skeleton) } else { limbs() };
        let mut posture = human.unwrap_or_else(other);
        if let Some(stance) =
            self.stance.as_ref().filter(|stance| stance.locals.len() == self.skeleton.len())
        {
            posture.reference = stance.clone();
        }
        posture
    }

    /// The mass distribution and the soles of a humanoid.
    #[must_use]
    pub fn balance(&self) -> Option<Balance> {
        let mut balance = Balance::humanoid(&self.skeleton, &self.humanoid()?).ok()?;
        if !self.masses.is_empty() {
            balance.masses.clone_from(&self.masses);
        }
        Some(balance)
    }

    /// The pairs of collision capsules of a humanoid; none for other bodies.
    #[must_use]
    pub fn collision_pairs(&self) -> Vec<[Capsule; 2]> {
        let pairs = self.humanoid().map(|humanoid| {
            Capsule::humanoid_pairs(&self.skeleton, &humanoid, &self.posture().reference)
        });
        pairs.and_then(Result::ok).unwrap_or_default()
    }

    /// The limb that ends at `tip`.
    #[must_use]
    pub fn limb_to(&self, tip: usize) -> Option<&Limb> {
        self.limbs.iter().find(|limb| limb.tip == tip)
    }

    /// Checks that lists have one entry per joint, joints exist and limits are well formed.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for a list of the wrong length, [`Error::JointOutOfRange`], and as
    /// [`Limit::check`].
    pub fn check(&self) -> Result<(), Error> {
        let count = self.skeleton.len();
        for length in [self.limits.len(), self.mirrors.len()] {
            if length != count {
                return Err(Error::PoseMismatch { pose: length, skeleton: count });
            }
        }
        let limb_joints = self.limbs.iter().flat_map(|limb| [limb.base, limb.middle, limb.tip]);
        let named = self.roles.values().chain(&self.ik_stops).chain(&self.base).copied();
        let weighed = self.masses.iter().map(|mass| mass.joint);
        for joint in
            limb_joints.chain(self.mirrors.iter().flatten().copied()).chain(named).chain(weighed)
        {
            if joint >= count {
                return Err(Error::JointOutOfRange { joint, count });
            }
        }
        self.limits.iter().flatten().try_for_each(Limit::check)
    }
}
