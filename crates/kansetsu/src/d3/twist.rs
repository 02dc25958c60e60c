//! Distributes the twist of a hand or a shoulder along the bone.
//!
//! A hand that rotates about the forearm twists the skin at the wrist alone, because the forearm
//! does not rotate with it. Riggers put twist joints along the bone, each of which rotates by its
//! share. The rotation of a joint from rest relative to the start of the bone is decomposed, `turn
//! = swing · twist` with the twist about the bone's axis and the swing about a perpendicular axis.
//! Each twist joint gets its share of that twist. All other joints, the hand first of all, keep
//! their rotation in model space.
//!
//! The twist is an angle on the circle: to track it past half a turn, set its previous value
//! ([`Twist::near`]). It is undefined where the swing is half a turn, and moves `1 / cos(swing /
//! 2)` times as fast near it.
//!
//! Source: the swing-twist decomposition, after P. Dobrowolski, "Swing-twist decomposition in
//! Clifford algebra", 2015 (arXiv:1506.05481), section 5. Cost: one pass of forward kinematics.

use std::f32::consts::TAU;

use glam::Vec3;

use super::{Pose, Skeleton, solve::Scratch, transform::half_turn};
use crate::{
    Error,
    error::in_range,
    math::{Rot, vector},
};

/// A joint that takes a share of the twist.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TwistShare {
    /// The joint.
    pub joint: usize,
    /// The share of the twist at this joint, relative to the start of the bone: 0 none, 1 all of
    /// it. Other values are allowed.
    pub share: f32,
}

/// Distributes a twist along a bone.
///
/// [`Self::of_tip`] is for a joint at the bone's end, a hand along the forearm; [`Self::of_base`]
/// for one at its start, a shoulder along the upper arm. The twist joints may be siblings on the
/// bone or in sequence in the chain, before or behind the joint that twists.
///
/// ```
/// use kansetsu::{d3::{Skeleton, Transform, Twist}, glam::{Quat, Vec3}};
///
/// let mut builder = Skeleton::builder();
/// let elbow = builder.root("elbow", Transform::IDENTITY);
/// let half = builder.child(elbow, "forearm twist", Transform::from_translation(Vec3::X * 0.12));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.24));
/// let skeleton = builder.build()?;
///
/// let twist = Twist::of_tip(&skeleton, elbow, hand)?.with_joints_by_place(&skeleton, &[half])?;
/// let mut pose = skeleton.rest_pose();
/// pose.locals[hand].rotation = Quat::from_rotation_x(1.2);
/// twist.solve(&skeleton, &mut pose)?;
/// assert!(pose.locals[half].rotation.angle_between(Quat::from_rotation_x(0.6)) < 1e-6);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Twist {
    /// The joint that the twist is relative to and that does not twist; `None` for model space.
    pub from: Option<usize>,
    /// The joint whose twist is distributed; a descendant of `from`.
    pub to: usize,
    /// The bone's axis, a direction in model space at rest. Positive twists follow the right-hand
    /// rule.
    pub axis: Vec3,
    /// The start and the end of the bone, in model space at rest, metres: for
    /// [`Self::with_joints_by_place`].
    pub ends: [Vec3; 2],
    /// Selects the twist, of all values that differ by full turns: the one nearest to this,
    /// radians. Default 0: the discontinuity is at half a turn from rest. With the last result the
    /// twist continues past half a turn without a flip.
    pub near: f32,
    /// The joints that share the twist, without `from` and `to`.
    pub joints: Vec<TwistShare>,
}

impl Twist {
    /// The same twist with joint `index` renumbered to `numbers[index]`.
    ///
    /// # Panics
    /// If `numbers` is shorter than the skeleton.
    #[must_use]
    pub fn renumbered(&self, numbers: &[usize]) -> Self {
        let joints = self
            .joints
            .iter()
            .map(|share| TwistShare { joint: numbers[share.joint], ..*share })
            .collect();
        Self {
            from: self.from.map(|from| numbers[from]),
            to: numbers[self.to],
            joints,
            ..self.clone()
        }
    }

    /// The twist of `tip` (a hand) about the bone from `base` (an elbow) to it. Without twist
    /// joints yet.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is not an ancestor of `tip`.
    pub fn of_tip(skeleton: &Skeleton, base: usize, tip: usize) -> Result<Self, Error> {
        Self::between(skeleton, base, tip, Some(base), tip)
    }

