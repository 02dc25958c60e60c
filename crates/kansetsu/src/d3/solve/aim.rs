//! A joint points an axis at a target.
//!
//! The axis may start beside the joint (eyes, a barrel, a lamp): the closed form of a line that is
//! to pass through a point while it swings about the joint, see [`super::sight`]. A pole then
//! settles the roll: an *up* axis of the joint is brought into the half plane of the line to the
//! target and the pole. With a pole the answer starts from the joint's rest and so depends on
//! target and pole alone; without one it is the least turn from the pose.
//!
//! Inside a limit, pointing right comes before the roll, see [`super::aim_within`].
//!
//! Source: the line and the sphere; the rest is our own. Cost: constant.

use glam::{Affine3, Vec3};

use super::{
    Scratch,
    aim_within::{STILL, Within, aim_within},
    sight::{self, Aiming},
};
use crate::{
    Error,
    d3::{
        ActiveLimit, Chain, Goal, Limit, Outcome, Pose, Report, Rig, Transform,
        limit::PreparedLimit, report::ACTIVE_TOLERANCE,
    },
    error::in_range,
    math::Rot,
};

/// A joint points an axis at a target: a head that looks, a gun that aims, a camera, a turret.
///
/// The goal says which joint, which axis of it, from where ([`Goal::offset`]) and at what:
/// [`Goal::look_at`] or [`Goal::with_axis`]. Its pole is where the joint's [`Self::up`] axis goes.
/// Limits are kept.
///
/// A target nearer to the joint than the axis passes by it cannot be aimed at
/// ([`Outcome::TooClose`]): then the axis passes it as near as it can. One that lies between the
/// joint and the axis's origin has the axis's line through it, but behind the origin, and is too
/// close as well. Through all of this the pose moves without a jump; it must jump where the target
/// goes through the joint itself, and without a pole where it stands exactly behind.
///
/// ```
/// use kansetsu::{d3::{Goal, Rig, Skeleton, Transform, solve::Aim}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let neck = builder.root("neck", Transform::IDENTITY);
/// let head = builder.child(neck, "head", Transform::from_translation(Vec3::Y * 0.1));
/// let rig = Rig::new(builder.build()?);
///
/// let eyes = Vec3::new(0.0, 0.06, 0.09);
/// let mut pose = rig.skeleton.rest_pose();
/// let goal = Goal::look_at(head, Vec3::Z, Vec3::new(0.5, 0.2, 0.8)).with_offset(eyes).with_pole(Vec3::Y * 100.0);
/// let report = Aim::default().solve(&rig, &goal, &mut pose)?;
/// assert!(report.angle() < 1e-5 && report.distance() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Aim {
    /// The axis of the joint, in its own frame, that the goal's pole draws to its side. Any length
    /// but zero; across the axis that aims to have a meaning. Counts only with a pole. Default +Y.
    pub up: Vec3,
    /// How much farther the joint rolls about the line to the target, radians. Counts only with a
    /// pole, from which it is measured. Default 0.
    pub twist: f32,
    /// From 0 (the pose stays) to 1 (the joint aims), blended along the shortest rotation.
    /// Default 1.
    pub weight: f32,
}

impl Default for Aim {
    fn default() -> Self {
        Self { up: Vec3::Y, twist: 0.0, weight: 1.0 }
    }
}

/// Within this an aim counts as met, radians (0.006°).
pub(super) const MET: f32 = 1e-4;

/// With a miss above this, radians (6°), the pole is let go of. Smaller, and a limit that is just
/// left would do it, with a jump.
const FAR: f32 = 0.1;

