//! Measures batches beside a loop of single solves:
//! `cargo run --release -p kansetsu-evidence --bin batch`.
//!
//! With `--check` it fails if a row falls short.
#![expect(clippy::print_stdout, reason = "this program prints its measurements")]

mod crowd;
mod timed;

use std::process::ExitCode;

use crowd::Crowd;
use kansetsu::{
    Error,
    d3::{
        Limit,
        limit::Cone,
        solve::{Auto, Dls, Solver},
    },
    glam::Vec3,
};
use timed::{Row, bodies, chains, mannequins};

fn main() -> ExitCode {
    let checks = std::env::args().any(|word| word == "--check");
    let rows = match rows() {
        Ok(rows) => rows,
        Err(problem) => {
            println!("not measured: {problem}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", page(&rows));
    if checks && rows.iter().any(|row| !row.holds()) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn rows() -> Result<Vec<Row>, Error> {
    let count = 4000;
    let limb = [Vec3::X * 0.3, Vec3::X * 0.25];
    let even = [Vec3::Y * 0.1; 10];
    let cone = Limit::Cone(Cone::around(Vec3::Y, 0.25 * std::f32::consts::PI));
    // The tolerance of the comparison with other libraries.
    let dls = Dls { tolerance: 1e-3, ..Dls::default() };
    let solver = Solver::Auto(Auto { dls, ..Auto::default() });
    let straight = Crowd::in_reach(&limb, count)?;
    Ok(vec![
        chains("two bones, straight", &solver, &straight, Some(7.5))?,
        chains("two bones, bent", &solver, &straight.bent(), Some(7.5))?,
        chains("two bones, a tenth out of reach", &solver, &straight.partly_out_of_reach(), None)?,
        chains("two bones under 3 joints", &solver, &Crowd::below(&limb, 3, count)?, None)?,
        chains("chain of 10", &solver, &Crowd::in_reach(&even, count)?, Some(20.0))?,
        chains(
            "chain of 10, cones of 45°",
            &solver,
            &Crowd::inside(&even, &cone, count)?,
            Some(100.0),
        )?,
        bodies(500, Some(2000.0))?,
        mannequins(10_000, Some(16.6e6 / 10_000.0))?,
    ])
}

fn page(rows: &[Row]) -> String {
    let mut page = format!(
        "# Batches\n\nTime of an instance on one core, as a batch and in a loop of single solves with reused memory. Both start at \
         the same poses, and the results are bit-identical. CPU time of the thread, the median of {} rounds that alternate; *ratio* is the \
         median over the rounds, on {}, {}.\n\n\
         | problem | instances | one by one | batch | ratio | promised | |\n| --- | --- | --- | --- | --- | --- | --- |\n",
        timed::ROUNDS,
        kansetsu_evidence::machine::processor(),
        kansetsu_evidence::machine::compiler()
    );
    for row in rows {
        page.push_str(&row.to_string());
    }
    page
}
