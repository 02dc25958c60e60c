//! Damped least squares for one chain: the step of the [whole-body solver](super::WholeBody), on a body of which only the chain moves.
//!
//! A target beyond the chain's length, or nearer to its base than its longest segment allows, is replaced by the nearest place that the lengths
//! allow, so that a target far away pulls no harder than one that is just out of reach.

use glam::Vec3;

use super::{Root, Scratch, WholeBody, pole, work::Work};
use crate::{
    Error,
    d3::{Chain, Goal, Outcome, Pose, Region, Report},
    math::{Rot, vector},
};

/// Damped least squares with the limits as an active set inside every step.
///
/// The step is that of [`WholeBody`]. An attempt that misses the goal is followed by others from random poses; the same
/// input always has the same pose as its result. Use it for chains with limits, orientations, lines and planes. A step costs about 1 µs for each
/// joint. Source of the damping: T. Sugihara, "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", IEEE
/// Transactions on Robotics 27(5), 2011, 984-991.
///
/// ```
/// use kansetsu::{d3::{Chain, Goal, Outcome, Skeleton, Transform, solve::Dls}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
/// let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let skeleton = builder.build()?;
///
/// let chain = Chain::new(&skeleton, shoulder, hand)?;
/// let mut pose = skeleton.rest_pose();
/// let report = Dls::default().solve(&chain, &Goal::position(hand, Vec3::new(0.3, 0.2, 0.1)), &mut pose)?;
/// assert_eq!(report.outcome, Outcome::Reached);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Dls {
    /// Steps at most in one attempt. Default 30.
    pub max_iterations: usize,
    /// When the goal's position counts as reached, as a fraction of the chain's length. Default 1e-4.
    pub tolerance: f32,
    /// When the goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Other start poses at most, when an attempt misses the goal. Default 32.
    pub max_restarts: usize,
}

impl Default for Dls {
    fn default() -> Self {
        Self { max_iterations: 30, tolerance: 1e-4, angle_tolerance: 1e-3, max_restarts: 32 }
    }
}

impl Dls {
    /// Brings the chain's tip to the goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, chain: &Chain, goal: &Goal, pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(chain, goal, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// # Errors
    /// [`Error::GoalOutsideChain`], [`Error::InvalidNumber`] for a non-finite value,
    /// [`Error::OutOfRange`] for a value out of its range, [`Error::PoseMismatch`],
    /// [`Error::InvalidTransform`]. The pose is then untouched.
    pub fn solve_with<'s>(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        self.check()?;
        if let Some(even) = chain.even.as_ref().filter(|_| goal.joint == chain.tip())
            && even.solve((chain, goal), pose, self.tolerance, &mut scratch.report).is_some()
        {
            return Ok(&scratch.report);
        }
        scratch.work.load(chain, goal, pose)?;
        let beyond = Beyond::of(&scratch.work, goal, self.tolerance);
        // The lengths decide where the tip of such a chain comes: other start poses do not bring it nearer.
        let once = Self { max_restarts: 0, ..*self };
        match beyond {
            Some(Beyond { outcome: Outcome::OutOfReach, .. }) if chain.is_free() => straighten(chain, goal, pose, scratch),
            Some(beyond) => once.reach(chain, &Goal { position: Some(beyond.nearest), ..*goal }, pose, scratch)?,
            // Of a free chain every pose leads to every place, but the first one may be far from straight.
            None if chain.is_free() && is_place(goal) && scratch.work.is_rigid => {
                once.reach(chain, goal, pose, scratch)?;
                if scratch.report.outcome != Outcome::Reached {
                    scratch.work.load(chain, goal, pose)?;
                    straighten(chain, goal, pose, scratch);
                    once.reach(chain, goal, pose, scratch)?;
                }
            }
            None => self.reach(chain, goal, pose, scratch)?,
        }
        if let (Some(beyond), Some(target)) = (beyond, goal.position) {
            scratch.report.outcome = beyond.outcome;
            for told in &mut scratch.report.goals {
                (told.target, told.distance) = (target, vector::length_told(target - told.reached));
            }
        }
        Ok(&scratch.report)
    }

    /// Brings the tip to a goal that the lengths allow, and then the middle to the side of the pole.
    fn reach(&self, chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &mut Scratch) -> Result<(), Error> {
        let Self { tolerance, angle_tolerance, max_iterations, max_restarts } = *self;
        let solver =
            WholeBody { max_steps: usize::MAX, tolerance, angle_tolerance, max_restarts, root: Root::Rotates, ..WholeBody::default() };
        // A chain that swivels as a whole keeps its tip where it is; another one meets the pole as a task.
        let swivels = goal.pole.is_some() && !scratch.work.changes(goal);
        let first = Goal { pole: goal.pole.filter(|_| !swivels), ..*goal };
        solver.solve_chain(&chain.body, (&first, max_iterations), pose, scratch)?;
        if !swivels || swivel(chain, goal, pose, scratch)? || scratch.report.outcome != Outcome::Reached {
            return Ok(());
        }
        // Limits keep the chain from its pole: the other joints give way, as far as the tip stays.
        scratch.nearest.clear();
        scratch.nearest.extend(chain.joints().map(|joint| Rot::from(pose.locals[joint].rotation)));
        let solver = WholeBody { max_restarts: 0, ..solver };
        let result = solver.solve_chain(&chain.body, (goal, max_iterations), pose, scratch);
        if result.is_err() || scratch.report.outcome != Outcome::Reached {
            for (joint, &rotation) in chain.joints().zip(&scratch.nearest) {
                pose.locals[joint].rotation = rotation.into();
            }
            swivel(chain, goal, pose, scratch)?;
            scratch.report.outcome = Outcome::Reached;
        }
        Ok(())
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        super::check_number("Dls::tolerance", self.tolerance, 0.0, 1.0)?;
        super::check_number("Dls::angle_tolerance", self.angle_tolerance, 0.0, 4.0)
    }
}

