//! Tracking: one frame after another, with a warm start and a velocity limit.

use glam::{Quat, Vec3};

use super::{
    Body, WholeBody,
    constants::{
        CORRECTION_STEPS, FRAME_PENALTY_FACTOR, FRAME_ROTATION, FRAME_STEPS, LEVER,
        MAX_FRAME_PENALTY, ROTATION_PER_MOTION, SETTLED, STILL,
    },
    mode::{Corrected, Mode},
    problem::Problem,
};
use crate::{
    Error,
    d3::{Goal, Orientation, Pose, Report, solve::Scratch},
    math::Rot,
};

/// State of [`WholeBody::track`] between frames. Plain data: kept, saved and restored it goes on as
/// it would have.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct TrackingState {
    /// The pose at the start, to which the posture draws a body without a reference pose; `None`
    /// before the first frame.
    pub start: Option<Pose>,
    /// Where the goals were in the last frame.
    #[cfg_attr(feature = "serde", serde(alias = "last_aims"))]
    pub last_goals: Vec<GoalPose>,
    /// The multipliers of all tasks at the end of the last frame, as forces and moments in model
    /// space: the warm start of the next one.
    #[cfg_attr(feature = "serde", serde(alias = "pulls"))]
    pub multipliers: Vec<Vec3>,
    /// The factor on the weight of goals that rest and are not met; 0 before the first frame.
    #[cfg_attr(feature = "serde", serde(alias = "insistence"))]
    pub penalty: f32,
    /// Whether the pose is settled: nothing moves until the goals do.
    #[cfg_attr(feature = "serde", serde(alias = "is_done"))]
    pub is_settled: bool,
}

/// Position and rotation of a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalPose {
    /// The goal's joint.
    pub joint: usize,
    /// Its position, metres, in model space or in the frame of [`Goal::relative_to`].
    #[cfg_attr(feature = "serde", serde(alias = "place"))]
    pub position: Vec3,
    /// Its rotation in the same frame.
    #[cfg_attr(feature = "serde", serde(alias = "turn"))]
    pub rotation: Quat,
}

impl GoalPose {
    /// Of a goal; what it does not ask for is zero.
    fn new(goal: &Goal) -> Self {
        let rotation = if let Some(Orientation::Full(rotation)) = goal.orientation {
            rotation
        } else {
            Quat::IDENTITY
        };
        Self { joint: goal.joint, position: goal.position.unwrap_or_default(), rotation }
    }

    /// How far it is to another, in body sizes.
    fn distance(&self, other: &Self, size: f64) -> f64 {
        let turn = (Rot::from(self.rotation).normalized().inverse()
            * Rot::from(other.rotation).normalized())
        .angle();
        (f64::from(self.position.distance(other.position)) / size).max(LEVER * f64::from(turn))
    }
}

impl WholeBody {
    /// Tracks the goals for one frame, from `pose`, the pose of the last one. See
    /// [`Self::track_with`].
    ///
    /// # Errors
    /// As [`Self::track_with`].
    pub fn track(
        &self,
        body: &Body,
        goals: &[Goal],
        pose: &mut Pose,
        state: &mut TrackingState,
    ) -> Result<Report, Error> {
        let mut scratch = Scratch::default();
        self.track_with(body, goals, (pose, state), &mut scratch)?;
        Ok(scratch.report)
    }

