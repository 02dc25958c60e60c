//! Kansetsu's own chores: `cargo xtask ci`, `tidy`, `bless`, `book`, `pictures`, `font`, `web`,
//! `latency`, `evidence`, `hashes`, `constants`, `ablation`, `natural`, `posture`, `python`,
//! `bindings` and `bench`.
//!
//! `ci` is exactly what the project's CI runs; `tidy` is the part of it that reads the sources for
//! the rules that no other tool knows; `bless` updates the golden files; `hashes` compares the
//! solver's bits between builds; `pictures` draws the READMEs' pictures; `font` cuts the studio's
//! font; `web` builds the page; `latency` measures how long the studio takes for one event of the
//! pointer, `evidence` what the solvers promise, `constants` the effect of each constant,
//! `ablation` that of each stage, `natural` how near they come to people (`posture` learns from
//! them), `python` builds and tests the Python package, `bindings` compiles and runs the clients of
//! the C library, `bench` measures how Kansetsu does against its rivals.

#![expect(clippy::print_stdout, reason = "what this program has to say goes to standard output")]

mod ablation;
mod architecture;
mod bench;
mod bindings;
mod bless;
mod book;
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

/// Kansetsu's own chores.
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
    /// Draws the figure of the crates in ARCHITECTURE.md anew.
    Architecture,
    /// Writes the golden files anew; the commit that holds them says why they changed.
    Bless,
    /// Compares the bits of every named scene with the golden file, in a release build and in
    /// WebAssembly.
    Hashes,
    /// Measures what the solvers promise and writes results/evidence.md.
    Evidence(evidence::Arguments),
    /// Measures the effect of each constant of the whole-body solver at ×0.5 and ×2 and writes
    /// docs/design/constants.md.
    Constants(constants::Wish),
    /// Measures the whole-body solver without each of its stages and writes results/ablation.md.
    Ablation,
    /// Judges natural poses on recorded people and writes results/natural.md.
    Natural(natural::Recorded),
    /// Learns the posture prior from recorded people.
    Posture(natural::Learn),
    /// Builds the documentation as a web site; needs mdbook.
    Book,
    /// Draws the pictures of the READMEs and of the docs anew.
    Pictures(pictures::Wish),
    /// Cuts the studio's font down to what its interface says; after new words.
    Font,
    /// Builds the wheel of the Python package and tests it in an empty environment.
    Python,
    /// Builds the page of the studio into dist/; serves and tests it.
    Web(web::Wish),
    /// Builds the C library, installs it into a fresh prefix, and compiles and runs its clients.
    Bindings(bindings::Wish),
    /// Measures how long the studio takes for one event of the pointer and writes
    /// results/latency.md.
    Latency(latency::Wish),
    /// Measures Kansetsu side by side with its rivals and writes results/performance.md.
    Bench(bench::Wish),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Ci(arguments) => ci::run(&arguments),
        Chore::Tidy => tidy::run(),
        Chore::Architecture => architecture::run(),
        Chore::Book => book::run(),
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
