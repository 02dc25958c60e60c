//! Soft reach: the span of two bones for a target that is dragged straight out.

use glam::{DQuat, DVec3};
use kansetsu::d3::solve::Scratch;

use crate::{
    entry::Entry,
    in_use::Control,
    problem::{Problem, unlimited},
};

pub const COLUMNS: [&str; 4] = [
    "targets",
    "past the target",
    "steepest change of slope in 0.002 reach",
    "allowed (0.002 / zone)",
];

/// The spacing of targets from the base to one and a half times the reach, as a fraction of the
/// reach.
const STEP: f64 = 1e-4;
/// The number of targets over which the slope is taken.
const SPAN: usize = 10;

/// One row: bones of these lengths (metres), with soft reach in this fraction of the reach.
pub fn entry(bones: [f32; 2], soft: f32, control: Control) -> Entry {
    let problem =
        unlimited::soft(unlimited::two_bones("two bones", bones, 0.4), soft).with_control(control);
    let distances: Vec<f64> =
        (1..(1.5 / STEP) as usize).map(|index| index as f64 * STEP * problem.size).collect();
    let spans = spans(&problem, &distances);
    let middle = f64::from((bones[0] * bones[0] - bones[1] * bones[1]).abs().sqrt());
    let past = distances
        .iter()
        .zip(&spans)
        .map(|(target, span)| if *target < middle { target - span } else { span - target });
    let past = past.fold(0.0, f64::max) / problem.size;
    let slope = |index: usize| {
        (spans[index + SPAN] - spans[index]) / (distances[index + SPAN] - distances[index])
    };
    let bend = (0..spans.len() - 2 * SPAN)
        .map(|index| (slope(index + SPAN) - slope(index)).abs())
        .fold(0.0, f64::max);
    // An equal-boned limb has no hole around its base, an unequal one a zone no wider than half its
    // range.
    let zone = f64::from(soft * (bones[0] + bones[1]))
        .min(f64::from(0.5 * (bones[0] + bones[1] - (bones[0] - bones[1]).abs())));
    let allowed = 0.002 * problem.size / zone;
    Entry {
        name: format!("bones {} and {} m, soft {soft}", bones[0], bones[1]),
        cells: vec![
            distances.len().to_string(),
            format!("{past:.1e} of the reach"),
            format!("{bend:.4}"),
            format!("{allowed:.4}"),
        ],
        verdict: (past <= 1e-6 && bend <= allowed).into(),
        dots: None,
        details: Vec::new(),
    }
}

fn spans(problem: &Problem, distances: &[f64]) -> Vec<f64> {
    let mut scratch = Scratch::default();
    let along = DVec3::new(0.48, 0.6, 0.64);
    let span = |distance: &f64| {
        let mut pose = problem.start.clone();
        let goals = problem.goals(&[(along * *distance, DQuat::IDENTITY)]);
        problem.solve(&goals, &mut pose, &mut scratch).expect("the problem is well formed");
        problem.places(&pose)[0].0.length()
    };
    distances.iter().map(span).collect()
}
