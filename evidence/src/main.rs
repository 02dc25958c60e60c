//! Measures what Kansetsu promises and writes it down: reach, continuity, invariance, senseless input.
//!
//! `cargo xtask evidence` runs it. Every success is judged in double precision from nothing but the returned rotations.

#![expect(clippy::print_stdout, reason = "a program that prints")]

mod arguments;
mod chapters;
mod check;
mod continuity;
mod invariance;
mod parallel;
mod pins;
mod problem;
mod random;
mod reach;
mod sample;
mod senseless;
mod suite;
mod tally;
mod times;
mod unreachable;

use std::process::ExitCode;

use arguments::Arguments;
use suite::Suite;

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            println!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut suite = Suite::new(arguments.scale, arguments.filter, arguments.is_verbose);
    chapters::run(&mut suite);
    let (held, promised) = suite.held();
    println!("{held} of {promised} rows hold");
    if arguments.is_check && held < promised { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
