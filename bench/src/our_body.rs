//! Kansetsu's whole body, through its public interface alone.

use std::hint::black_box;

use glam::DVec3;
use kansetsu::d3::{
    Goal, Pose,
    solve::{Body, Scratch, WholeBody},
};

use kansetsu_evidence::humanoid::Humanoid;

use crate::{contender::Contender, humanoid::places, judge, ours::Begin};

/// The tolerance of an end, metres.
pub const NEAR: f64 = 1e-3;

/// A body, its goals and the start of each solve.
pub struct OurBody<'a> {
    humanoid: &'a Humanoid,
    targets: &'a [Vec<DVec3>],
    goals: Vec<Vec<Goal>>,
    body: Body,
    solver: WholeBody,
    begin: Begin,
    pose: Pose,
    scratch: Scratch,
}

impl<'a> OurBody<'a> {
    /// From rest, to within a millimetre.
    pub fn new(humanoid: &'a Humanoid, targets: &'a [Vec<DVec3>]) -> Self {
        let goal = |(&joint, target): (&usize, &DVec3)| Goal::position(joint, target.as_vec3());
        let goals =
            targets.iter().map(|targets| humanoid.ends.iter().zip(targets).map(goal).collect());
        let rest = humanoid.skeleton.rest_pose();
        Self {
            humanoid,
            targets,
            goals: goals.collect(),
            body: Body::new(&humanoid.skeleton)
                .with_limits(&humanoid.limits)
                .expect("the limits fit"),
            // A fraction of the longest path from the root to a goal, which is 1.25 m.
            solver: WholeBody { tolerance: 0.75 * NEAR as f32, ..WholeBody::default() },
            begin: Begin::at(&rest),
            pose: rest,
            scratch: Scratch::default(),
        }
    }
}

impl OurBody<'_> {
    /// The mean number of steps of a solve, over the first problems.
    pub fn mean_steps(&mut self, problems: usize) -> f64 {
        (0..problems).map(|problem| self.steps(problem)).sum::<usize>() as f64 / problems as f64
    }

    /// Solves a problem. Returns the number of steps.
    fn steps(&mut self, problem: usize) -> usize {
        self.begin.set(&mut self.pose);
        let report = self.solver.solve_with(
            &self.body,
            &self.goals[problem],
            &mut self.pose,
            &mut self.scratch,
        );
        report.map_or(0, |report| report.iterations)
    }
}

impl Contender for OurBody<'_> {
    fn solve(&mut self, problem: usize) {
        black_box(self.steps(problem));
        black_box(&self.pose);
    }

    fn is_solved(&self, problem: usize) -> bool {
        let Humanoid { skeleton, limits, .. } = self.humanoid;
        let places = places(self.humanoid, &self.pose);
        let mut pairs = places.iter().zip(&self.targets[problem]);
        pairs.all(|(place, target)| place.distance(*target) <= NEAR)
            && judge::violations(skeleton, limits, &self.pose) == 0
    }
}
