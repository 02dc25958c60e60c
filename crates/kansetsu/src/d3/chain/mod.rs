//! A path of joints from a base to a tip, ready for solving.

mod even;
mod pair;

use glam::{Affine3, Vec3};

use super::{Goal, Limit, Pose, Skeleton, Transform, limit::limit_axis, transform::rotation_part};
use crate::{
    Error,
    math::{Rigid, Rot, vector},
    solve::{Body, BodyJoint},
};

pub(crate) use even::Even;
pub(in crate::d3) use pair::{Fixed, NEAR, NEARLY_STRAIGHT, Pair, Triangle};

/// Bases and targets at a greater distance from the origin, metres, use the general path. Closed
/// forms multiply up to four lengths, and 1e36 is still a number; half and double of it change
/// nothing for figures of any real size.
pub(in crate::d3) const FARTHEST: f32 = 1e9;

/// The joints from a base to one of its descendants, with their limits.
///
/// A chain holds the data of the skeleton that a solver needs, so it can be kept and used for any
/// pose of that skeleton. The base and every joint before the tip rotate; the tip reaches for the
/// goal, and rotates too if the goal has an orientation.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(crate) joint_count: usize,
    /// From the base to the tip.
    pub(crate) joints: Vec<ChainJoint>,
    /// Set if the segments are equal and straight, and the limits have room for an arc.
    pub(crate) even: Option<Even>,
    /// The indices in the chain of the two joints that rotate, if there are two before the tip.
    pub(crate) two: Option<[usize; 2]>,
    /// Set if those are the only ones, and none is locked.
    pub(crate) pair: Option<Pair>,
    /// The body of which only this chain moves.
    pub(crate) body: Body,
}

/// One joint of a chain.
#[derive(Clone, Debug)]
pub(crate) struct ChainJoint {
    pub(crate) joint: usize,
    pub(crate) rest: Rot,
    /// The vector from the parent, in the parent's frame, at rest.
    pub(crate) to_here: Vec3,
    /// The axis, in the parent's frame, about which the joint bends to its preferred side.
    pub(crate) bend_axis: Vec3,
}

impl Chain {
    /// The chain from `base` to `tip`, without limits.
    ///
    /// The preferred side of the bend is that of the rest pose. A rest pose that is straight bends
    /// its middle towards -Z if the chain is horizontal in X or vertical, and towards +Y if it is
    /// along Z; [`Self::with_pole`] sets another side.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is not an ancestor of `tip`.
    pub fn new(skeleton: &Skeleton, base: usize, tip: usize) -> Result<Self, Error> {
        let count = skeleton.len();
        for joint in [base, tip] {
            if joint >= count {
                return Err(Error::JointOutOfRange { joint, count });
            }
        }
        let mut path: Vec<usize> = skeleton.ancestors(tip).collect();
        path.reverse();
        let Some(start) = path.iter().position(|&joint| joint == base).filter(|_| base != tip)
        else {
            let name = |joint: usize| skeleton.joints()[joint].name.clone();
            return Err(Error::NotAChain { base: name(base), tip: name(tip) });
        };
        let joints = path.split_off(start);
        let even = Even::of(&joints, skeleton);
        let joints: Vec<_> = joints
            .into_iter()
            .map(|joint| ChainJoint {
                joint,
                rest: Rot::from(skeleton.joints()[joint].rest.rotation),
                to_here: skeleton.joints()[joint].rest.translation,
                bend_axis: Vec3::ZERO,
            })
            .collect();
        let body = Body::of_chain(
            skeleton,
            (path, base),
            joints.iter().map(|entry: &ChainJoint| entry.joint),
        );
        let mut chain = Self { joint_count: count, joints, even, two: None, pair: None, body };
        chain.find_bend_axes(skeleton, None);
        chain.choose_closed_forms();
        chain.pair = chain.pair_at_rest(skeleton);
        Ok(chain)
    }

    /// The chain that ends at `tip` and has `levels` segments. It is shorter if it meets the root;
    /// `levels` of 0 means up to the root.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] if `tip` is a root.
    pub fn with_levels(skeleton: &Skeleton, tip: usize, levels: usize) -> Result<Self, Error> {
        let levels = if levels == 0 { usize::MAX } else { levels };
        let base = skeleton.ancestors(tip).take(levels.saturating_add(1)).last().unwrap_or(tip);
        Self::new(skeleton, base, tip)
    }

