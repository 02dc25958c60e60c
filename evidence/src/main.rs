//! Measures the promises of Kansetsu and writes the results: reach, continuity, invariance,
//! invalid input.
//!
//! `cargo xtask evidence` runs it. Every success is judged in double precision from nothing but the
//! returned rotations.

#![expect(clippy::print_stdout, reason = "this program prints its results")]

mod arguments;
mod as_shipped;
mod chapters;
mod continuity;
mod document;
mod draw;
mod entry;
mod in_use;
mod invariance;
mod kept;
mod lab;
mod parallel;
mod pins;
mod plot;
mod problem;
mod reach;
mod sample;
mod scale;
mod senseless;
mod suite;
mod tally;
mod times;
mod unreachable;

use std::{path::PathBuf, process::ExitCode};

use arguments::Arguments;
use kansetsu_evidence::{clock, humanoid, judge, machine, random};
use kept::{Kept, Version};
use suite::Suite;

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            println!("{message}");
            return ExitCode::from(2);
        }
    };
    draw::choose(arguments.scale.draw);
    let writes = arguments.writes();
    let mut suite = Suite::new(arguments.scale, arguments.filter, arguments.is_verbose);
    match arguments.kept.map(|path| Kept::open(path, Version::present()?)).transpose() {
        Ok(kept) => suite.kept = kept,
        Err(error) => {
            println!("the rows kept before cannot be read: {error}");
            return ExitCode::from(2);
        }
    }
    chapters::run(&mut suite);
    if let Some(words) = suite.nothing_chosen() {
        println!("{words}");
        return ExitCode::from(2);
    }
    let (held, promised) = suite.held();
    if let Some(page) = writes
        && let Err(error) = document::write(&suite, (&results(), &page))
    {
        println!("results/{page}.md could not be written: {error}");
        return ExitCode::FAILURE;
    }
    println!("{held} of {promised} rows hold");
    if arguments.is_check && held < promised { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The folder `results` in the checkout whose cargo runs this.
fn results() -> PathBuf {
    let crate_folder = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    crate_folder.join("../results")
}

#[cfg(test)]
mod tests {
    use super::*;
    use entry::Verdict;
    use in_use::Control;
    use scale::Scale;

    /// A promise is only meaningful if a solver that ignores its goals breaks it.
    #[test]
    fn solvers_that_do_nothing_or_anything_fail_every_row_that_asks_for_motion() {
        for control in [Control::Nothing, Control::Random] {
            let mut suite = Suite::new(Scale::TEST, String::new(), false);
            suite.control = control;
            chapters::run_of_problems(&mut suite);
            let judged = suite.sections.iter().flat_map(|section| {
                section.entries.iter().map(move |entry| (section.title, entry))
            });
            let judged: Vec<_> =
                judged.filter(|(_, entry)| entry.verdict != Verdict::Told).collect();
            assert!(judged.len() > 150, "{}", judged.len());
            let held: Vec<String> = judged
                .into_iter()
                .filter(|(_, entry)| entry.verdict == Verdict::Holds)
                .map(|(title, entry)| format!("{title}: {}: {:?}", entry.name, entry.cells))
                .collect();
            assert_eq!(held, Vec::<String>::new(), "{control:?}");
        }
    }

    /// The whole suite with a few cases of each row: nothing panics, every table has rows, and the
    /// rows that need only a few cases hold.
    #[test]
    fn a_small_version_of_the_suite_runs() {
        let mut suite = Suite::new(Scale::TEST, String::new(), false);
        chapters::run(&mut suite);
        for section in &suite.sections {
            assert!(!section.entries.is_empty(), "{}", section.title);
        }
        let fell: Vec<String> = suite
            .sections
            .iter()
            .filter(|section| ["Chains", "Soft reach", "Pins"].contains(&section.title))
            .flat_map(|section| section.entries.iter().map(move |entry| (section.title, entry)))
            .filter(|(_, entry)| entry.verdict == Verdict::FallsShort)
            .map(|(title, entry)| format!("{title}: {}", entry.name))
            .collect();
        assert_eq!(fell, Vec::<String>::new());
    }
}
