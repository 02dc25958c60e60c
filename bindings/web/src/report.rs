//! Reports as numbers in a buffer.

use kansetsu::{
    d3::{ActiveLimit, Outcome},
    session::{Report, TargetReport},
};

/// The names of active bounds; a report has their indices. `package/report.js` has the same list.
const BOUNDS: [&str; 11] = [
    "min",
    "max",
    "swing",
    "twist_min",
    "twist_max",
    "x_min",
    "x_max",
    "y_min",
    "y_max",
    "z_min",
    "z_max",
];

/// Writes a report: outcome, settled, steps, restarts, the numbers of targets, pins and active
/// limits, then 11 numbers per target and pin, and 2 per active limit. `package/report.js` reads
/// them.
pub(crate) fn write(report: &Report, numbers: &mut Vec<f32>) {
    numbers.clear();
    numbers.extend([
        outcome(report.outcome),
        f32::from(u8::from(report.is_settled)),
        report.steps as f32,
        report.restarts as f32,
        report.targets.len() as f32,
        report.pins.len() as f32,
        report.active_limits.len() as f32,
    ]);
    for entry in report.targets.iter().chain(&report.pins) {
        let TargetReport { joint, is_reached, outcome: ended, target, reached, .. } = *entry;
        numbers.extend([
            joint.index() as f32,
            f32::from(u8::from(is_reached)),
            outcome(ended),
            entry.distance,
            entry.angle,
        ]);
        numbers.extend(target);
        numbers.extend(reached);
    }
    for ActiveLimit { joint, bound: name } in &report.active_limits {
        numbers.extend([*joint as f32, bound(name)]);
    }
}

const fn outcome(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Reached => 0.0,
        Outcome::SoftReached => 1.0,
        Outcome::OutOfReach => 2.0,
        Outcome::TooClose => 3.0,
        Outcome::Limited => 4.0,
        Outcome::Stalled => 5.0,
    }
}

/// The index of a bound: in [`BOUNDS`], or behind them the edge of a reach cone.
fn bound(name: &str) -> f32 {
    let known = BOUNDS.iter().position(|bound| *bound == name);
    let edge = || Some(BOUNDS.len() + name.strip_prefix("edge_")?.parse::<usize>().ok()?);
    known.or_else(edge).map_or(-1.0, |index| index as f32)
}