    /// The same chain with the limit of each joint from `limits`, which has one entry per joint of
    /// the skeleton.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for another length, and as [`Limit::check`].
    pub fn with_limits(mut self, limits: &[Option<Limit>]) -> Result<Self, Error> {
        if limits.len() != self.joint_count {
            return Err(Error::PoseMismatch { pose: limits.len(), skeleton: self.joint_count });
        }
        for entry in &mut self.joints {
            let limit = limits[entry.joint].as_ref();
            if let Some(limit) = limit {
                limit.check()?;
                if let Some(axis) = limit_axis(limit) {
                    entry.bend_axis = entry.rest.rotate(axis);
                }
            }
            self.body.set_limit(entry.joint, limit);
        }
        self.choose_closed_forms();
        Ok(self)
    }

    /// The same chain with its middle bending to the side of `pole`, a direction in model space at
    /// rest. Joints with a hinge limit keep the hinge's axis.
    #[must_use]
    pub fn with_pole(mut self, skeleton: &Skeleton, pole: Vec3) -> Self {
        self.find_bend_axes(skeleton, Some(pole));
        for entry in &mut self.joints {
            if let Some(axis) = self.body.joints[entry.joint].limit.as_ref().and_then(limit_axis) {
                entry.bend_axis = entry.rest.rotate(axis);
            }
        }
        self.pair = self.pair_at_rest(skeleton);
        self.set_poles();
        self
    }

    /// The same chain with `joint` locked to its rotation in the pose, such as a joint between the
    /// two that bend. Joints outside the chain are ignored.
    #[must_use]
    pub fn with_locked(mut self, joint: usize) -> Self {
        if self.joints().any(|known| known == joint) {
            self.body.joints[joint].locked = true;
        }
        self.choose_closed_forms();
        self
    }

    /// The joint at which the chain starts.
    #[must_use]
    pub fn base(&self) -> usize {
        self.joints[0].joint
    }

    /// The end effector.
    #[must_use]
    pub fn tip(&self) -> usize {
        self.joints[self.joints.len() - 1].joint
    }

