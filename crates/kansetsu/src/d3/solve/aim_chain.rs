//! Several joints aim together.
//!
//! Each joint takes its share of one rotation: all rotate about the same axis of model space, so
//! that their angles add up. To first order a chain whose joints take the shares `sᵢ` (`Σ sᵢ = 1`)
//! of a rotation moves the aiming ray like a rotation about the single point `Σ sᵢ pᵢ`: with `ω`
//! the whole rotation, `x' = x + Σ sᵢ ω × (x - pᵢ) = x + ω × (x - Σ sᵢ pᵢ)`. So every round
//! computes the closed form of [`super::sight`] for the rotation about that point and distributes
//! it; convergence is quadratic. Rotation that limits prevent is distributed again in the next
//! round. At last every joint, from the tip on, aims exactly by itself; without active limits that
//! rotation is zero, or small for a target very near.
//!
//! Our own derivation. Distribution by shares is common, for example in the look-at sample of
//! ozz-animation, where the shares are relative to the remainder and the last joint takes the rest.
//! Cost: 2 to 4 rounds from any pose.

use glam::{Affine3, Vec3};

use super::{
    Scratch,
    aim::{MET, check_axis},
    aim_within::{STILL, aim_within},
    scratch::AimScratch,
    sight::{self, Aiming, Pointing, Ray, Sight},
};
use crate::{
    Error,
    d3::{
        ActiveLimit, Chain, Goal, Outcome, Pose, Report, Transform,
        report::ACTIVE_TOLERANCE,
        transform::{inverse_of, rotation_part},
    },
    error::in_range,
    math::{Rot, vector},
};

/// The joints of a chain point an axis of its tip at a target, each by its share: spine, neck and
/// head look together.
///
/// The goal is one for [`super::Aim`], for the chain's tip. Limits are respected; the other joints
/// take over rotation that the limit of one prevents, as far as they can. Rotations start from the
/// pose, so that a goal that is reached changes nothing.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Skeleton, Transform, solve::AimChain}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let neck = builder.child(chest, "neck", Transform::from_translation(Vec3::Y * 0.2));
/// let head = builder.child(neck, "head", Transform::from_translation(Vec3::Y * 0.1));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, chest, head)?;
/// let mut pose = skeleton.rest_pose();
/// let goal = Goal::look_at(head, Vec3::Z, Vec3::new(0.5, 0.6, 0.8)).with_offset(Vec3::new(0.0, 0.06, 0.09));
/// let report = AimChain { shares: vec![0.2, 0.3, 0.5], ..AimChain::default() }.solve(&chain, &goal, &mut pose)?;
/// assert!(report.distance() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AimChain {
    /// The share of the rotation for each joint, from the base to the tip, relative to their sum; 0
    /// excludes a joint. Empty, the default, is 1, 2, 3, ...: more towards the tip.
    pub shares: Vec<f32>,
    /// The axis of the tip, in its own frame, that the goal's pole defines. Not zero, of any
    /// length. Used only with a pole. Default +Y.
    pub up: Vec3,
    /// An additional roll of the tip about the line to the target, radians. Used only with a pole.
    /// Default 0.
    pub twist: f32,
    /// Blend weight from 0 (the pose is kept) to 1 (the tip aims), along the shortest arc of each
    /// joint. Default 1.
    pub weight: f32,
    /// Maximum number of rounds. Default 24: without limits 4 suffice, with limits the free joints
    /// need more to take over.
    pub max_iterations: usize,
}

impl Default for AimChain {
    fn default() -> Self {
        Self { shares: Vec::new(), up: Vec3::Y, twist: 0.0, weight: 1.0, max_iterations: 24 }
    }
}

/// The number of final sweeps in which the joints, tip first, reduce the remaining error.
const SWEEPS: usize = 8;

impl AimChain {
    /// Rotates the chain's joints so that the tip aims. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory. The report is that of
    /// [`super::Aim::solve_with`].
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a goal without an axis that aims, [`Error::GoalOutsideChain`],
    /// [`Error::InvalidNumber`] for a non-finite value and for shares that are negative, all zero,
    /// or of another number than the joints, [`Error::OutOfRange`] for a value out of its range,
    /// [`Error::PoseMismatch`], [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(
        &self,
        chain: &Chain,
        goal: &Goal,
        pose: &mut Pose,
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        self.check(chain)?;
        chain.check(goal, pose)?;
        let Scratch { aim, report, .. } = scratch;
        let mut work = AimWork::load(self, chain, aim, goal, pose)?;
        report.clear();

