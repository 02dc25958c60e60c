//! Reports for people.

use std::path::Path;

use kansetsu::d3::Outcome;

use crate::{
    batch::Job,
    escape::escaped,
    json::{ActiveLimitEntry, GoalEntry, SolvedGoals},
    source::shown,
    standard::is_standard,
    table::Table,
};

/// A line per goal, the active limits, and the files.
pub(crate) fn goals<'a>(solved: &SolvedGoals, files: impl Iterator<Item = &'a Path>) -> String {
    let mut table = Table::new(["goal", "distance (mm)", "angle (°)", "iterations", "outcome"]);
    for GoalEntry { joint, distance, angle, iterations, outcome, pinned, .. } in &solved.goals {
        let name = if *pinned { format!("{joint} (pin)") } else { joint.clone() };
        let cells = [
            name,
            format!("{:.3}", distance * 1e3),
            format!("{:.2}", angle.to_degrees()),
            iterations.to_string(),
        ];
        table.row(cells.into_iter().chain([outcome_words(*outcome).to_owned()]));
    }
    let mut text = table.to_string();
    text.push_str(&format!("\n{} µs by {}", solved.micros, solved.solver));
    if solved.restarts > 0 {
        text.push_str(&format!(", {} restarts", solved.restarts));
    }
    if !solved.active_limits.is_empty() {
        text.push_str(&format!("; at their limits: {}", escaped(&limits(&solved.active_limits))));
    }
    text.push('\n');
    files.for_each(|file| text.push_str(&wrote(file)));
    text
}

/// The line that names a written file.
pub(crate) fn wrote(file: &Path) -> String {
    if is_standard(file) {
        "wrote to standard output\n".to_owned()
    } else {
        format!("wrote {}\n", escaped(&file.to_string_lossy()))
    }
}

/// The report of the written files of a job: a line for each file, or one line for one of several
/// jobs.
pub(crate) fn written(job: &Job) -> String {
    if job.is_alone {
        job.outputs().map(wrote).collect()
    } else {
        line(&job.file, "done", job.outputs())
    }
}

/// The result for one of several files, in one line.
pub(crate) fn line<'a>(file: &Path, what: &str, files: impl Iterator<Item = &'a Path>) -> String {
    let wrote: String =
        files.map(|out| format!("; wrote {}", escaped(&out.to_string_lossy()))).collect();
    format!("{}: {what}{wrote}\n", escaped(&shown(file)))
}

/// Joints with their active bounds, in one line.
pub(crate) fn limits(active: &[ActiveLimitEntry]) -> String {
    active
        .iter()
        .map(|limit| format!("{} ({})", limit.joint, limit.bound))
        .collect::<Vec<_>>()
        .join(", ")
}

/// An outcome in words.
pub(crate) const fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reached => "reached",
        Outcome::SoftReached => "slowed down near full reach",
        Outcome::OutOfReach => "out of reach",
        Outcome::TooClose => "too close",
        Outcome::Limited => "blocked by a limit",
        Outcome::Stalled => "stalled",
    }
}
