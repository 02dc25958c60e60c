//! Whether a way ends: no pose near the answer before meets the next goal, though that is only a step away.
//!
//! Bounds end the way of a chain where the only answers are elsewhere. On the last step before, as a limb becomes straight or stands in a
//! corner of its bounds, joints turn with the root of what is left to the end, which is more than a jump though nothing is chosen.
//! Whether it is so is looked for without the solver: by random motions that become smaller while they fail and larger while they help (I. Rechenberg,
//! "Evolutionsstrategie", 1973), of one joint or of all, inside the limits and no farther from the answer before than is no jump.

use glam::DVec3;
use kansetsu::d3::{Goal, Outcome, Pose, solve::Scratch};
use kansetsu::glam::Quat;

use super::most_turned;
use crate::{
    problem::{Means, Problem},
    random::Random,
};

/// Searches from the answer itself and from random poses near it, and motions tried in each.
const SEARCHES: usize = 12;
const MOTIONS: usize = 4_000;

/// A motion that helps lets the next be so much larger, one that fails so much smaller: one in eleven keeps their size.
const LARGER: f32 = 1.5;
const SMALLER: f32 = 0.96;

/// The smallest motions, radians.
const SMALLEST: f32 = 1e-6;

/// How often the bound of a motion and a joint's limit are applied in turn.
const ROUNDS: usize = 3;

/// The poses in which no joint is turned farther than this from where it stood.
struct Near<'a> {
    problem: &'a Problem,
    before: &'a Pose,
    most: f64,
    place: DVec3,
}

/// Whether a chain's place is met by no pose in which every joint is turned by at most so much from one that met the place before.
pub fn is_reached(problem: &Problem, before: &Pose, goals: &[Goal], most: f64) -> bool {
    let (Means::Chain(_, solver), false) = (&problem.means, problem.is_turned()) else { return false };
    let Some(place) = goals[0].position else { return false };
    let near = Near { problem, before, most, place: place.as_dvec3() };
    let met = f64::from(solver.dls.tolerance) * problem.size;
    let mut led_on = before.clone();
    let outcome = problem.solve(goals, &mut led_on, &mut Scratch::default()).map(|report| report.outcome);
    if outcome == Ok(Outcome::Reached) && most_turned(before, &led_on).1 <= most {
        return false;
    }
    let mut random = Random::scattered(77);
    (0..SEARCHES).all(|search| near.least_miss(search > 0, met, &mut random) > met)
}

impl Near<'_> {
    /// The least miss that a search finds, or one that is small enough.
    fn least_miss(&self, begins_aside: bool, enough: f64, random: &mut Random) -> f64 {
        let mut pose = self.before.clone();
        if begins_aside {
            self.turn(&mut pose, None, self.most as f32, random);
        }
        let (mut least, mut size) = (self.miss(&pose), 0.5 * self.most as f32);
        for _ in 0..MOTIONS {
            if least <= enough {
                break;
            }
            let joint = (random.unit() * 2.0 * pose.locals.len() as f32) as usize;
            let mut tried = pose.clone();
            self.turn(&mut tried, Some(joint).filter(|&joint| joint < pose.locals.len()), size, random);
            let miss = self.miss(&tried);
            let factor = if miss < least { LARGER } else { SMALLER };
            if miss < least {
                (pose, least) = (tried, miss);
            }
            size = (size * factor).clamp(SMALLEST, self.most as f32);
        }
        least
    }

    fn miss(&self, pose: &Pose) -> f64 {
        self.problem.places(pose)[0].0.distance(self.place)
    }

    /// Turns one joint or all at random by no more than `size`, and brings them back to where they may be.
    fn turn(&self, pose: &mut Pose, joint: Option<usize>, size: f32, random: &mut Random) {
        let known = self.before.locals.iter().zip(self.problem.skeleton.joints()).zip(&self.problem.limits);
        for (index, (local, ((from, known_joint), limit))) in pose.locals.iter_mut().zip(known).enumerate() {
            if joint.is_some_and(|joint| joint != index) {
                continue;
            }
            let turn = Quat::from_scaled_axis(random.direction() * random.unit() * size);
            local.rotation = (turn * local.rotation).normalize();
            for _ in 0..ROUNDS {
                let turn = (local.rotation * from.rotation.inverse()).normalize();
                let turn = if turn.w < 0.0 { -turn } else { turn };
                let turn = turn.to_scaled_axis().clamp_length_max(self.most as f32);
                local.rotation = (Quat::from_scaled_axis(turn) * from.rotation).normalize();
                if let Some(limit) = limit {
                    let rest = known_joint.rest.rotation;
                    local.rotation = rest * limit.project(rest.inverse() * local.rotation);
                }
            }
        }
    }
}
