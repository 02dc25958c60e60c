//! results/performance.md.

use std::fmt::{self, Write as _};

use crate::{
    machine,
    row::{Nanos, Percent, Row},
    stopwatch::Times,
};

const HEAD: &str = "\
# Performance
";

const METHOD: &str = "\
## How it is measured

- One core, one solve at a time. A solve includes setting the start pose (the rotations, as a solve with a fixed root changes nothing else), setting the goal, the \
rotations of the result, the report. Scratch memory is reused (`solve_with`).
- The default release build of cargo for both: no `target-cpu`, no link-time optimisation across crates.
- The same goals for both, in the same order: forward kinematics of random poses inside the limits, seeded, so every goal \
is reachable; for chains without limits uniform over the ball of 0.9 of their length. From the rest pose, which is straight and often on a limit; robots from the middle of their ranges; \
*next frame* from the previous frame's result, along a path on which the tip moves 1.5 % of the chain's length per frame.
- *Solved*: the tip is within 1/1000 of the chain's length of its goal, the orientation (where it is a goal) within 0.5°, no \
limit is exceeded by more than 1e-4 rad; for robots 0.1 mm and 0.001 rad. Recomputed in double precision from the returned \
values, which for us are always rotations.
- *Mean*: whole batches, ours and the rival's alternately, in CPU time of the thread; the median batch. *Median* and *99th percentile*: over the goals, \
each timed alone, the minimum of several times, minus the cost of reading the clock. *Ratio*: rival's mean divided by ours, the median \
over pairs of neighbouring batches, and the first and the last decile; none (—) against a rival that solves nothing, as the time until it fails is not a \
measure.
- A row holds when the promised ratio or time is kept by the mean *and* as many goals are solved as promised.

## Rivals

- `rebirth-ik` 0.1.0, at most 100 rounds. `two_bone` followed by `segment_rotation` for both bones. `solve_chain` and \
`Fabrik` compute positions only, which is less than our result: their rotations would cost more. A limit at the base is \
passed to `Fabrik` as a limit relative to a short segment before it.
- `k` 0.32.0, `JacobianIkSolver` in double precision with the step and the number of steps with which it is fastest here, \
restarted from random poses until it converges (100 at most).
";

/// The document with these rows.
pub fn write(rows: &[Row]) -> Result<String, fmt::Error> {
    let mut text = String::from(HEAD);
    writeln!(text, "\n{}; {}.\n", machine::processor(), machine::compiler())?;
    writeln!(
        text,
        "## Side by side\n\nTimes of one solve: median / mean / 99th percentile; then the percentage of goals solved.\n"
    )?;
    writeln!(
        text,
        "| problem | goals | Kansetsu | rival | | ratio | promised | |\n|---|---|---|---|---|---|---|---|"
    )?;
    for row in rows {
        let Some(rival) = &row.rival else { continue };
        let (ours, theirs) = (cell(&row.ours), cell(&rival.times));
        let (name, goals, promise, verdict) = (row.name, row.problems, row.promise, row.verdict());
        writeln!(
            text,
            "| {name} | {goals} | {ours} | {} | {theirs} | {} | {promise} | {verdict} |",
            rival.name,
            row.ratio_told()
        )?;
    }
    writeln!(
        text,
        "\n## Alone\n\n| problem | goals | Kansetsu | promised | |\n|---|---|---|---|---|"
    )?;
    for row in rows.iter().filter(|row| row.rival.is_none()) {
        writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            row.name,
            row.problems,
            cell(&row.ours),
            row.promise,
            row.verdict()
        )?;
    }
    for (row, note) in rows.iter().filter_map(|row| Some((row, row.note.as_ref()?))) {
        writeln!(text, "\n*{}*: {note}", row.name)?;
    }
    write!(text, "\n{METHOD}")?;
    Ok(text)
}

fn cell(times: &Times) -> String {
    format!(
        "{} / {} / {}, {}",
        Nanos(times.median),
        Nanos(times.mean()),
        Nanos(times.p99),
        Percent(times.solved)
    )
}