impl Aim {
    /// Turns the goal's joint so that it aims. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, rig: &Rig, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(rig, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with memory that is used again.
    ///
    /// The report's distance is from the target to the ray, its angle between the ray and the
    /// direction from its origin to the target, both in model space. The outcome is that of the
    /// full weight.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal that does not aim, [`Error::JointOutOfRange`],
    /// [`Error::InvalidNumber`] for a non-finite value, [`Error::OutOfRange`] for a value out of
    /// its range, [`Error::PoseMismatch`], [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        rig: &Rig,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        self.check()?;
        check(rig, goal, pose)?;
        let joint = goal.joint;
        let bound = rig.limits[joint].as_ref().map_or(Bound::None, Bound::Limit);
        let rest = Rot::from(rig.skeleton.joints()[joint].rest.rotation);
        self.turn(
            &Limited { model_from_parent: model_from_parent(rig, pose, joint), bound, rest },
            goal,
            pose,
            &mut scratch.report,
        )?;
        Ok(&scratch.report)
    }

    /// [`Self::solve_with`] for the tip of a chain, with the chain's limits: the joints above it
    /// stay. A tip that the chain holds stays too.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal that does not aim, [`Error::GoalOutsideChain`],
    /// [`Error::InvalidNumber`] for a non-finite value, [`Error::OutOfRange`] for a value out of
    /// its range, [`Error::PoseMismatch`], [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_tip_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        self.check()?;
        chain.check(goal, pose)?;
        let above = chain.joints().take(chain.joints.len() - 1);
        let model_from_parent = above.fold(chain.model_from_base(pose), |model, joint| {
            sight::compose(&model, &unit(&pose.locals[joint]))
        });
        let tip = &chain.joints[chain.joints.len() - 1];
        let bound = match &chain.known(tip).prepared {
            _ if chain.is_locked(tip) => {
                Bound::Held(Rot::from(pose.locals[tip.joint].rotation).normalized())
            }
            Some(limit) => Bound::Prepared(limit),
            None => Bound::None,
        };
        self.turn(
            &Limited { model_from_parent, bound, rest: tip.rest },
            goal,
            pose,
            &mut scratch.report,
        )?;
        Ok(&scratch.report)
    }

    fn turn(
        &self,
        limited: &Limited<'_>,
        goal: &Goal,
        pose: &mut Pose,
        report: &mut Report,
    ) -> Result<(), Error> {
        report.clear();
        let joint = goal.joint;
        let aiming = Aiming::new(&limited.model_from_parent, &pose.locals[joint], goal, self.up)?;
        let present = Rot::from(pose.locals[joint].rotation).normalized();
        let full = self.full(&aiming, limited, present);
        let turned = limited.blended(present, full.local, self.weight);
        let mut local = pose.locals[joint];
        if (present.inverse() * turned).angle() > STILL {
            local.rotation = turned.into();
        }
        report.goals.push(sight::measure(
            &sight::compose(&limited.model_from_parent, &unit(&local)),
            goal,
        )?);
        pose.locals[joint] = local;
        report.active_limits.extend(
            limited
                .active(Rot::from(local.rotation).normalized())
                .map(|bound| ActiveLimit { joint, bound }),
        );
        report.iterations = full.rounds;
        let missed = aiming.pointing().is_some_and(|pointing| pointing.missing(full.local) > MET);
        report.outcome = if missed { Outcome::Limited } else { aiming.outcome() };
        Ok(())
    }

    /// The aimed turn inside the limit.
    fn full(&self, aiming: &Aiming, limited: &Limited, present: Rot) -> Within {
        let within = |wanted: Rot| match aiming.pointing() {
            Some(pointing) => aim_within(pointing, wanted, |local| limited.projected(local)),
            None => Within { local: limited.projected(wanted), rounds: 0 },
        };
        let misses = |within: &Within, by: f32| {
            aiming.pointing().is_some_and(|pointing| pointing.missing(within.local) > by)
        };
        let near = within(match aiming.pole {
            Some(pole) => aiming.aimed_upright(limited.rest, pole, self.twist),
            None => aiming.aimed(present),
        });
        if !misses(&near, FAR) {
            return near;
        }
        // The roll that the pole asks for may be one that the limit has nothing near to, a hinge
        // for example.
        let other = within(aiming.aimed(limited.rest));
        if misses(&other, MET) { near } else { other }
    }

    fn check(&self) -> Result<(), Error> {
        in_range("Aim::weight", self.weight, [0.0, 1.0])?;
        in_range("Aim::twist", self.twist, [-1e6, 1e6])?;
        check_axis("Aim::up", self.up)
    }
}

