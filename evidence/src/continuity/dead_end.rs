//! Detects the end of a path: no pose near the previous solution meets the next goals, though they
//! are only a step away.
//!
//! The path of a chain or of a body's limb ends at bounds if the only solutions are in another
//! local minimum. On the last step before, as a limb becomes straight or reaches a corner of its
//! bounds, joints rotate with the square root of the remaining distance, which is more than a jump
//! though there is no choice. This is tested without the solver, by plain descent. Every joint
//! rotates with the torque of the residuals and its momentum, and is projected into its limit and
//! to the largest rotation from the previous solution that is not a jump (projected gradients with
//! momentum: Y. Nesterov, "A method of solving a convex programming problem with convergence rate
//! O(1/k²)", 1983).

use glam::{DQuat, DVec3, Quat};
use kansetsu::d3::{
    Goal, Outcome, Pose,
    solve::{Root, Scratch},
};

use super::turn::most_turned;
use crate::{
    judge,
    problem::{Means, Problem},
    random::Random,
};

/// Descents from the solution itself and from random poses near it, and steps of each. With ×5
/// steps none finds another solution.
const DESCENTS: usize = 8;
const STEPS: usize = 6_000;

/// The number of steps after which about half of a step is momentum.
const RAMP: f64 = 3.0;

/// The number of alternating projections to the bound of the motion and to a joint's limit.
const ROUNDS: usize = 3;

/// The poses in which no joint is rotated by more than this from its previous rotation.
struct Near<'a> {
    problem: &'a Problem,
    before: &'a Pose,
    most: f64,
    places: Vec<DVec3>,
}

/// Whether goals are met by a pose in which every joint is rotated by at most `most` from one that
/// met the previous goals.
pub fn is_reached(problem: &Problem, before: &Pose, goals: &[Goal], most: f64) -> bool {
    let met = match &problem.means {
        Means::Chain(_, solver) => f64::from(solver.dls.tolerance) * problem.size,
        Means::Body(_, solver) if solver.root == Root::Fixed => {
            f64::from(solver.tolerance) * longest_way(problem)
        }
        Means::Body(..) => return false,
    };
    if problem.is_turned() {
        return false;
    }
    let places =
        goals.iter().filter_map(|goal| goal.position).map(|place| place.as_dvec3()).collect();
    let near = Near { problem, before, most, places };
    let mut led_on = before.clone();
    let outcome =
        problem.solve(goals, &mut led_on, &mut Scratch::default()).map(|report| report.outcome);
    if outcome == Ok(Outcome::Reached) && most_turned(before, &led_on).1 <= most {
        return false;
    }
    let mut random = crate::draw::random(77);
    (0..DESCENTS).all(|descent| near.least_miss(descent > 0, met, &mut random) > met)
}

/// The longest path from the root to a goal, along the joints: the unit of a body's tolerance.
fn longest_way(problem: &Problem) -> f64 {
    let joints = problem.skeleton.joints();
    let way = |end: usize| -> f64 {
        let below_root =
            problem.skeleton.ancestors(end).filter(|&joint| joints[joint].parent.is_some());
        below_root.map(|joint| joints[joint].rest.translation.as_dvec3().length()).sum()
    };
    problem.ends.iter().map(|end| way(end.joint)).fold(0.0, f64::max)
}