/// Swivels the solved chain to its pole, as far as its limits allow; returns whether they allow all of it.
fn swivel(chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &mut Scratch) -> Result<bool, Error> {
    let Scratch { work, report, best, .. } = scratch;
    work.load(chain, goal, pose)?;
    pole::swivel(chain, work, best);
    report.goals.clear();
    report.active_limits.clear();
    work.store(chain, goal, pose, report);
    Ok(pole::is_met(chain, work))
}

/// Points every segment of the loaded chain at the target. Segments keep their own rotation as far as that allows.
fn straighten(chain: &Chain, goal: &Goal, pose: &mut Pose, scratch: &mut Scratch) {
    let Scratch { work, report, .. } = scratch;
    report.clear();
    let line = work.target.and_then(|target| vector::unit(target - work.base)).unwrap_or(Vec3::X);
    let mut frame = Rot::IDENTITY;
    for (entry, joint) in chain.joints.iter().zip(&mut work.joints) {
        let parent = frame * joint.pre;
        let turn = Rot::between(joint.local.rotate(joint.offset), parent.inverse().rotate(line), entry.bend_axis);
        if joint.offset != Vec3::ZERO {
            joint.local = (turn * joint.local).normalized();
        }
        frame = parent * joint.local;
    }
    work.store(chain, goal, pose, report);
}

/// Whether a goal asks for one place and nothing else.
fn is_place(goal: &Goal) -> bool {
    goal.region == Region::Point && goal.relative_to.is_none() && goal.radius == 0.0 && goal.orientation.is_none()
}

/// A target that the lengths of the segments do not allow.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    /// The place that they allow on the line from the base to the target, in model space.
    nearest: Vec3,
    outcome: Outcome,
}

impl Beyond {
    /// `None` for a target that the lengths allow, for lines and planes, for a goal with an orientation or a tolerance radius, and for chains whose segments change
    /// their lengths as they rotate.
    fn of(work: &Work, goal: &Goal, tolerance: f32) -> Option<Self> {
        let target = work.target.filter(|_| is_place(goal) && work.is_rigid)?;
        let (distance, [least, most]) = (target.distance(work.base), work.reach());
        let slack = tolerance * most;
        let (outcome, length) = if distance > most + slack {
            (Outcome::OutOfReach, most)
        } else if distance < least - slack {
            (Outcome::TooClose, least)
        } else {
            return None;
        };
        let way = vector::unit(target - work.base).unwrap_or(Vec3::X) * length;
        let nearest = work.to_model(work.base + way);
        nearest.is_finite().then_some(Self { nearest, outcome })
    }
}
