//! A joint points an axis at a target.
//!
//! The axis may start beside the joint (eyes, a barrel, a lamp). The closed form is that of a line
//! that swings about the joint and must pass through a point, see [`super::sight`]. A pole then
//! defines the roll: an *up* axis of the joint is moved into the half plane of the line to the
//! target and the pole. With a pole the solve starts from the joint's rest, so the result depends
//! on target and pole alone. Without one it is the smallest rotation from the pose.
//!
//! Inside a limit, the direction takes precedence over the roll, see [`super::aim_within`].
//!
//! Source: the intersection of a line and a sphere; the rest is our own. Cost: constant.

use glam::{Affine3, Vec3};

use super::{
    Scratch,
    aim_within::{STILL, Within, aim_within},
    sight::{self, Aiming, Ray},
};
use crate::{
    Error,
    d3::{
        ActiveLimit, Chain, Goal, Limit, Outcome, Pose, Report, Rig, Transform,
        limit::PreparedLimit, report::ACTIVE_TOLERANCE, transform::compose,
    },
    error::in_range,
    math::Rot,
};

/// A joint points an axis at a target: a head that looks, a gun that aims, a camera, a turret.
///
/// The goal defines the joint, its axis, the axis's origin ([`Goal::offset`]) and the target:
/// [`Goal::look_at`] or [`Goal::with_axis`]. Its pole is the direction of the joint's [`Self::up`]
/// axis. Limits are respected.
///
/// A target closer to the joint than the axis passes by it cannot be aimed at
/// ([`Outcome::TooClose`]); the axis then passes the target at the least possible distance. If the
/// target is between the joint and the axis's origin, the axis's line passes through it, but behind
/// the origin; that is too close as well. All these transitions are continuous. The pose is
/// discontinuous only where the target passes through the joint itself, and, without a pole, where
/// it is exactly behind.
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
    /// The axis of the joint, in its own frame, that the goal's pole defines. Not zero, of any
    /// length, and not parallel to the axis that aims. Used only with a pole. Default +Y.
    pub up: Vec3,
    /// An additional roll about the line to the target, radians, relative to the pole. Used only
    /// with a pole. Default 0.
    pub twist: f32,
    /// Blend weight from 0 (the pose is kept) to 1 (the joint aims), along the shortest arc.
    /// Default 1.
    pub weight: f32,
}

impl Default for Aim {
    fn default() -> Self {
        Self { up: Vec3::Y, twist: 0.0, weight: 1.0 }
    }
}

/// Below this angle an aim counts as reached, radians (0.006°).
pub(super) const MET: f32 = 1e-4;

/// With a residual above this, radians (6°), the pole is ignored. With a smaller value a limit that
/// is just exceeded would do so, with a jump.
const FAR: f32 = 0.1;

impl Aim {
    /// Rotates the goal's joint so that it aims. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, rig: &Rig, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(rig, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// The report's distance is that from the target to the ray; its angle is that between the ray
    /// and the direction from its origin to the target, both in model space. The outcome is that of
    /// the full weight.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal without an axis that aims, [`Error::JointOutOfRange`],
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

    /// [`Self::solve_with`] for the tip of a chain, with the chain's limits: the other joints stay.
    /// A locked tip stays too.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal without an axis that aims, [`Error::GoalOutsideChain`],
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
            compose(&model, &unit(&pose.locals[joint]))
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
        let (axis, _) = sight::sight_of(goal)?;
        let Affine3 { matrix3, translation } = compose(&limited.model_from_parent, &unit(&local));
        let ray = Ray { origin: matrix3 * goal.offset + translation, axis: matrix3 * axis };
        report.goals.push(sight::measure(ray, goal)?);
        pose.locals[joint] = local;
        report.active_limits.extend(
            limited
                .active(Rot::from(local.rotation).normalized())
                .map(|bound| ActiveLimit { joint, bound }),
        );
        report.iterations = full.rounds;
        let missed = aiming.pointing().is_some_and(|pointing| pointing.residual(full.local) > MET);
        report.outcome = if missed { Outcome::Limited } else { aiming.outcome() };
        Ok(())
    }

    /// The aiming rotation inside the limit.
    fn full(&self, aiming: &Aiming, limited: &Limited, present: Rot) -> Within {
        let within = |wanted: Rot| match aiming.pointing() {
            Some(pointing) => aim_within(pointing, wanted, |local| limited.projected(local)),
            None => Within { local: limited.projected(wanted), rounds: 0 },
        };
        let misses = |within: &Within, by: f32| {
            aiming.pointing().is_some_and(|pointing| pointing.residual(within.local) > by)
        };
        let near = within(match aiming.pole {
            Some(pole) => aiming.aimed_upright(limited.rest, pole, self.twist),
            None => aiming.aimed(present),
        });
        if !misses(&near, FAR) {
            return near;
        }
        // The pole's roll may be far from every allowed rotation, of a hinge for example.
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

/// The context of a joint: its parent's space, its limit, and the rest that the limit refers to.
struct Limited<'a> {
    model_from_parent: Affine3,
    bound: Bound<'a>,
    rest: Rot,
}

enum Bound<'a> {
    None,
    Limit(&'a Limit),
    Prepared(&'a PreparedLimit),
    /// Only this rotation.
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

    /// The blend between two allowed rotations. The arc between them may leave the limit; it is
    /// then projected.
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
    rig.skeleton
        .ancestors(joint)
        .skip(1)
        .fold(Affine3::IDENTITY, |below, ancestor| compose(&unit(&pose.locals[ancestor]), &below))
}

/// The map of a transform whose rotation may have any length.
fn unit(local: &Transform) -> Affine3 {
    Transform { rotation: Rot::from(local.rotation).normalized().into(), ..*local }.to_affine()
}
