//! The time of solves whose goals can all be met.

use kansetsu::d3::{
    Goal,
    solve::{Scratch, TrackingState, WholeBody},
};

use super::{Control, humanoid, judged::JUDGED, mover::Mover};
use crate::{
    clock,
    continuity::path,
    entry::{Entry, Verdict},
    problem::{Means, Problem, bodies},
    suite::Suite,
    times::Times,
};

const COLUMNS: [&str; 4] =
    ["promised", "solves", "within 1 mm", "µs median / mean / 99.9th percentile"];

/// Microseconds at the median, and percent of the solves that meet their goals without a restart.
const MEDIAN: f64 = 10.0;
const REACHED: f64 = 97.0;

/// As a fraction of the longest path from the root to a goal, 1.25 m: less than a millimetre, so
/// that rounding decides nothing.
const NEAR: f32 = 6e-4;

/// Frames per path.
const PATH: usize = 200;

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: speed",
        "The bench's humanoid of 24 joints with limits, and the mannequin with all its joints. \
         Both have goals for head, hands and feet that can all be met and a fixed root; solves \
         run in sequence on one core, in CPU time of the thread. *Solve* starts at rest, with \
         the forward kinematics of random poses as targets; *follow* moves along smooth paths \
         of them in steps of 10 mm. The promise is for the humanoid.",
        &COLUMNS,
    );
    let mover = Mover { control, solver: WholeBody { tolerance: NEAR, ..WholeBody::default() } };
    for (problem, is_promised) in [(&humanoid::problem(), true), (&bodies::mannequins()[1], false)]
    {
        let [solve, follow] =
            ["solve from rest", "follow"].map(|what| format!("{}, {what}", problem.name));
        suite.entry(&solve.clone(), |scale| {
            entry((solve, is_promised), solves(problem, mover, scale.frames))
        });
        suite.entry(&follow.clone(), |scale| {
            entry((follow, is_promised), follows(problem, mover, scale.frames))
        });
    }
}

fn entry((name, is_promised): (String, bool), (times, met): (Times, Vec<bool>)) -> Entry {
    let percent = 100.0 * met.iter().filter(|met| **met).count() as f64 / met.len() as f64;
    Entry {
        name,
        cells: vec![
            if is_promised { format!("≤ {MEDIAN} µs, {REACHED} %") } else { "-".into() },
            met.len().to_string(),
            format!("{percent:.2} %"),
            format!(
                "{:.2} / {:.2} / {:.2}",
                times.micros(0.5),
                times.mean_micros(),
                times.micros(0.999)
            ),
        ],
        verdict: if is_promised {
            (times.micros(0.5) <= MEDIAN && percent >= REACHED).into()
        } else {
            Verdict::Told
        },
        dots: None,
        details: Vec::new(),
    }
}

fn solves(problem: &Problem, mover: Mover, count: usize) -> (Times, Vec<bool>) {
    let Means::Body(body, _) = &problem.means else { unreachable!("the mannequin is a body") };
    let (mut random, mut scratch) = (crate::draw::random(JUDGED), Scratch::default());
    let solve = |_| {
        let places = problem.places(&problem.pose(&problem.draw(&mut random, 0.0)));
        let (goals, mut pose) = (problem.goals(&places), problem.start.clone());
        let start = clock::now();
        mover.solve(body, &goals, &mut pose, &mut scratch);
        (clock::now() - start, problem.is_met(&pose, &places))
    };
    let (times, met): (Vec<_>, _) = (0..count).map(solve).unzip();
    (Times::new(times), met)
}

fn follows(problem: &Problem, mover: Mover, count: usize) -> (Times, Vec<bool>) {
    let Means::Body(body, _) = &problem.means else { unreachable!("the mannequin is a body") };
    let (mut times, mut met, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
    for index in 0..count.div_ceil(PATH) {
        let drag = path::random(problem, JUDGED + index as u64, 0.0);
        let (mut pose, mut state) = (drag.start.clone(), TrackingState::default());
        // The path's own steps are 1 mm.
        for places in drag.places.iter().step_by(10).take(PATH) {
            let goals: Vec<Goal> = problem.goals(places);
            let start = clock::now();
            mover.follow(body, &goals, (&mut pose, &mut state), &mut scratch);
            times.push(clock::now() - start);
            met.push(problem.is_met(&pose, places));
        }
    }
    (Times::new(times), met)
}
