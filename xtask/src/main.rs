//! Kansetsu's maintenance tasks: `cargo xtask ci`, `tidy`, `bless`, `pictures`, `font`, `web`,
//! `latency`, `evidence`, `hashes`, `constants`, `ablation`, `natural`, `posture`, `python`,
//! `bindings` and `bench`.
//!
//! `ci` is exactly what the project's CI runs. `tidy` is its step that checks the sources for the
//! project's own rules. `bless` updates the golden files; `hashes` compares the solver's bits
//! between builds; `pictures` draws the READMEs' pictures; `font` subsets the studio's font; `web`
//! builds the web app. `latency` measures the studio's time for one event of the pointer,
//! `evidence` the promises of the solvers, `constants` the effect of each constant, `ablation` that
//! of each stage, `natural` the distance from recorded people (`posture` learns from them).
//! `python` builds and tests the Python package, `bindings` compiles and runs the clients of the C
//! library, `bench` compares Kansetsu with its rivals.

#![expect(clippy::print_stdout, reason = "this program prints to standard output")]

mod ablation;
mod bench;
mod bindings;
mod bless;
mod ci;
mod constants;
mod evidence;
mod font;
mod hashes;
mod latency;
mod natural;
mod pictures;
mod python;
mod repository;
mod tidy;
mod tuned;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Kansetsu's maintenance tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Everything that must hold before a change lands: format, lints, tidy, tests, docs.
    Ci(ci::Arguments),
    /// Only the project's own rules: sizes, dependency direction, names, READMEs.
    Tidy,
    /// Rewrites the golden files; the commit explains the changes.
    Bless,
    /// Compares the bits of every named scene with the golden file, in a release build and in
    /// WebAssembly.
    Hashes,
    /// Measures the promises of the solvers and writes docs/evidence.md.
    Evidence(evidence::Arguments),
    /// Measures the effect of each constant of the whole-body solver at ×0.5 and ×2 and writes
    /// docs/design/constants.md.
    Constants(constants::Wish),
    /// Measures the whole-body solver without each of its stages and writes results/ablation.md.
    Ablation,
    /// Judges natural poses on recorded people and writes docs/natural.md.
    Natural(natural::Recorded),
    /// Learns the posture prior from recorded people.
    Posture(natural::Learn),
    /// Redraws the pictures of the READMEs and of the docs.
    Pictures(pictures::Wish),
    /// Subsets the studio's font to its interface; after new words.
    Font,
    /// Builds the wheel of the Python package and tests it in an empty environment.
    Python,
    /// Builds the web app into dist/; serves and tests it.
    Web(web::Wish),
    /// Builds the C library, installs it into a fresh prefix, and compiles and runs its clients.
    Bindings(bindings::Wish),
    /// Measures the studio's time for one event of the pointer and writes docs/latency.md.
    Latency(latency::Wish),
    /// Compares Kansetsu with its rivals and writes docs/performance.md.
    Bench(bench::Wish),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Ci(arguments) => ci::run(&arguments),
        Chore::Tidy => tidy::run(),
        Chore::Bless => bless::run(),
        Chore::Hashes => hashes::run(),
        Chore::Evidence(arguments) => evidence::run(&arguments),
        Chore::Constants(wish) => constants::run(&wish),
        Chore::Ablation => ablation::run(),
        Chore::Natural(recorded) => natural::judge(&recorded),
        Chore::Posture(learn) => natural::learn(&learn),
        Chore::Pictures(wish) => pictures::run(&wish),
        Chore::Font => font::run(),
        Chore::Python => python::run(),
        Chore::Web(wish) => web::run(&wish),
        Chore::Bindings(wish) => bindings::run(&wish),
        Chore::Latency(wish) => latency::run(&wish),
        Chore::Bench(wish) => bench::run(&wish),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
