//! Feet that stay while the hips are dragged.

use kansetsu::d3::{
    Limit, Outcome, Skeleton,
    solve::{Root, Scratch},
};

use crate::{
    problem::{Problem, bodies},
    random::Random,
    unreachable::{Miss, timed},
};

/// Ankles and toes, then the dragged joint.
const GOALS: [&str; 5] = ["LeftFoot", "LeftToes", "RightFoot", "RightToes", "Hips"];

/// The mannequin standing, with its feet pinned and its root free.
pub fn problem(name: &str, skeleton: &Skeleton, limits: &[Option<Limit>]) -> Problem {
    bodies::body(name, skeleton, limits, &GOALS, Root::Free).with_defaults()
}

/// The hips dragged up to `way` metres from their start; returns the motion of the feet, metres.
pub fn drag(problem: &Problem, way: f32, random: &mut Random, scratch: &mut Scratch) -> Miss {
    let mut places = problem.places(&problem.start);
    let hips = places.len() - 1;
    places[hips].0 += (random.direction() * random.range(0.0, way)).as_dvec3();
    let mut goals = problem.goals(&places);
    for goal in &mut goals[..hips] {
        *goal = goal.pinned();
    }
    let mut pose = problem.start.clone();
    let (outcome, time) = timed(problem, &goals, &mut pose, scratch);
    let got = problem.places(&pose);
    let feet = got
        .iter()
        .zip(&places)
        .take(hips)
        .fold(0.0, |worst: f64, (got, wanted)| worst.max(got.0.distance(wanted.0)));
    let is_met = got[hips].0.distance(places[hips].0) <= 1e-3;
    Miss { excess: feet, is_named: is_met || outcome != Outcome::Reached, is_met, time }
}