        work.project();
        work.rounds(report);
        if report.iterations > 0 {
            work.sweeps();
        }
        report.outcome = if work.residual() > MET { Outcome::Limited } else { work.outcome() };
        work.blend(pose, self.weight);
        report
            .goals
            .push(sight::measure(&sight::compose(&work.model_from_base, &work.tip()), goal)?);
        work.store(pose);
        work.report_limits(report);
        Ok(report)
    }

    fn check(&self, chain: &Chain) -> Result<(), Error> {
        in_range("AimChain::weight", self.weight, [0.0, 1.0])?;
        in_range("AimChain::twist", self.twist, [-1e6, 1e6])?;
        check_axis("AimChain::up", self.up)?;
        if self.shares.is_empty() {
            return Ok(());
        }
        if self.shares.len() != chain.joints.len() {
            return Err(Error::LengthMismatch {
                what: "shares",
                found: self.shares.len(),
                expected: chain.joints.len(),
            });
        }
        self.shares
            .iter()
            .try_for_each(|&share| in_range("a share of AimChain", share, [0.0, 1e6]))?;
        in_range("the sum of AimChain::shares", self.shares.iter().sum(), [1e-6, f32::MAX])
    }

    /// The joint's fraction of the whole rotation; the sum over all joints is 1.
    fn share(&self, index: usize, count: usize) -> f32 {
        if self.shares.is_empty() {
            (index + 1) as f32 / (count * (count + 1) / 2) as f32
        } else {
            self.shares[index] / self.shares.iter().sum::<f32>()
        }
    }
}

/// A chain that aims, in the space of its base's parent.
struct AimWork<'a> {
    solver: &'a AimChain,
    chain: &'a Chain,
    scratch: &'a mut AimScratch,
    model_from_base: Affine3,
    axis: Vec3,
    offset: Vec3,
    sight: Sight,
    pole: Option<Vec3>,
}

impl<'a> AimWork<'a> {
    fn load(
        solver: &'a AimChain,
        chain: &'a Chain,
        scratch: &'a mut AimScratch,
        goal: &Goal,
        pose: &Pose,
    ) -> Result<Self, Error> {
        let model_from_base = chain.model_from_base(pose);
        let Aiming { sight, pole, .. } =
            Aiming::new(&model_from_base, &Transform::IDENTITY, goal, solver.up)?;
        let (axis, _) = sight::sight_of(goal)?;
        scratch.locals.clear();
        scratch.locals.extend(chain.joints().map(|joint| {
            let local = pose.locals[joint];
            Transform { rotation: Rot::from(local.rotation).normalized().into(), ..local }
        }));
        let mut work = Self {
            solver,
            chain,
            scratch,
            model_from_base,
            axis,
            offset: goal.offset,
            sight,
            pole,
        };
        work.place();
        if work.tip().translation.is_finite() {
            Ok(work)
        } else {
            Err(Error::InvalidNumber {
                what: "the position of the chain's tip",
                value: f32::INFINITY,
            })
        }
    }

    /// Forward kinematics.
    fn place(&mut self) {
        let AimScratch { base_from_parent, locals } = &mut *self.scratch;
        base_from_parent.clear();
        base_from_parent.push(Affine3::IDENTITY);
        for (index, local) in locals.iter().enumerate() {
            base_from_parent.push(sight::compose(&base_from_parent[index], &local.to_affine()));
        }
    }

    fn count(&self) -> usize {
        self.chain.joints.len()
    }

    fn tip(&self) -> Affine3 {
        self.scratch.base_from_parent[self.count()]
    }

    fn joint_place(&self, index: usize) -> Vec3 {
        self.scratch.base_from_parent[index + 1].translation
    }

    fn local(&self, index: usize) -> Rot {
        self.scratch.locals[index].rotation.into()
    }

    /// The share of a joint that may rotate, else 0.
    fn share(&self, index: usize) -> f32 {
        if self.chain.is_locked(&self.chain.joints[index]) {
            0.0
        } else {
            self.solver.share(index, self.count())
        }
    }

    fn project(&mut self) {
        for index in 0..self.count() {
            if self.share(index) > 0.0 {
                self.turn_to(index, self.local(index));
            }
        }
        self.place();
    }

    /// Rotates a joint to this rotation, as far as its limit allows.
    fn turn_to(&mut self, index: usize, local: Rot) {
        let allowed = self.chain.known(&self.chain.joints[index]).projected(local);
        self.scratch.locals[index].rotation = allowed.into();
    }

    /// The ray relative to `pivot`.
    fn ray(&self, pivot: Vec3) -> Ray {
        let tip = self.tip();
        Ray {
            origin: tip.matrix3 * self.offset + tip.translation - pivot,
            axis: tip.matrix3 * self.axis,
        }
    }

    fn sight(&self, pivot: Vec3) -> Sight {
        match self.sight {
            Sight::Point(target) => Sight::Point(target - pivot),
            direction @ Sight::Direction(_) => direction,
        }
    }

    fn rounds(&mut self, report: &mut Report) {
        if self.tip_turn() <= SETTLED {
            return;
        }
        while report.iterations < self.solver.max_iterations {
            report.iterations += 1;
            self.hand_out(self.whole_turn());
            if self.tip_turn() <= STILL {
                return;
            }
        }
    }

    /// The rotation by which the tip alone would aim, radians.
    fn tip_turn(&self) -> f32 {
        self.turn_about(self.joint_place(self.count() - 1)).length()
    }

    /// The rotation vector that all joints together should apply.
    fn whole_turn(&self) -> Vec3 {
        let mut pivot = Vec3::ZERO;
        for index in 0..self.count() {
            pivot += self.joint_place(index) * self.share(index);
        }
        self.turn_about(pivot)
    }

