//! Targets on top of a motion: every frame starts from the previous result plus the motion of this
//! frame.

use glam::{Affine3, Quat};

use super::{
    self as session, Budget, IkSession, Limits, Posture,
    measure::{FORWARD_ROUNDING, angle_between},
    motion::Motion,
    problem::{Placements, Problem},
};
use crate::{
    Error,
    d3::{
        Goal, Outcome, Pose, Report, rotation_of,
        solve::{FRAME_ROTATION, GoalPose, Solver},
    },
    math::Rot,
};

/// Rounds of a frame after the first, which continues until the pose has converged. In a round a
/// joint rotates by at most the angle that the targets' motion explains, and [`FRAME_ROTATION`].
/// Hands of bodies whose elbows follow the posture lagged by up to 28 mm with 1 round, 10 mm with 2
/// and 2 mm with 4 and 16.
const ROUNDS: usize = 4;

/// The largest rotation of a joint between two poses, radians.
fn largest_rotation(from: &Pose, to: &Pose) -> f32 {
    let rotations = from
        .locals
        .iter()
        .zip(&to.locals)
        .map(|(from, to)| angle_between(from.rotation, to.rotation));
    rotations.fold(0.0, f32::max)
}

/// The largest translation of a joint between two poses, metres.
fn largest_translation(from: &Pose, to: &Pose) -> f32 {
    let joints = from.locals.iter().zip(&to.locals);
    joints.map(|(from, to)| from.translation.distance(to.translation)).fold(0.0, f32::max)
}

impl IkSession {
    /// Poses the next frame of a motion: meets the targets in `pose`, as close as possible to
    /// `motion`, the frame's own pose.
    ///
    /// The first frame is solved as by [`Self::solve`]; later ones start from the previous result
    /// plus the motion. Pins and feet without a target keep their placement in `motion`. Joints
    /// that no goal moves any more return to `motion` by at most 2.5 degrees a frame; with
    /// [`Options::solver`](session::Options::solver), once there are no goals. `pose` is an output
    /// only.
    ///
    /// # Errors
    /// As [`Self::solve`]. Pose and session are then unchanged.
    pub fn follow(
        &mut self,
        motion: &Pose,
        pose: &mut Pose,
        budget: Budget,
    ) -> Result<session::Report, Error> {
        self.check(motion)?;
        let problem = self.problem([motion, motion], Placements::Motion)?;
        let before = self.motion.take();
        let mut posed =
            before.as_ref().map_or_else(|| motion.clone(), |before| before.carried(motion));
        // A chain solver also moves joints that the plan does not list.
        let keeps_offset = self.options.solver.is_some() && !problem.goals.is_empty();
        let is_back = keeps_offset || self.return_to(motion, &problem, &mut posed);
        let result = if let Some(solver) = self.options.solver.clone() {
            let limit = self.options.velocity_limit.filter(|_| before.is_some());
            self.solve_by_no_faster((&solver, limit), &problem, &mut posed, budget)
        } else {
            if let Some(before) = &before {
                self.carry_aims(&problem.goals, [&before.solved, &posed]);
            }
            self.follow_frame(&problem, (motion, &mut posed), budget, before.is_none())
        };
        let (report, is_settled) = match result {
            Ok(solved) => solved,
            Err(error) => {
                self.motion = before;
                return Err(error);
            }
        };
        pose.clone_from(&posed);
        self.motion = Some(Motion { from: motion.clone(), solved: posed });
        Ok(self.report(pose, &report, &problem.all(), is_settled && is_back))
    }

    /// Returns joints that no goal moves to the motion, together: goals of earlier frames may have
    /// moved them. None rotates by more than [`FRAME_ROTATION`] or translates by more than this
    /// part of the skeleton. Returns `true` when all are back.
    fn return_to(&self, motion: &Pose, problem: &Problem, pose: &mut Pose) -> bool {
        let (mut back, has_goals) = (pose.clone(), !problem.goals.is_empty());
        for (joint, (local, own)) in back.locals.iter_mut().zip(&motion.locals).enumerate() {
            if !(has_goals && problem.moves.follows[joint]) {
                local.rotation = own.rotation;
            }
            if !(has_goals && problem.moves.slides.contains(&joint)) {
                local.translation = own.translation;
            }
        }
        // A single joint has no size, and counts in metres.
        let size = Some(self.rig.skeleton.size()).filter(|&size| size > 0.0).unwrap_or(1.0);
        let away = largest_rotation(pose, &back).max(largest_translation(pose, &back) / size);
        if away < FORWARD_ROUNDING {
            return true;
        }
        let limit = self.options.velocity_limit.unwrap_or(f32::INFINITY).min(FRAME_ROTATION as f32);
        let is_back = away <= limit;
        let weight = if is_back { 1.0 } else { limit / away };
        for (local, back) in pose.locals.iter_mut().zip(&back.locals) {
            *local = local.blended(back, weight);
        }
        is_back
    }

