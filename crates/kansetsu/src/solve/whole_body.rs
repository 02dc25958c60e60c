//! The solver's settings, and one pose at a time.

use super::{Body, lost, step::Corrected};
use crate::{
    Error,
    d3::{Goal, Pose, Report, solve::Scratch},
    error::in_range,
};

/// The freedom of the root of the skeleton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Root {
    /// It neither moves nor rotates.
    #[default]
    #[cfg_attr(feature = "serde", serde(alias = "held"))]
    Fixed,
    /// It rotates in place.
    #[cfg_attr(feature = "serde", serde(alias = "turns"))]
    Rotates,
    /// It rotates and moves.
    Free,
}

/// Several goals at once, over the whole body.
///
/// ```
/// use kansetsu::{d3::{Goal, Skeleton, Transform, solve::{Body, WholeBody}}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let mut hands = Vec::new();
/// for side in [Vec3::X, Vec3::NEG_X] {
///     let shoulder = builder.child(chest, "shoulder", Transform::from_translation(side * 0.2));
///     let elbow = builder.child(shoulder, "elbow", Transform::from_translation(side * 0.3));
///     hands.push(builder.child(elbow, "hand", Transform::from_translation(side * 0.3)));
/// }
/// let skeleton = builder.build()?;
///
/// let goals = [Goal::position(hands[0], Vec3::new(0.4, 0.3, 0.2)), Goal::position(hands[1], Vec3::new(-0.3, -0.4, 0.1))];
/// let mut pose = skeleton.rest_pose();
/// let report = WholeBody::default().solve(&Body::new(&skeleton), &goals, &mut pose)?;
/// assert!(report.distance() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct WholeBody {
    /// Steps at most, of all attempts together. Default 200.
    pub max_steps: usize,
    /// When a goal's position counts as reached, as a fraction of the longest way from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// When a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Other start poses at most, when the first attempt misses a goal; they share [`Self::max_steps`]. No effect on
    /// [`Self::track`]. Default 0.
    pub max_restarts: usize,
    /// The freedom of the root. Default: fixed.
    pub root: Root,
    /// The strength of a goal of weight 1 beside the posture: the torque, per body size, up to which the posture gives way, where a joint of
    /// stiffness 1 resists a radian with 1. In [1, 1000]; default 10. Without a reference pose it has an effect only if a goal is missed.
    pub strength: f32,
}

impl Default for WholeBody {
    fn default() -> Self {
        Self { max_steps: 200, tolerance: 1e-5, angle_tolerance: 1e-3, max_restarts: 0, root: Root::Fixed, strength: 10.0 }
    }
}

/// Offsets at most, metres.
const LARGEST: f32 = 1e15;

impl WholeBody {
    /// Brings every goal's joint to its goal. See [`Self::solve_with`].
    ///
    /// # Errors
    /// As [`Self::solve_with`].
    pub fn solve(&self, body: &Body, goals: &[Goal], pose: &mut Pose) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.solve_with(body, goals, pose, &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::solve`] with reusable scratch memory.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::JointOutOfRange`] for a goal's joint, [`Error::InvalidNumber`] for a non-finite parameter or goal,
    /// [`Error::OutOfRange`] for a parameter or a goal out of its range, [`Error::InvalidTransform`] for the pose. The pose is then
    /// untouched.
    pub fn solve_with<'s>(&self, body: &Body, goals: &[Goal], pose: &mut Pose, scratch: &'s mut Scratch) -> Result<&'s Report, Error> {
        let met = self.begin((body, goals), pose, body.reference.as_ref(), scratch)?;
        if goals.is_empty() {
            return Ok(&scratch.report);
        }
        let Scratch { problem, attempts, report, .. } = &mut *scratch;
        if body.reference.is_some() || !met || !problem.poles_are_met || !problem.is_exact(Corrected::All) {
            let done = self.descend(body, problem, attempts, met);
            (report.iterations, report.restarts) = (done.steps, done.restarts);
        }
        if problem.is_lost() {
            return Err(lost());
        }
        Ok(self.end(body, goals, pose, scratch))
    }

    /// Loads a problem and measures it; returns whether all goals are met.
    pub(crate) fn begin(
        &self,
        (body, goals): (&Body, &[Goal]),
        pose: &Pose,
        reference: Option<&Pose>,
        scratch: &mut Scratch,
    ) -> Result<bool, Error> {
        self.check(body, goals, pose)?;
        scratch.report.clear();
        if goals.is_empty() {
            return Ok(true);
        }
        scratch.problem.load(self, body, goals, [pose, reference.unwrap_or(pose)])?;
        let met = scratch.problem.measure();
        if scratch.problem.is_lost() { Err(lost()) } else { Ok(met) }
    }

    /// Stores the pose of a loaded problem and reports on it.
    pub(crate) fn end<'s>(&self, body: &Body, goals: &[Goal], pose: &mut Pose, scratch: &'s mut Scratch) -> &'s Report {
        if !goals.is_empty() {
            scratch.problem.tree.store(pose);
            scratch.problem.report(body, goals, &mut scratch.report);
        }
        &scratch.report
    }

    fn check(&self, body: &Body, goals: &[Goal], pose: &Pose) -> Result<(), Error> {
        in_range("WholeBody::tolerance", self.tolerance, [0.0, 1.0])?;
        in_range("WholeBody::angle_tolerance", self.angle_tolerance, [0.0, 4.0])?;
        in_range("WholeBody::strength", self.strength, [1.0, 1000.0])?;
        let count = body.joints.len();
        if pose.locals.len() != count {
            return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: count });
        }
        for goal in goals {
            for joint in [Some(goal.joint), goal.relative_to].into_iter().flatten() {
                if joint >= count {
                    return Err(Error::JointOutOfRange { joint, count });
                }
            }
            goal.check()?;
            in_range("the goal's offset", goal.offset.abs().max_element(), [0.0, LARGEST])?;
        }
        Ok(())
    }
}