    /// The rotation vector about `pivot` with which the tip would aim.
    fn turn_about(&self, pivot: Vec3) -> Vec3 {
        let up = self.tip().matrix3 * self.solver.up;
        let Some(arm) = self.ray(pivot).arm(self.sight(pivot)) else { return Vec3::ZERO };
        let swing = arm.turn(up);
        let place = self.joint_place(self.count() - 1);
        let line = match self.sight {
            Sight::Point(target) => vector::unit(target - place),
            Sight::Direction(_) => Some(arm.to),
        };
        let roll = match (self.pole, line) {
            (Some(pole), Some(line)) => {
                sight::roll(line, swing.rotate(up), pole - place, self.solver.twist)
            }
            _ => 0.0,
        };
        (Rot::from_axis_angle(arm.to, roll) * swing).rotation_vector()
    }

    fn hand_out(&mut self, turn: Vec3) {
        for index in 0..self.count() {
            let share = self.share(index);
            if share > 0.0 {
                // The joints below have rotated about the same axis: relative to this joint that
                // changes nothing.
                let frame = rotation_part(&self.scratch.base_from_parent[index].matrix3);
                let own = Rot::from_rotation_vector(frame.inverse().rotate(turn * share));
                self.turn_to(index, (own * self.local(index)).normalized());
            }
        }
        self.place();
    }

    /// Each joint, tip first, aims by itself.
    fn sweeps(&mut self) {
        for _ in 0..SWEEPS {
            for index in (0..self.count()).rev() {
                if self.share(index) > 0.0 {
                    if self.residual() <= STILL {
                        return;
                    }
                    self.aim_alone(index);
                }
            }
        }
    }

    fn aim_alone(&mut self, index: usize) {
        let above = self.scratch.base_from_parent[index];
        let down = inverse_of(&above);
        let pivot = self.joint_place(index);
        let Ray { origin, axis } = self.ray(pivot);
        let ray = Ray { origin: down.matrix3 * origin, axis: down.matrix3 * axis };
        let sight = match self.sight(pivot) {
            Sight::Point(target) => Sight::Point(down.matrix3 * target),
            Sight::Direction(direction) => Sight::Direction(down.matrix3 * direction),
        };
        let Some(arm) = ray.arm(sight) else { return };
        let up = down.matrix3 * (self.tip().matrix3 * self.solver.up);
        let local = self.local(index);
        let pointing = Pointing { from: local.inverse().rotate(arm.from), to: arm.to };
        let known = self.chain.known(&self.chain.joints[index]);
        let project = |local| known.projected(local);
        let aimed = aim_within(pointing, (arm.turn(up) * local).normalized(), project);
        self.scratch.locals[index].rotation = aimed.local.into();
        self.place();
    }

    /// The residual angle relative to the tip, radians.
    fn residual(&self) -> f32 {
        let pivot = self.joint_place(self.count() - 1);
        self.ray(pivot)
            .arm(self.sight(pivot))
            .map_or(0.0, |arm| sight::angle_between(arm.from, arm.to))
    }

    fn outcome(&self) -> Outcome {
        let pivot = self.joint_place(self.count() - 1);
        self.ray(pivot).arm(self.sight(pivot)).map_or(Outcome::TooClose, |arm| arm.outcome)
    }

    fn blend(&mut self, pose: &Pose, weight: f32) {
        if weight >= 1.0 {
            return;
        }
        for index in 0..self.count() {
            let entry = &self.chain.joints[index];
            let known = self.chain.known(entry);
            let present = Rot::from(pose.locals[entry.joint].rotation).normalized();
            let part = present.slerp(self.local(index), weight);
            let part =
                if known.projected(present) == present { known.projected(part) } else { part };
            self.scratch.locals[index].rotation = part.into();
        }
        self.place();
    }

    fn store(&self, pose: &mut Pose) {
        for (index, entry) in self.chain.joints.iter().enumerate() {
            let stored = &mut pose.locals[entry.joint].rotation;
            if (Rot::from(*stored).normalized().inverse() * self.local(index)).angle() > STORED {
                *stored = self.local(index).into();
            }
        }
    }

    fn report_limits(&self, report: &mut Report) {
        for (index, entry) in self.chain.joints.iter().enumerate() {
            if let Some(limit) =
                self.chain.known(entry).prepared.as_ref().filter(|_| !self.chain.is_locked(entry))
            {
                let bounds = limit.active_bounds(
                    (entry.rest.inverse() * self.local(index)).into(),
                    ACTIVE_TOLERANCE,
                );
                report
                    .active_limits
                    .extend(bounds.map(|bound| ActiveLimit { joint: entry.joint, bound }));
            }
        }
    }
}

/// A chain with a smaller residual does not move, radians: slightly more than the residual of a
/// solve.
const SETTLED: f32 = 6e-6;

/// A joint that rotated by less than this, radians, stays unchanged, bit for bit: its share of a
/// zero rotation is rounding.
const STORED: f32 = 2e-7;