    /// [`Self::track`] with reusable scratch memory.
    ///
    /// No joint rotates by more than 2.5 degrees a frame, or 5.8 radians per body size of the
    /// goals' motion, if that is more. The next frame continues; [`TrackingState::is_settled`] says
    /// when nothing is left. Goals that rest and are not met gain weight from frame to frame.
    /// [`WholeBody::max_restarts`] has no effect: a frame does not look for another pose.
    ///
    /// # Errors
    /// As [`Self::solve_with`]; pose and state are then untouched.
    pub fn track_with<'s>(
        &self,
        body: &Body,
        goals: &[Goal],
        (pose, state): (&mut Pose, &mut TrackingState),
        scratch: &'s mut Scratch,
    ) -> Result<&'s Report, Error> {
        let same_joints =
            state.last_goals.iter().map(|goal| goal.joint).eq(goals.iter().map(|goal| goal.joint));
        let is_known = same_joints
            && state.start.as_ref().is_some_and(|start| start.locals.len() == pose.locals.len());
        let start = state.start.take().filter(|_| is_known).unwrap_or_else(|| pose.clone());
        let begun = self.begin(
            (body, goals),
            pose,
            Some(body.reference.as_ref().unwrap_or(&start)),
            scratch,
        );
        state.start = Some(start);
        let met = begun?;
        if goals.is_empty() {
            // The next goal is new, even on the joint of the last one.
            state.last_goals.clear();
            return Ok(&scratch.report);
        }
        let problem = &mut scratch.problem;
        let present: Vec<GoalPose> = goals.iter().map(GoalPose::new).collect();
        let moved = if is_known {
            let ways = state
                .last_goals
                .iter()
                .zip(&present)
                .map(|(last, now)| last.distance(now, problem.tree.size));
            ways.fold(0.0, f64::max)
        } else {
            // A new goal has come from where its joint is.
            problem.greatest_residual()
        };
        let rests = is_known && moved == 0.0;
        let penalty = match (rests, met) {
            (false, _) => 1.0,
            (true, true) => state.penalty.max(1.0),
            (true, false) => {
                (state.penalty.max(1.0) * FRAME_PENALTY_FACTOR as f32).min(MAX_FRAME_PENALTY as f32)
            }
        };
        if is_known {
            problem.warm_start(&state.multipliers);
        }
        let cap = FRAME_ROTATION.max(ROTATION_PER_MOTION * moved);
        // New goals are met at once, as far as the steps suffice.
        let most = if is_known { FRAME_STEPS } else { self.max_steps };
        let (steps, is_still) = self.go_on(body, problem, f64::from(penalty), (cap, most));
        state.multipliers.clear();
        state
            .multipliers
            .extend(problem.tasks.iter().map(|task| crate::math::so3::narrow(task.pull)));
        let mut steps = steps;
        for (which, cap) in [(Corrected::All, cap), (Corrected::Pins, f64::INFINITY)] {
            steps += problem.correct(body, which, self.max_steps.saturating_sub(steps), cap);
        }
        let met = problem.measure();
        problem.check_overflow()?;
        state.penalty = penalty;
        state.is_settled = is_still && (met || penalty >= MAX_FRAME_PENALTY as f32);
        state.last_goals = present;
        scratch.report.iterations = steps;
        Ok(self.end(body, goals, pose, scratch))
    }

    /// Steps until the frame's rotation is used up or the pose is settled; returns how many, and
    /// whether it is.
    fn go_on(
        &self,
        body: &Body,
        problem: &mut Problem,
        penalty: f64,
        (cap, most): (f64, usize),
    ) -> (usize, bool) {
        let mode = Mode { strength: Some(self.strength.into()), penalty, corrects: None };
        let most = self
            .max_steps
            .saturating_sub(2 * CORRECTION_STEPS)
            .max(1)
            .min(most)
            .min(self.max_steps);
        let mut steps = 0;
        while steps < most {
            // Steps may oscillate, so the limit holds for the frame as a whole.
            let left = cap - problem.tree.largest_motion();
            if left < STILL {
                break;
            }
            let is_first = !problem.has_pulls;
            let rotated = problem.step(body, &mode, left.min(mode.cap()));
            problem.measure();
            steps += 1;
            let enough = if problem.is_nearly_met { SETTLED } else { STILL };
            if rotated < enough && !is_first {
                return (steps, rotated < STILL);
            }
        }
        (steps, false)
    }
}

impl Problem {
    /// The greatest residual of the goals' tasks.
    fn greatest_residual(&self) -> f64 {
        let tasks = self.tasks.iter().filter(|task| task.target.is_some());
        tasks.map(|task| task.rows.length()).fold(0.0, f64::max)
    }

    /// Starts from the multipliers of another frame, if it had the same tasks.
    fn warm_start(&mut self, multipliers: &[Vec3]) {
        if multipliers.len() != self.tasks.len() || !multipliers.iter().all(|pull| pull.is_finite())
        {
            return;
        }
        for (task, &pull) in self.tasks.iter_mut().zip(multipliers) {
            task.pull = crate::math::so3::wide(pull);
            task.is_active = task.pull != glam::DVec3::ZERO;
        }
        self.has_pulls = true;
    }
}
