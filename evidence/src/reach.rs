//! Reachable targets, and the fraction that is reached.

use std::time::Instant;

use kansetsu::d3::{Pose, solve::Scratch};

use crate::{
    entry::Entry,
    judge,
    parallel::{map, pieces},
    problem::{Draw, Problem},
    random::Random,
    tally::Tally,
    times::Times,
};

/// The promise of a row and its draw.
#[derive(Clone, Copy)]
pub struct Promise {
    /// Percent of the targets inside the limits, and on them; `None` if not measured.
    pub inside: Option<f64>,
    pub on_limits: Option<f64>,
    /// The probability that a freedom is exactly on a bound in the second draw.
    pub on_bound: f32,
    pub start: Start,
    /// The largest number of targets.
    pub most: usize,
}

/// The start of solves.
#[derive(Clone, Copy, PartialEq)]
pub enum Start {
    Rest,
    Random,
}

pub const COLUMNS: [&str; 8] = [
    "promised",
    "inside",
    "on the limits",
    "violations",
    "restarts mean / most",
    "iterations",
    "µs median / mean",
    "µs p99",
];

/// Solves in one unit of work.
const PIECE: usize = 250;

/// One row of the reach table.
pub fn entry(problem: &Problem, promise: Promise, counts: [usize; 2], timed: usize) -> Entry {
    let [inside, on_limits] =
        [(promise.inside, 0.0, counts[0]), (promise.on_limits, promise.on_bound, counts[1])].map(
            |(wanted, on_bound, count)| {
                wanted.map(|wanted| {
                    (wanted, tally(problem, &promise, on_bound, count.min(promise.most)))
                })
            },
        );
    let times = times(problem, &promise, timed);
    let both = || inside.iter().chain(&on_limits);
    let violations: usize = both().map(|(_, tally)| tally.violations).sum();
    let percent = |part: &Option<(f64, Tally)>| {
        part.as_ref().map_or("-".into(), |(_, tally)| format!("{} %", digits(tally.percent())))
    };
    let promised: Vec<String> = [&promise.inside, &promise.on_limits]
        .iter()
        .map(|p| p.map_or("-".into(), digits))
        .collect();
    let first = both().next().map(|(_, tally)| tally).expect("one of the draws is measured");
    Entry {
        name: problem.name.clone(),
        cells: vec![
            promised.join(" / ") + " %",
            percent(&inside),
            percent(&on_limits),
            violations.to_string(),
            format!(
                "{:.3} / {}",
                first.per_solve(first.restarts),
                both().map(|(_, tally)| tally.most_restarts).max().unwrap_or(0)
            ),
            format!("{:.1}", first.per_solve(first.iterations)),
            format!("{:.2} / {:.2}", times.micros(0.5), times.mean_micros()),
            format!("{:.2}", times.micros(0.99)),
        ],
        verdict: (violations == 0 && both().all(|(wanted, tally)| tally.percent() >= *wanted))
            .into(),
        dots: Some([times.micros(0.5), times.mean_micros(), times.micros(0.99)]),
        details: both().flat_map(|(_, tally)| tally.misses.clone()).collect(),
    }
}

/// Formats with as many digits as are significant, three at most.
fn digits(percent: f64) -> String {
    let text = format!("{percent:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn tally(problem: &Problem, promise: &Promise, on_bound: f32, count: usize) -> Tally {
    let pieces = pieces(count, PIECE);
    Tally::sum(map(pieces.len(), |piece| {
        let mut random = crate::draw::random(piece as u64 + 1_000_000 * (on_bound * 10.0) as u64);
        let (mut tally, mut scratch) = (Tally::default(), Scratch::default());
        for _ in 0..pieces[piece] {
            solve_one(problem, promise, on_bound, &mut random, (&mut tally, &mut scratch));
        }
        tally
    }))
}

fn solve_one(
    problem: &Problem,
    promise: &Promise,
    on_bound: f32,
    random: &mut Random,
    (tally, scratch): (&mut Tally, &mut Scratch),
) {
    let draw = problem.draw(random, on_bound);
    let (places, mut pose) = target(problem, promise, &draw, random);
    let start = pose.clone();
    let report = problem
        .solve(&problem.goals(&places), &mut pose, scratch)
        .expect("the problem is well formed");
    tally.add_report(report);
    let is_met = problem.is_met(&pose, &places);
    tally.reached += usize::from(is_met);
    tally.violations += judge::violations(&problem.skeleton, &problem.limits, &pose);
    if !is_met {
        let (outcome, restarts) = (report.outcome, report.restarts);
        tally.add_miss(|| {
            let goals = problem.goals(&places);
            let goals: Vec<_> = goals.iter().map(|goal| (goal.joint, goal.position, goal.orientation)).collect();
            let from = if promise.start == Start::Random { format!(" from {:?}", rotations(&start)) } else { String::new() };
            format!(
                "{:.5} m off, {outcome:?} after {restarts} restarts: {goals:?}{from}; solution {:?}",
                problem.miss(&pose, &places),
                draw_rotations(problem, &draw)
            )
        });
    }
}

fn rotations(pose: &Pose) -> Vec<[f32; 4]> {
    pose.locals.iter().map(|local| local.rotation.to_array()).collect()
}

fn draw_rotations(problem: &Problem, draw: &Draw) -> Vec<[f32; 4]> {
    if problem.is_body() { Vec::new() } else { rotations(&problem.pose(draw)) }
}

/// The targets to reach and the start pose.
fn target(
    problem: &Problem,
    promise: &Promise,
    draw: &Draw,
    random: &mut Random,
) -> (Vec<(glam::DVec3, glam::DQuat)>, Pose) {
    let places = problem.places(&problem.pose(draw));
    let start = match promise.start {
        Start::Rest => problem.start.clone(),
        Start::Random => problem.pose(&problem.draw(random, 0.0)),
    };
    (places, start)
}

/// Times of single solves of the draw inside (on the limits if there is no other), on one core.
fn times(problem: &Problem, promise: &Promise, count: usize) -> Times {
    let on_bound = if promise.inside.is_some() { 0.0 } else { promise.on_bound };
    let mut random = crate::draw::random(1);
    let mut scratch = Scratch::default();
    Times::new((0..count.max(1)).map(|_| {
        let draw = problem.draw(&mut random, on_bound);
        let (places, mut pose) = target(problem, promise, &draw, &mut random);
        let goals = problem.goals(&places);
        let start = Instant::now();
        problem.solve(&goals, &mut pose, &mut scratch).expect("the problem is well formed");
        start.elapsed()
    }))
}