    /// Solves with a solver selected by the caller; no joint rotates by more than `limit`, radians.
    fn solve_by_no_faster(
        &mut self,
        (solver, limit): (&Solver, Option<f32>),
        problem: &Problem,
        pose: &mut Pose,
        budget: Budget,
    ) -> Result<(Report, bool), Error> {
        let carried = pose.clone();
        let mut report = self.solve_by(solver, problem, pose, budget)?;
        let is_late = limit.is_some_and(|limit| self.slow_down(limit, &carried, pose));
        if is_late {
            report.outcome = Outcome::Stalled;
        }
        Ok((report, !is_late))
    }

    /// Limits rotations from `from` to `most`, radians; returns `true` if any joint exceeded it.
    fn slow_down(&self, most: f32, from: &Pose, to: &mut Pose) -> bool {
        let mut is_late = false;
        for (joint, (local, from)) in to.locals.iter_mut().zip(&from.locals).enumerate() {
            let rest = self.rig.skeleton.joints()[joint].rest.rotation;
            // The path between two rotation vectors is at least as long as that between the
            // rotations.
            let vector = |rotation: Quat| {
                Rot::from(rest.inverse() * rotation).normalized().rotation_vector()
            };
            let ends = [from.rotation, local.rotation].map(vector);
            let way = ends[0].distance(ends[1]);
            if angle_between(from.rotation, local.rotation) <= most {
                continue;
            }
            let turn = Quat::from(Rot::from_rotation_vector(ends[0].lerp(ends[1], most / way)));
            let limit =
                self.rig.limits[joint].as_ref().filter(|_| self.options.limits == Limits::On);
            local.rotation = rest * limit.map_or(turn, |limit| limit.project(turn));
            is_late = true;
        }
        is_late
    }

    fn follow_frame(
        &mut self,
        problem: &Problem,
        (motion, posed): (&Pose, &mut Pose),
        budget: Budget,
        is_first: bool,
    ) -> Result<(Report, bool), Error> {
        let mut from = motion.clone();
        if self.options.posture == Posture::Likely && !is_first {
            // A walking person is searched at the last position.
            from.locals[self.anatomy.base] = posed.locals[self.anatomy.base];
        }
        let reference = self.reference(problem, from)?;
        let body = problem.body.clone().with_reference(&reference)?;
        let mut report = Report::default();
        if is_first {
            posed.clone_from(&reference);
            let solver = self.solver(problem.root, budget, self.options.restarts);
            report = solver.solve_with(&body, &problem.goals, posed, &mut self.scratch)?.clone();
        }
        let (mut left, begun) = (budget.steps, posed.clone());
        let rounds = if is_first { usize::MAX } else { ROUNDS };
        for _ in 0..rounds {
            let solver = self.solver(problem.root, Budget::steps(left), 0);
            let round = solver.track_with(
                &body,
                &problem.goals,
                (posed, &mut self.follow),
                &mut self.scratch,
            )?;
            let steps = report.iterations + round.iterations;
            left = left.saturating_sub(u32::try_from(round.iterations.max(1)).unwrap_or(u32::MAX));
            report = Report { iterations: steps, restarts: report.restarts, ..round.clone() };
            let most = self.options.velocity_limit.filter(|_| !is_first).unwrap_or(f32::INFINITY);
            let is_fast = || largest_rotation(&begun, posed) + FRAME_ROTATION as f32 > most;
            if self.follow.is_settled
                || left == 0
                || (!is_first && report.outcome == Outcome::Reached)
                || is_fast()
            {
                break;
            }
        }
        Ok((report, problem.goals.is_empty() || self.follow.is_settled))
    }

    /// The motion of a target's joint that the frame itself causes is not a motion of its target.
    fn carry_aims(&mut self, goals: &[Goal], [before, now]: [&Pose; 2]) {
        let [before, now] = [before, now].map(|pose| self.rig.skeleton.forward(pose));
        for (aim, goal) in self
            .follow
            .last_goals
            .iter_mut()
            .zip(goals)
            .filter(|(aim, goal)| aim.joint == goal.joint)
        {
            *aim = carried_aim(aim, goal, [&before[goal.joint], &now[goal.joint]]);
        }
    }
}

fn carried_aim(aim: &GoalPose, goal: &Goal, [before, now]: [&Affine3; 2]) -> GoalPose {
    let way = now.transform_point3(goal.offset) - before.transform_point3(goal.offset);
    GoalPose {
        position: aim.position + way,
        rotation: rotation_of(now) * rotation_of(before).conjugate() * aim.rotation,
        ..*aim
    }
}