pub(super) fn check_axis(what: &'static str, axis: Vec3) -> Result<(), Error> {
    if axis.is_finite() && axis.abs().max_element() >= 1e-6 {
        Ok(())
    } else {
        Err(Error::InvalidNumber { what, value: axis.length() })
    }
}

/// What a joint turns in: the space above it, its limit, and the rest that the limit is measured
/// from.
struct Limited<'a> {
    model_from_parent: Affine3,
    bound: Bound<'a>,
    rest: Rot,
}

enum Bound<'a> {
    None,
    Limit(&'a Limit),
    Prepared(&'a PreparedLimit),
    /// Nothing but this turn.
    Held(Rot),
}

impl Limited<'_> {
    fn projected(&self, local: Rot) -> Rot {
        let turn = self.rest.inverse() * local;
        let allowed = match &self.bound {
            Bound::None => return local,
            Bound::Held(present) => return *present,
            Bound::Limit(limit) => Rot::from(limit.project(turn.into())),
            Bound::Prepared(limit) => Rot::from(limit.project(turn.into())),
        };
        if allowed == turn { local } else { (self.rest * allowed).normalized() }
    }

    /// Part of the way. The way between two allowed turns may leave the limit: then it goes along
    /// its bound.
    fn blended(&self, present: Rot, full: Rot, weight: f32) -> Rot {
        if weight >= 1.0 {
            return full;
        }
        let part = present.slerp(full, weight);
        if weight > 0.0 && self.projected(present) == present { self.projected(part) } else { part }
    }

    fn active(&self, local: Rot) -> impl Iterator<Item = &'static str> + use<> {
        let turn = (self.rest.inverse() * local).into();
        let limit = match &self.bound {
            Bound::Limit(limit) => Some(limit.active_bounds(turn, ACTIVE_TOLERANCE)),
            _ => None,
        };
        let prepared = match &self.bound {
            Bound::Prepared(limit) => Some(limit.active_bounds(turn, ACTIVE_TOLERANCE)),
            _ => None,
        };
        limit.into_iter().flatten().chain(prepared.into_iter().flatten())
    }
}

fn check(rig: &Rig, goal: &Goal, pose: &Pose) -> Result<(), Error> {
    let count = rig.skeleton.len();
    for length in [pose.locals.len(), rig.limits.len()] {
        if length != count {
            return Err(Error::PoseMismatch { pose: length, skeleton: count });
        }
    }
    if goal.joint >= count {
        return Err(Error::JointOutOfRange { joint: goal.joint, count });
    }
    goal.check()?;
    for joint in rig.skeleton.ancestors(goal.joint) {
        if let Some(what) = pose.locals[joint].fault() {
            return Err(Error::InvalidTransform {
                joint: rig.skeleton.joints()[joint].name.clone(),
                what,
            });
        }
    }
    rig.limits[goal.joint].as_ref().map_or(Ok(()), Limit::check)
}

fn model_from_parent(rig: &Rig, pose: &Pose, joint: usize) -> Affine3 {
    rig.skeleton.ancestors(joint).skip(1).fold(Affine3::IDENTITY, |below, ancestor| {
        sight::compose(&unit(&pose.locals[ancestor]), &below)
    })
}

/// The map of a transform whose rotation may have any length.
fn unit(local: &Transform) -> Affine3 {
    Transform { rotation: Rot::from(local.rotation).normalized().into(), ..*local }.to_affine()
}
