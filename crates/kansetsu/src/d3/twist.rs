//! Spreads the twist of a hand or a shoulder along the bone.
//!
//! A hand that turns about the forearm twists the skin at the wrist alone, because the forearm does
//! not turn with it. Riggers put twist joints along the bone, each to turn by its share. We take
//! how a joint has turned since rest relative to where the bone begins, `turn = swing · twist` with
//! the twist about the bone's axis and the swing about an axis across it, and give each twist joint
//! the share of that twist. Everything else keeps its turn in model space, the hand to begin with.
//!
//! The twist is an angle on the circle: to follow it past half a turn, say what it was before
//! ([`Twist::near`]). It has no meaning where the swing is half a turn, and moves `1 / cos(swing /
//! 2)` times as fast near it.
//!
//! Source: the swing-twist decomposition, after P. Dobrowolski, "Swing-twist decomposition in
//! Clifford algebra", 2015 (arXiv:1506.05481), section 5. Cost: one pass of forward kinematics.

use std::f32::consts::TAU;

use glam::Vec3;

use super::{Pose, Skeleton, solve::Scratch, transform::Folded};
use crate::{
    Error,
    error::in_range,
    math::{Rot, vector},
};

/// A joint that takes part of the twist.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TwistShare {
    /// The joint.
    pub joint: usize,
    /// How much of the twist it shows, counted from where the bone begins: 0 none, 1 all of it.
    /// Others are allowed.
    pub share: f32,
}

/// Spreads a twist along a bone.
///
/// [`Self::of_tip`] is for what turns at the bone's end, a hand along the forearm;
/// [`Self::of_base`] for what turns where it begins, a shoulder along the upper arm. The joints
/// that share may hang on the bone side by side or stand one after the other in the chain, before
/// or behind the joint that twists.
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
    /// The joint that the twist is measured from and that does not turn with it; `None` for model
    /// space.
    pub from: Option<usize>,
    /// The joint whose twist is spread; a descendant of `from`.
    pub to: usize,
    /// The bone's axis, a direction in model space at rest. Positive twists turn about it by the
    /// right hand.
    pub axis: Vec3,
    /// Where the bone begins and ends, in model space at rest, metres: for
    /// [`Self::with_joints_by_place`].
    pub ends: [Vec3; 2],
    /// Of the angles that the twist can be, whole turns apart, the one nearest to this is taken,
    /// radians. Default 0: the cut is at half a turn from rest. Give the last answer, and the twist
    /// goes on past half a turn without a flip.
    pub near: f32,
    /// The joints that share the twist, `from` and `to` not among them.
    pub joints: Vec<TwistShare>,
}

impl Twist {
    /// The same twist where joint `index` has the number `numbers[index]`.
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

    /// The twist of `tip` (a hand) about the bone from `base` (an elbow) to it. Without joints yet.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is no ancestor of `tip`.
    pub fn of_tip(skeleton: &Skeleton, base: usize, tip: usize) -> Result<Self, Error> {
        Self::between(skeleton, base, tip, Some(base), tip)
    }

    /// The twist of `base` (a shoulder) about its own bone to `tip` (an elbow), measured from what
    /// `base` hangs on. Without joints yet.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] when `base` is no ancestor of `tip`.
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

    /// The same with a joint that shows `share` of the twist.
    #[must_use]
    pub fn with_joint(mut self, joint: usize, share: f32) -> Self {
        self.joints.push(TwistShare { joint, share });
        self
    }

    /// The same with joints whose shares follow from their places along the bone at rest: 0 where
    /// it begins, 1 where it ends.
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

    /// Spreads the twist in `pose` and gives it, radians: see [`Self::near`]. See
    /// [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, skeleton: &Skeleton, pose: &mut Pose) -> Result<f32, Error> {
        self.solve_with(skeleton, pose, &mut Scratch::default())
    }

    /// [`Self::solve`] with memory that is used again.
    ///
    /// The twist joints are given their share whatever they had before, so doing it twice is doing
    /// it once. What hangs on a twist joint and shares nothing keeps its turn in model space; its
    /// place too, where it lies on the bone's axis. Scales that stretch one axis more than another
    /// count by their mean.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] for a joint that is not below `from` or
    /// is `to`, [`Error::InvalidNumber`] for a non-finite value or an axis without length,
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
        // Parents come first: each joint sees its parent's new turn, and its own as it was.
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let share = self.share_of(index);
            if let Some(share) = share {
                // What hangs on the joint that twists shows all of it by itself.
                let is_behind = is_below(skeleton, index, Some(self.to));
                let (base, shown) = if is_behind { (&to, share - 1.0) } else { (&from, share) };
                let frame = Frame::of(skeleton, Some(index), turns);
                turns[index] = frame.twisted(base, frame.axis(self.axis), shown * twist);
            }
            if share.is_some() || joint.parent.is_some_and(|parent| self.share_of(parent).is_some())
            {
                let above = joint.parent.map_or(Rot::IDENTITY, |parent| {
                    turns[parent] * Folded::new(pose.locals[parent].scale).turn
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
            in_range("a share of a twist, or what it is near to,", value, [-1e6, 1e6])
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

/// How a joint is turned in model space, now and at rest.
struct Frame {
    turn: Rot,
    rest: Rot,
}

impl Frame {
    /// That of model space for `None`.
    fn of(skeleton: &Skeleton, joint: Option<usize>, turns: &[Rot]) -> Self {
        let Some(joint) = joint else { return Self { turn: Rot::IDENTITY, rest: Rot::IDENTITY } };
        let own = Rot::from(skeleton.joints()[joint].rest.rotation);
        let rest = skeleton.ancestors(joint).skip(1).fold(own, |below, ancestor| {
            let rest = &skeleton.joints()[ancestor].rest;
            Rot::from(rest.rotation) * Folded::new(rest.scale).turn * below
        });
        Self { turn: turns[joint], rest: rest.normalized() }
    }

    /// The turn since rest as seen from `base`, in this frame at rest.
    fn turn_from(&self, base: &Self) -> Rot {
        ((base.rest.inverse() * self.rest).inverse() * (base.turn.inverse() * self.turn))
            .normalized()
    }

    /// The turn in model space with which it has this twist as seen from `base`, and the swing that
    /// it has.
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

/// How every joint is turned in model space, with scales taken out.
fn turns_of(skeleton: &Skeleton, pose: &Pose, turns: &mut Vec<Rot>) {
    turns.clear();
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        let own = Rot::from(local.rotation).normalized();
        let above = joint.parent.map_or(Rot::IDENTITY, |parent| {
            turns[parent] * Folded::new(pose.locals[parent].scale).turn
        });
        turns.push((above * own).normalized());
    }
}

/// Leaves the bits of what differs by rounding only.
fn set_rotation(pose: &mut Pose, joint: usize, rotation: Rot) {
    let stored = &mut pose.locals[joint].rotation;
    if (Rot::from(*stored).normalized().inverse() * rotation).angle() > 1e-6 {
        *stored = rotation.into();
    }
}

/// Whether `joint` hangs, near or far, on `ancestor`; everything hangs on model space.
fn is_below(skeleton: &Skeleton, joint: usize, ancestor: Option<usize>) -> bool {
    ancestor.is_none_or(|ancestor| skeleton.ancestors(joint).skip(1).any(|other| other == ancestor))
}

fn not_a_chain(skeleton: &Skeleton, base: usize, tip: usize) -> Error {
    let name = |joint: usize| skeleton.joints()[joint].name.clone();
    Error::NotAChain { base: name(base), tip: name(tip) }
}
