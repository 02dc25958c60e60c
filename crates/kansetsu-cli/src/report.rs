//! What a solve did, for people.

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

/// A line per goal, the limits that hold joints back, and the files.
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

/// The line that says where a file is.
pub(crate) fn wrote(file: &Path) -> String {
    if is_standard(file) {
        "wrote to standard output\n".to_owned()
    } else {
        format!("wrote {}\n", escaped(&file.to_string_lossy()))
    }
}

/// What a job has written: a line for each file, or for one of several files one line.
pub(crate) fn written(job: &Job) -> String {
    if job.is_alone {
        job.outputs().map(wrote).collect()
    } else {
        line(&job.file, "done", job.outputs())
    }
}

/// What became of one of several files, in a line.
pub(crate) fn line<'a>(file: &Path, what: &str, files: impl Iterator<Item = &'a Path>) -> String {
    let wrote: String =
        files.map(|out| format!("; wrote {}", escaped(&out.to_string_lossy()))).collect();
    format!("{}: {what}{wrote}\n", escaped(&shown(file)))
}

/// Joints with their bounds, in a line.
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
        Outcome::SoftReached => "held back near full reach",
        Outcome::OutOfReach => "out of reach",
        Outcome::TooClose => "too close",
        Outcome::Limited => "stopped by a limit",
        Outcome::Stalled => "stalled",
    }
}
