//! Unreachable targets, where the optimal solution is known.

use std::time::{Duration, Instant};

use glam::{DQuat, DVec3};
use kansetsu::d3::{Goal, Outcome, Pose, solve::Scratch};

use crate::{
    entry::Entry,
    parallel::{map, pieces},
    problem::Problem,
    random::Random,
    times::Times,
};

pub const COLUMNS: [&str; 7] =
    ["promised", "cases", "kept", "met", "outcome named rightly", "median / worst", "µs median"];

/// The result of one solve: the residual beyond the optimum, and whether the outcome was right.
#[derive(Clone, Copy)]
pub struct Miss {
    pub excess: f64,
    pub is_named: bool,
    /// Whether all goals that can be met are met.
    pub is_met: bool,
    pub time: Duration,
}

/// The promise of a row.
pub struct Bound {
    pub name: String,
    /// In this percentage of the cases ...
    pub percent: f64,
    /// ... the excess is at most this,
    pub most: f64,
    /// in this unit:
    pub unit: &'static str,
    /// The percentage of the cases in which all goals that can be met are met.
    pub met: f64,
}

/// One row from many cases.
pub fn entry(
    bound: &Bound,
    count: usize,
    case: impl Fn(&mut Random, &mut Scratch) -> Miss + Sync,
) -> Entry {
    let pieces = pieces(count, 100);
    let misses: Vec<Miss> = map(pieces.len(), |piece| {
        let (mut random, mut scratch) =
            (crate::draw::random(piece as u64 + 5_000), Scratch::default());
        (0..pieces[piece]).map(|_| case(&mut random, &mut scratch)).collect::<Vec<_>>()
    })
    .concat();
    let percent = |part: usize| 100.0 * part as f64 / count as f64;
    let kept = percent(misses.iter().filter(|miss| miss.excess <= bound.most).count());
    let met = percent(misses.iter().filter(|miss| miss.is_met).count());
    let named = percent(misses.iter().filter(|miss| miss.is_named).count());
    let mut excesses: Vec<f64> = misses.iter().map(|miss| miss.excess.max(0.0)).collect();
    excesses.sort_unstable_by(f64::total_cmp);
    let micros = Times::new(misses.iter().map(|miss| miss.time)).micros(0.5);
    Entry {
        name: bound.name.clone(),
        cells: vec![
            format!("{} % within {:.0e} {}", bound.percent, bound.most, bound.unit),
            count.to_string(),
            format!("{kept:.3} %"),
            format!("{met:.3} % (≥ {} %)", bound.met),
            format!("{named:.3} %"),
            format!("{:.1e} / {:.1e}", excesses[count / 2], excesses[count - 1]),
            format!("{micros:.2}"),
        ],
        verdict: (kept >= bound.percent && met >= bound.met).into(),
        dots: None,
        details: Vec::new(),
    }
}

/// Solves and returns the time.
pub fn timed(
    problem: &Problem,
    goals: &[Goal],
    pose: &mut Pose,
    scratch: &mut Scratch,
) -> (Outcome, Duration) {
    let start = Instant::now();
    let report = problem.solve(goals, pose, scratch).expect("the problem is well formed");
    (report.outcome, start.elapsed())
}

/// A target beyond the reach, up to ten times as far: the optimum is a straight chain towards it.
pub fn too_far(problem: &Problem, random: &mut Random, scratch: &mut Scratch) -> Miss {
    let distance = problem.size
        * (1.0
            + f64::from(random.range(-4.0, 0.95).exp2()) * f64::from(random.unit()) * 9.0
            + 1e-3);
    against(problem, random, scratch, (distance, distance - problem.size, Outcome::OutOfReach))
}

/// A target inside the hole around the base, of this radius.
pub fn too_near(problem: &Problem, hole: f64, random: &mut Random, scratch: &mut Scratch) -> Miss {
    let distance = hole * f64::from(random.range(0.0, 0.99));
    against(problem, random, scratch, (distance, hole - distance, Outcome::TooClose))
}

fn against(
    problem: &Problem,
    random: &mut Random,
    scratch: &mut Scratch,
    (distance, best, outcome): (f64, f64, Outcome),
) -> Miss {
    let target: DVec3 = random.direction().as_dvec3() * distance;
    let places = [(target, DQuat::IDENTITY)];
    let mut pose = if random.chance(0.5) {
        problem.start.clone()
    } else {
        problem.pose(&problem.draw(random, 0.0))
    };
    let (named, time) = timed(problem, &problem.goals(&places), &mut pose, scratch);
    Miss {
        excess: (problem.miss(&pose, &places) - best) / problem.size,
        is_named: named == outcome,
        is_met: true,
        time,
    }
}

/// The left hand 0.1 to 0.6 m further from its shoulder than the arm is long; returns the residual
/// of the other goals, metres.
pub fn hand_too_far(problem: &Problem, random: &mut Random, scratch: &mut Scratch) -> Miss {
    let drawn = problem.pose(&problem.draw(random, 0.0));
    let mut places = problem.places(&drawn);
    let joint = |name: &str| problem.skeleton.find(name).expect("a joint of the mannequin");
    let shoulder = crate::judge::forward(&problem.skeleton, &drawn)[joint("LeftUpperArm")].0;
    let bone =
        |name: &str| f64::from(problem.skeleton.joints()[joint(name)].rest.translation.length());
    let arm = bone("LeftLowerArm") + bone("LeftHand") + f64::from(random.range(0.1, 0.6));
    places[0].0 = shoulder + (places[0].0 - shoulder).normalize() * arm;
    let mut pose = problem.start.clone();
    let (outcome, time) = timed(problem, &problem.goals(&places), &mut pose, scratch);
    let others = problem
        .places(&pose)
        .iter()
        .zip(&places)
        .skip(1)
        .fold(0.0, |worst: f64, (got, wanted)| worst.max(got.0.distance(wanted.0)));
    let is_met = problem.is_met(&pose, &places);
    Miss { excess: others, is_named: is_met == (outcome == Outcome::Reached), is_met: true, time }
}
