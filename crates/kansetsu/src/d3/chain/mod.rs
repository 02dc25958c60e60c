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
pub(in crate::d3) use pair::{NEAR, NEARLY_STRAIGHT, Pair, Triangle};

/// The joints from a base to one of its descendants, with what limits them.
///
/// A chain holds what a solver needs to know of the skeleton, so it can be kept and used for any
/// pose of that skeleton. The base and every joint between turn; the tip is what reaches, and turns
/// too when a goal has an orientation.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(crate) joint_count: usize,
    /// From the base to the tip.
    pub(crate) joints: Vec<ChainJoint>,
    /// What it is when its segments are all equal and straight, and its limits leave room for an
    /// arc.
    pub(crate) even: Option<Even>,
    /// The places of the two joints that turn, when there are two before the tip.
    pub(crate) two: Option<[usize; 2]>,
    /// What it is when those are all and free.
    pub(crate) pair: Option<Pair>,
    /// The body of which only this chain moves.
    pub(crate) body: Body,
}

/// What a chain knows of one of its joints.
#[derive(Clone, Debug)]
pub(crate) struct ChainJoint {
    pub(crate) joint: usize,
    pub(crate) rest: Rot,
    /// From the joint above, in its frame, at rest.
    pub(crate) to_here: Vec3,
    /// The axis, in this joint's parent's frame, about which it bends to the side it is meant to
    /// bend to.
    pub(crate) bend_axis: Vec3,
}

impl Chain {
    /// The chain from `base` to `tip`, without limits.
    ///
    /// The side to which it bends is that of the rest pose. Where the rest pose is straight it is
    /// the one that turns the middle towards -Z for a chain that leads sideways or down, and
    /// towards +Y for one that leads along Z; [`Self::with_pole`] says it better.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is no ancestor of `tip`.
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

    /// The chain that ends at `tip` and has `levels` segments; fewer when the root comes first, and
    /// all up to the root when `levels` is 0.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `tip` is a root.
    pub fn with_levels(skeleton: &Skeleton, tip: usize, levels: usize) -> Result<Self, Error> {
        let levels = if levels == 0 { usize::MAX } else { levels };
        let base = skeleton.ancestors(tip).take(levels.saturating_add(1)).last().unwrap_or(tip);
        Self::new(skeleton, base, tip)
    }

    /// The same chain with each joint's limit from `limits`, which is as long as the skeleton.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] when it is not, and as [`Limit::check`].
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

    /// The same chain, bending so that its middle goes to the side of `pole`, a direction in model
    /// space at rest. Joints with a hinge limit keep the hinge's axis.
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

    /// The same chain with `joint` kept as it is turned in the pose: a joint between the two that
    /// bend, or one that somebody holds. Joints that the chain does not have are left out of
    /// account.
    #[must_use]
    pub fn with_locked(mut self, joint: usize) -> Self {
        if self.joints().any(|known| known == joint) {
            self.body.joints[joint].locked = true;
        }
        self.choose_closed_forms();
        self
    }

    /// The joint that the chain hangs on.
    #[must_use]
    pub fn base(&self) -> usize {
        self.joints[0].joint
    }

    /// The joint that reaches.
    #[must_use]
    pub fn tip(&self) -> usize {
        self.joints[self.joints.len() - 1].joint
    }

    /// The joints from the base to the tip.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.joints.iter().map(|entry| entry.joint)
    }

    /// How many segments there are between the base and the tip; at least 1.
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

    /// The map from the space that the base hangs in to model space.
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

    /// [`Self::model_from_base`] when nothing above the base is scaled and nothing is odd. The pose
    /// must be of the skeleton's length.
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
        (space.at.length_squared() < 1e18)
            .then_some(Rigid { turn: space.turn.normalized(), ..space })
    }

    /// Whether no joint has a limit or is locked.
    pub(crate) fn is_free(&self) -> bool {
        self.joints.iter().all(|entry| self.known(entry).limit.is_none() && !self.is_locked(entry))
    }

    /// The joints above the base, the root first.
    pub(crate) fn ancestors(&self) -> &[usize] {
        &self.body.chain_ancestors
    }

    /// What the solver knows of a joint.
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

    /// Refuses a pose of another skeleton, a goal of another joint, and transforms that are not
    /// finite.
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
        let is_free = self.is_free();
        self.even = self
            .even
            .and_then(|even| even.within(self.joints.iter().map(|entry| self.known(entry))));
        self.pair = self.pair.filter(|_| is_free);
        self.two = self.two_joints();
        self.set_poles();
    }

    /// The two bones that it is, if there are no more and they are free.
    fn pair_at_rest(&self, skeleton: &Skeleton) -> Option<Pair> {
        let [base, middle, tip] = &self.joints[..] else { return None };
        Pair::of([base, middle, tip].map(|entry| entry.joint), middle.bend_axis, skeleton)
            .filter(|_| self.is_free())
    }

    /// The places of the two joints before the tip that rotate, if there are two.
    fn two_joints(&self) -> Option<[usize; 2]> {
        let mut turning =
            (0..self.joints.len() - 1).filter(|&index| !self.is_locked(&self.joints[index]));
        match (turning.next(), turning.next(), turning.next()) {
            (Some(first), Some(second), None) => Some([first, second]),
            _ => None,
        }
    }

    /// Tells the body to which side its joints bend.
    fn set_poles(&mut self) {
        for entry in &self.joints {
            self.body.joints[entry.joint].pole = entry.to_here.cross(entry.bend_axis);
        }
    }

    /// For each joint, the axis about which it bends: across its two segments at rest, or across
    /// the pole.
    fn find_bend_axes(&mut self, skeleton: &Skeleton, pole: Option<Vec3>) {
        let rest = skeleton.forward(&skeleton.rest_pose());
        let at = |entry: &ChainJoint| rest[entry.joint].translation;
        let (base, tip) = (at(&self.joints[0]), at(&self.joints[self.joints.len() - 1]));
        let line = tip - base;
        // The joint farthest from the line says where the middle is at rest.
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

/// Where the middle of a straight chain goes when nobody says.
fn straight_side(line: Vec3) -> Vec3 {
    if line.z.abs() > 0.9 * line.length() { Vec3::Y } else { -Vec3::Z }
}