    /// The twist of `base` (a shoulder) about its own bone to `tip` (an elbow), relative to the
    /// parent of `base`. Without twist joints yet.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is not an ancestor of `tip`.
    pub fn of_base(skeleton: &Skeleton, base: usize, tip: usize) -> Result<Self, Error> {
        let parent = skeleton.joints().get(base).and_then(|joint| joint.parent);
        Self::between(skeleton, base, tip, parent, base)
    }

    fn between(
        skeleton: &Skeleton,
        base: usize,
        tip: usize,
        from: Option<usize>,
        to: usize,
    ) -> Result<Self, Error> {
        let count = skeleton.len();
        for joint in [base, tip] {
            if joint >= count {
                return Err(Error::JointOutOfRange { joint, count });
            }
        }
        if base == tip || !is_below(skeleton, tip, Some(base)) {
            return Err(not_a_chain(skeleton, base, tip));
        }
        let rest = skeleton.forward(&skeleton.rest_pose());
        let ends = [base, tip].map(|joint| rest[joint].translation);
        Ok(Self { from, to, axis: ends[1] - ends[0], ends, near: 0.0, joints: Vec::new() })
    }

    /// The same with a joint that takes `share` of the twist.
    #[must_use]
    pub fn with_joint(mut self, joint: usize, share: f32) -> Self {
        self.joints.push(TwistShare { joint, share });
        self
    }

    /// The same with joints whose shares follow from their positions along the bone at rest: 0 at
    /// its start, 1 at its end.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`].
    pub fn with_joints_by_place(
        mut self,
        skeleton: &Skeleton,
        joints: &[usize],
    ) -> Result<Self, Error> {
        let rest = skeleton.forward(&skeleton.rest_pose());
        let bone = self.ends[1] - self.ends[0];
        for &joint in joints {
            let place = rest
                .get(joint)
                .ok_or(Error::JointOutOfRange { joint, count: skeleton.len() })?
                .translation;
            let part = (place - self.ends[0]).dot(bone) / bone.length_squared();
            self.joints.push(TwistShare {
                joint,
                share: if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 },
            });
        }
        Ok(self)
    }

    /// Distributes the twist in `pose` and returns it, radians: see [`Self::near`]. See
    /// [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, skeleton: &Skeleton, pose: &mut Pose) -> Result<f32, Error> {
        self.solve_with(skeleton, pose, &mut Scratch::default())
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// The twist joints get their share whatever their rotation was, so the operation is
    /// idempotent. A child of a twist joint without a share keeps its rotation in model space, and
    /// its position too if that is on the bone's axis. Non-uniform scales count by their mean.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] for a joint that is not below `from` or is
    /// `to`, [`Error::InvalidNumber`] for a non-finite value or an axis of zero length,
    /// [`Error::OutOfRange`] for a value out of its range, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with(
        &self,
        skeleton: &Skeleton,
        pose: &mut Pose,
        scratch: &mut Scratch,
    ) -> Result<f32, Error> {
        self.check(skeleton, pose)?;
        let turns = &mut scratch.rotations;
        turns_of(skeleton, pose, turns);
        let from = Frame::of(skeleton, self.from, turns);
        let to = Frame::of(skeleton, Some(self.to), turns);
        let folded = to.turn_from(&from).twist_angle(to.axis(self.axis));
        let twist = folded + TAU * ((self.near - folded) / TAU).round();
        // Parents come first: each joint uses its parent's new rotation, and its own previous one.
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let share = self.share_of(index);
            if let Some(share) = share {
                // Descendants of the joint that twists already have the whole twist.
                let is_behind = is_below(skeleton, index, Some(self.to));
                let (base, shown) = if is_behind { (&to, share - 1.0) } else { (&from, share) };
                let frame = Frame::of(skeleton, Some(index), turns);
                turns[index] = frame.twisted(base, frame.axis(self.axis), shown * twist);
            }
            if share.is_some() || joint.parent.is_some_and(|parent| self.share_of(parent).is_some())
            {
                let above = joint.parent.map_or(Rot::IDENTITY, |parent| {
                    turns[parent] * half_turn(pose.locals[parent].scale)
                });
                set_rotation(pose, index, (above.inverse() * turns[index]).normalized());
            }
        }
        Ok(twist)
    }

    fn share_of(&self, joint: usize) -> Option<f32> {
        self.joints.iter().find(|entry| entry.joint == joint).map(|entry| entry.share)
    }

    fn check(&self, skeleton: &Skeleton, pose: &Pose) -> Result<(), Error> {
        let count = skeleton.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        let named = self.joints.iter().map(|entry| entry.joint).chain(self.from).chain([self.to]);
        if let Some(joint) = named.clone().find(|&joint| joint >= count) {
            return Err(Error::JointOutOfRange { joint, count });
        }
        let twisting = self.joints.iter().map(|entry| entry.joint);
        if let Some(joint) =
            twisting.chain([self.to]).find(|&joint| !is_below(skeleton, joint, self.from))
        {
            return Err(not_a_chain(skeleton, self.from.unwrap_or(joint), joint));
        }
        if self.share_of(self.to).is_some() {
            return Err(not_a_chain(skeleton, self.to, self.to));
        }
        let mut numbers = self.joints.iter().map(|entry| entry.share).chain([self.near]);
        numbers.try_for_each(|value| {
            in_range("a share of a twist, or Twist::near,", value, [-1e6, 1e6])
        })?;
        if vector::unit(self.axis).is_none() {
            return Err(Error::InvalidNumber {
                what: "the length of a twist's axis",
                value: self.axis.length(),
            });
        }
        let fault = pose
            .locals
            .iter()
            .enumerate()
            .find_map(|(joint, local)| local.fault().map(|what| (joint, what)));
        fault.map_or(Ok(()), |(joint, what)| {
            Err(Error::InvalidTransform { joint: skeleton.joints()[joint].name.clone(), what })
        })
    }
}