    /// The joints from the base to the tip.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.joints.iter().map(|entry| entry.joint)
    }

    /// The number of segments between the base and the tip; at least 1.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.joints.len() - 1
    }

    /// The sum of the segments' lengths in `pose`, in model space, metres.
    #[must_use]
    pub fn length(&self, pose: &Pose) -> f32 {
        let mut model_from_joint = self.model_from_base(pose);
        let mut length = 0.0;
        let mut last: Option<Vec3> = None;
        for entry in &self.joints {
            let Some(local) = pose.locals.get(entry.joint) else { break };
            model_from_joint *= local.to_affine();
            length += last.map_or(0.0, |last| last.distance(model_from_joint.translation));
            last = Some(model_from_joint.translation);
        }
        length
    }

    /// The map from the space of the base's parent to model space.
    pub(crate) fn model_from_base(&self, pose: &Pose) -> Affine3 {
        let mut model = Affine3::IDENTITY;
        for &joint in self.ancestors() {
            let local = &pose.locals[joint];
            let local =
                Transform { rotation: Rot::from(local.rotation).normalized().into(), ..*local }
                    .to_affine();
            model = Affine3 {
                matrix3: model.matrix3 * local.matrix3,
                translation: model.matrix3 * local.translation + model.translation,
            };
        }
        model
    }

    /// [`Self::model_from_base`] if no ancestor of the base is scaled and all values are regular.
    /// The pose must have the skeleton's length.
    pub(crate) fn rigid_space(&self, pose: &Pose) -> Option<Rigid> {
        let mut space = Rigid::IDENTITY;
        for &joint in self.ancestors() {
            let local = &pose.locals[joint];
            let turn = Rot::from(local.rotation);
            if local.scale != Vec3::ONE || !(0.5..2.0).contains(&turn.squared()) {
                return None;
            }
            space = Rigid { turn: space.turn * turn.normalized(), at: space.up(local.translation) };
        }
        (space.at.length_squared() < FARTHEST * FARTHEST)
            .then_some(Rigid { turn: space.turn.normalized(), ..space })
    }

    /// Whether no joint has a limit or is locked.
    pub(crate) fn is_free(&self) -> bool {
        self.joints.iter().all(|entry| self.known(entry).limit.is_none() && !self.is_locked(entry))
    }

    /// The ancestors of the base, the root first.
    pub(crate) fn ancestors(&self) -> &[usize] {
        &self.body.chain_ancestors
    }

    /// The solver's data of a joint.
    pub(crate) fn known(&self, entry: &ChainJoint) -> &BodyJoint {
        &self.body.joints[entry.joint]
    }

    /// Whether a joint keeps the rotation that it has in the pose.
    pub(crate) fn is_locked(&self, entry: &ChainJoint) -> bool {
        self.known(entry).locked
    }

    /// The joints before the tip that rotate, from the base on.
    pub(crate) fn turning(&self) -> impl DoubleEndedIterator<Item = &ChainJoint> {
        self.joints[..self.joints.len() - 1].iter().filter(|entry| !self.is_locked(entry))
    }

    /// The joints between the first one that rotates and the tip.
    pub(crate) fn inner(&self) -> impl Iterator<Item = &ChainJoint> {
        self.joints[..self.joints.len() - 1]
            .iter()
            .skip_while(|entry| self.is_locked(entry))
            .skip(1)
    }

    /// Checks the pose's length, the goal's joint, and that transforms are finite.
    pub(crate) fn check(&self, goal: &Goal, pose: &Pose) -> Result<(), Error> {
        if pose.locals.len() != self.joint_count {
            return Err(Error::PoseMismatch {
                pose: pose.locals.len(),
                skeleton: self.joint_count,
            });
        }
        if goal.joint != self.tip() {
            return Err(Error::GoalOutsideChain { joint: goal.joint, tip: self.tip() });
        }
        goal.check()?;
        for joint in self.ancestors().iter().copied().chain(self.joints()) {
            if let Some(what) = pose.locals[joint].fault() {
                return Err(Error::InvalidTransform {
                    joint: format!("number {joint} of the pose"),
                    what,
                });
            }
        }
        Ok(())
    }

    fn choose_closed_forms(&mut self) {
        self.even = self
            .even
            .and_then(|even| even.within(self.joints.iter().map(|entry| self.known(entry))));
        self.pair = self.pair.and_then(|pair| self.pair_within(pair));
        self.two = self.two_joints();
        self.set_poles();
    }

    /// The two bones of the chain, if it has no more and none is locked.
    fn pair_at_rest(&self, skeleton: &Skeleton) -> Option<Pair> {
        let [base, middle, tip] = &self.joints[..] else { return None };
        Pair::of([base, middle, tip].map(|entry| entry.joint), middle.bend_axis, skeleton)
            .and_then(|pair| self.pair_within(pair))
    }

    /// The two bones with the chain's limits.
    fn pair_within(&self, pair: Pair) -> Option<Pair> {
        let [base, middle, tip] = &self.joints[..] else { return None };
        pair.within([base, middle, tip].map(|entry| self.known(entry)), middle.bend_axis)
    }

    /// The indices of the two joints before the tip that rotate, if there are two.
    fn two_joints(&self) -> Option<[usize; 2]> {
        let mut turning =
            (0..self.joints.len() - 1).filter(|&index| !self.is_locked(&self.joints[index]));
        match (turning.next(), turning.next(), turning.next()) {
            (Some(first), Some(second), None) => Some([first, second]),
            _ => None,
        }
    }

    /// Sets the bend directions in the body.
    fn set_poles(&mut self) {
        for entry in &self.joints {
            self.body.joints[entry.joint].pole = entry.to_here.cross(entry.bend_axis);
        }
    }

    /// The axis about which each joint bends: perpendicular to its two segments at rest, or to the
    /// pole.
    fn find_bend_axes(&mut self, skeleton: &Skeleton, pole: Option<Vec3>) {
        let rest = skeleton.forward(&skeleton.rest_pose());
        let at = |entry: &ChainJoint| rest[entry.joint].translation;
        let (base, tip) = (at(&self.joints[0]), at(&self.joints[self.joints.len() - 1]));
        let line = tip - base;
        // The joint furthest from the line defines the middle at rest.
        let off_line = |point: Vec3| {
            let direction = vector::unit(line).unwrap_or(Vec3::ZERO);
            (point - base) - direction * (point - base).dot(direction)
        };
        let farthest =
            self.joints.iter().map(|entry| off_line(at(entry))).fold(Vec3::ZERO, |far, next| {
                if next.length_squared() > far.length_squared() { next } else { far }
            });
        let length: f32 =
            self.joints.windows(2).map(|pair| at(&pair[0]).distance(at(&pair[1]))).sum();
        let bent = farthest.length() > 1e-3 * length;
        let side = pole.or(bent.then_some(farthest)).unwrap_or_else(|| straight_side(line));
        let axis_in_model = vector::unit(side.cross(line)).unwrap_or_else(|| {
            vector::perpendicular(vector::unit(line).unwrap_or(Vec3::X), Vec3::Y)
        });
        for entry in &mut self.joints {
            let parent = skeleton.joints()[entry.joint].parent;
            let parent_from_model = parent
                .map_or(Rot::IDENTITY, |parent| rotation_part(&rest[parent].matrix3).inverse());
            entry.bend_axis = parent_from_model.rotate(axis_in_model);
        }
    }
}

/// The default direction of a straight chain's middle.
fn straight_side(line: Vec3) -> Vec3 {
    if line.z.abs() > 0.9 * line.length() { Vec3::Y } else { -Vec3::Z }
}
