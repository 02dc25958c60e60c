//! The joints that a drag rotates.

use glam::{DAffine3, DQuat, DVec3, Vec3};

use crate::{
    Error,
    classic::double,
    d3::{GoalReport, Outcome, Pose, Report, Skeleton},
};

/// The joints from the dragged one's parent towards the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorChain {
    tip: usize,
    joints: Vec<usize>,
}

impl EditorChain {
    /// The chain that rotates when `tip` is dragged: `levels` joints, or all if it is 0. It ends at
    /// the root, or at the first joint that `is_float` accepts (that of a FLOAT bone), for any
    /// number of levels. The last joint rotates too.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] if `tip` is a root: no joint above it could
    /// rotate.
    pub fn new(
        skeleton: &Skeleton,
        tip: usize,
        levels: usize,
        is_float: impl Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        double::check_joint(skeleton, tip)?;
        let levels = if levels == 0 { usize::MAX } else { levels };
        let mut joints = Vec::new();
        for joint in skeleton.ancestors(tip).skip(1).take(levels) {
            joints.push(joint);
            if is_float(joint) {
                break;
            }
        }
        if joints.is_empty() {
            let name = skeleton.joints()[tip].name.clone();
            return Err(Error::NotAChain { base: name.clone(), tip: name });
        }
        Ok(Self { tip, joints })
    }

    /// The dragged joint.
    #[must_use]
    pub fn tip(&self) -> usize {
        self.tip
    }

    /// The joints that rotate, the dragged joint's parent first.
    #[must_use]
    pub fn joints(&self) -> &[usize] {
        &self.joints
    }
}

/// One joint that rotates.
pub(super) struct Link {
    joint: usize,
    pub(super) translation: DVec3,
    rotation: DQuat,
    scale: DVec3,
    pub(super) model_from_parent: DAffine3,
    is_turned: bool,
}

/// The chain in double precision.
pub(super) struct Work {
    /// The dragged joint's parent first.
    pub(super) links: Vec<Link>,
    model_from_base: DAffine3,
    /// The dragged joint in its parent's frame.
    offset: DVec3,
    /// The dragged joint in model space.
    pub(super) tip: DVec3,
    tip_joint: usize,
}

impl Work {
    pub(super) fn load(
        skeleton: &Skeleton,
        chain: &EditorChain,
        pose: &Pose,
    ) -> Result<Self, Error> {
        double::check_pose(skeleton, pose)?;
        double::check_joint(skeleton, chain.tip.max(chain.joints[0]))?;
        let links = chain.joints.iter().map(|&joint| {
            let local = &pose.locals[joint];
            Link {
                joint,
                translation: local.translation.as_dvec3(),
                rotation: double::rotation(local),
                scale: local.scale.as_dvec3(),
                model_from_parent: DAffine3::IDENTITY,
                is_turned: false,
            }
        });
        let base = chain.joints[chain.joints.len() - 1];
        let mut work = Self {
            links: links.collect(),
            model_from_base: double::model_from(skeleton, pose, skeleton.joints()[base].parent),
            offset: pose.locals[chain.tip].translation.as_dvec3(),
            tip: DVec3::ZERO,
            tip_joint: chain.tip,
        };
        work.forward();
        work.check()?;
        Ok(work)
    }

    /// Forward kinematics of the joints and the tip.
    pub(super) fn forward(&mut self) {
        let mut model = self.model_from_base;
        for link in self.links.iter_mut().rev() {
            link.model_from_parent = model;
            model *= DAffine3::from_scale_rotation_translation(
                link.scale,
                link.rotation,
                link.translation,
            );
        }
        self.tip = model.transform_point3(self.offset);
    }

    /// The position of the chain's last joint, in model space.
    pub(super) fn base(&self) -> DVec3 {
        let link = &self.links[self.links.len() - 1];
        link.model_from_parent.transform_point3(link.translation)
    }

    /// The rotation, in model space, of the joint nearest to the dragged one.
    pub(super) fn selected_rotation(&self) -> Option<DQuat> {
        let link = &self.links[0];
        let local =
            DAffine3::from_scale_rotation_translation(link.scale, link.rotation, link.translation);
        double::rotation_in(&(link.model_from_parent * local))
    }

    /// Rotates one joint by `turn` in its parent's frame. The joints towards the root stay.
    pub(super) fn turn(&mut self, index: usize, turn: DQuat, tip_in_parent: DVec3) {
        let link = &mut self.links[index];
        link.rotation = (turn * link.rotation).normalize();
        link.is_turned = true;
        self.tip = link
            .model_from_parent
            .transform_point3(link.translation + turn * (tip_in_parent - link.translation));
    }

    /// Writes the rotated joints into the pose and reports the position of the tip.
    pub(super) fn store(
        mut self,
        pose: &mut Pose,
        target: DVec3,
        rounds: usize,
    ) -> Result<Report, Error> {
        self.forward();
        self.check()?;
        for link in self.links.iter().filter(|link| link.is_turned) {
            pose.locals[link.joint].rotation = link.rotation.as_quat();
        }
        Ok(report(self.tip_joint, target.as_vec3(), self.tip.as_vec3(), rounds, self.length()))
    }

    /// With very large scales a rotation can move the tip beyond the range of single precision.
    fn check(&self) -> Result<(), Error> {
        if self.tip.as_vec3().is_finite()
            && self
                .links
                .iter()
                .all(|link| link.model_from_parent.is_finite() && link.rotation.is_finite())
        {
            Ok(())
        } else {
            Err(Error::InvalidNumber {
                what: "the dragged joint's place in model space",
                value: f32::INFINITY,
            })
        }
    }

    fn length(&self) -> f64 {
        let mut last = self.tip;
        let mut length = 0.0;
        for link in &self.links {
            let position = link.model_from_parent.transform_point3(link.translation);
            length += last.distance(position);
            last = position;
        }
        length
    }
}

/// The tip has reached its target within this fraction of the chain's length; the original has no
/// such test.
const TOLERANCE: f64 = 1e-4;

pub(super) fn report(
    joint: usize,
    target: Vec3,
    reached: Vec3,
    rounds: usize,
    length: f64,
) -> Report {
    let distance = crate::math::vector::reported_length(target - reached);
    let outcome =
        if f64::from(distance) <= TOLERANCE * length { Outcome::Reached } else { Outcome::Stalled };
    let goals = vec![GoalReport { joint, target, reached, distance, angle: 0.0 }];
    Report { outcome, goals, iterations: rounds, ..Report::default() }
}