/// The rotation of a joint in model space, now and at rest.
struct Frame {
    turn: Rot,
    rest: Rot,
}

impl Frame {
    /// For `None` the frame of model space.
    fn of(skeleton: &Skeleton, joint: Option<usize>, turns: &[Rot]) -> Self {
        let Some(joint) = joint else { return Self { turn: Rot::IDENTITY, rest: Rot::IDENTITY } };
        let own = Rot::from(skeleton.joints()[joint].rest.rotation);
        let rest = skeleton.ancestors(joint).skip(1).fold(own, |below, ancestor| {
            let rest = &skeleton.joints()[ancestor].rest;
            Rot::from(rest.rotation) * half_turn(rest.scale) * below
        });
        Self { turn: turns[joint], rest: rest.normalized() }
    }

    /// The rotation from rest relative to `base`, in this frame at rest.
    fn turn_from(&self, base: &Self) -> Rot {
        ((base.rest.inverse() * self.rest).inverse() * (base.turn.inverse() * self.turn))
            .normalized()
    }

    /// The rotation in model space with this twist relative to `base` and the current swing.
    fn twisted(&self, base: &Self, axis: Vec3, twist: f32) -> Rot {
        let turn = self.turn_from(base);
        let swing = turn * Rot::from_axis_angle(axis, -turn.twist_angle(axis));
        (base.turn * base.rest.inverse() * self.rest * swing * Rot::from_axis_angle(axis, twist))
            .normalized()
    }

    /// A direction in model space at rest, in this frame.
    fn axis(&self, axis: Vec3) -> Vec3 {
        self.rest.inverse().rotate(vector::unit(axis).unwrap_or(Vec3::X))
    }
}

/// The rotation of every joint in model space, without scales.
fn turns_of(skeleton: &Skeleton, pose: &Pose, turns: &mut Vec<Rot>) {
    turns.clear();
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        let own = Rot::from(local.rotation).normalized();
        let above = joint
            .parent
            .map_or(Rot::IDENTITY, |parent| turns[parent] * half_turn(pose.locals[parent].scale));
        turns.push((above * own).normalized());
    }
}

/// Leaves rotations unchanged, bit for bit, that differ by rounding only.
fn set_rotation(pose: &mut Pose, joint: usize, rotation: Rot) {
    let stored = &mut pose.locals[joint].rotation;
    if (Rot::from(*stored).normalized().inverse() * rotation).angle() > 1e-6 {
        *stored = rotation.into();
    }
}

/// Whether `joint` is a descendant of `ancestor`; every joint is one of model space.
fn is_below(skeleton: &Skeleton, joint: usize, ancestor: Option<usize>) -> bool {
    ancestor.is_none_or(|ancestor| skeleton.ancestors(joint).skip(1).any(|other| other == ancestor))
}

fn not_a_chain(skeleton: &Skeleton, base: usize, tip: usize) -> Error {
    let name = |joint: usize| skeleton.joints()[joint].name.clone();
    Error::NotAChain { base: name(base), tip: name(tip) }
}