impl Near<'_> {
    /// The least residual that a descent finds, or one that is small enough.
    fn least_miss(&self, begins_aside: bool, enough: f64, random: &mut Random) -> f64 {
        let mut pose = self.before.clone();
        let mut turns = vec![DVec3::ZERO; pose.locals.len()];
        if begins_aside {
            turns.fill_with(|| (random.direction() * random.unit()).as_dvec3() * self.most);
            self.turn(&mut pose, &turns);
            turns.fill(DVec3::ZERO);
        }
        let (mut least, mut squared, mut age) = (f64::INFINITY, f64::INFINITY, 0.0);
        for _ in 0..STEPS {
            let all = judge::forward(&self.problem.skeleton, &pose);
            let misses: Vec<DVec3> = self
                .problem
                .ends
                .iter()
                .zip(&self.places)
                .map(|(end, place)| place - all[end.joint].0)
                .collect();
            least = misses.iter().fold(0.0, |most: f64, miss| most.max(miss.length())).min(least);
            if least <= enough {
                break;
            }
            let next = misses.iter().map(|miss| miss.length_squared()).sum();
            age = if next < squared { age + 1.0 } else { 0.0 };
            squared = next;
            self.pull(&all, &misses, (&mut turns, age / (age + RAMP)));
            self.turn(&mut pose, &turns);
        }
        least
    }

    /// The torque of the residuals on every joint, model axes, plus a fraction of the previous
    /// motion.
    fn pull(&self, all: &[(DVec3, DQuat)], misses: &[DVec3], (turns, part): (&mut [DVec3], f64)) {
        let mut pulls = vec![DVec3::ZERO; turns.len()];
        let mut levers = 0.0;
        for (end, miss) in self.problem.ends.iter().zip(misses) {
            let mut next = self.problem.skeleton.joints()[end.joint].parent;
            while let Some(joint) = next {
                let lever = all[end.joint].0 - all[joint].0;
                pulls[joint] += lever.cross(*miss);
                levers += lever.length_squared();
                next = self.problem.skeleton.joints()[joint].parent;
            }
        }
        turns.iter_mut().zip(pulls).for_each(|(turn, pull)| *turn = *turn * part + pull / levers);
    }

    /// Rotates the joints, model axes, and projects them into the allowed set.
    fn turn(&self, pose: &mut Pose, turns: &[DVec3]) {
        let is_body = matches!(self.problem.means, Means::Body(..));
        let all = judge::forward(&self.problem.skeleton, pose);
        for (index, known) in self.problem.skeleton.joints().iter().enumerate() {
            let parent = known.parent.map_or(DQuat::IDENTITY, |parent| all[parent].1);
            if known.parent.is_none() && is_body {
                continue;
            }
            let turn = DQuat::from_scaled_axis(parent.inverse() * turns[index]);
            let rotation = (turn * pose.locals[index].rotation.as_dquat()).normalize().as_quat();
            pose.locals[index].rotation = self.allowed(index, rotation);
        }
    }

    /// The rotation projected into the allowed set of a joint.
    fn allowed(&self, joint: usize, mut rotation: Quat) -> Quat {
        let (from, rest) = (
            self.before.locals[joint].rotation,
            self.problem.skeleton.joints()[joint].rest.rotation,
        );
        for _ in 0..ROUNDS {
            let turn = (rotation * from.inverse()).normalize();
            let turn = if turn.w < 0.0 { -turn } else { turn };
            let angle = turn.to_scaled_axis();
            if angle.length() > self.most as f32 {
                rotation = (Quat::from_scaled_axis(angle.clamp_length_max(self.most as f32))
                    * from)
                    .normalize();
            }
            if let Some(limit) = &self.problem.limits[joint] {
                rotation = rest * limit.project(rest.inverse() * rotation);
            }
        }
        rotation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{bodies, chains};

    /// Half of the freedoms are at bounds.
    #[test]
    fn a_pose_nearby_is_found_where_there_is_one_and_none_where_there_is_none() {
        let leg = chains::chains()
            .into_iter()
            .find(|problem| problem.name == "leg, position")
            .expect("a leg is among the chains");
        let dog = bodies::creatures().swap_remove(0);
        let most = 3.0_f64.to_radians();
        for problem in [leg, dog] {
            let mut random = Random::scattered(5);
            for case in 0..6 {
                let before = problem.pose(&problem.draw(&mut random, 0.5));
                let mut near =
                    Near { problem: &problem, before: &before, most, places: Vec::new() };
                let mut aside = before.clone();
                let turns: Vec<DVec3> = before
                    .locals
                    .iter()
                    .map(|_| random.direction().as_dvec3() * 0.8 * most)
                    .collect();
                near.turn(&mut aside, &turns);
                near.places = problem.places(&aside).iter().map(|place| place.0).collect();
                let enough = 1e-5 * problem.size;
                let found = (0..DESCENTS)
                    .any(|descent| near.least_miss(descent > 0, enough, &mut random) <= enough);
                assert!(found, "{}, case {case}", problem.name);
                let out = near.places[0].normalize() * problem.size;
                near.places[0] += out;
                assert!(
                    near.least_miss(false, enough, &mut random) > 0.5 * problem.size,
                    "{}, case {case}",
                    problem.name
                );
            }
        }
    }
}
