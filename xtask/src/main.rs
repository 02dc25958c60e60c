//! Kansetsu's maintenance tasks: `cargo xtask ci`, `tidy`, `bless`, `book`, `pictures`, `font`,
//! `web`, `latency`, `evidence`, `hashes`, `constants`, `ablation`, `natural`, `posture`, `python`,
//! `bindings`, `bench`, `results`, `fuzz`, `soak`, `mutants` and `licenses`.
//!
//! `ci` is exactly what the project's CI runs. `tidy` is its step that checks the sources for the
//! project's own rules. `bless` updates the golden files; `hashes` compares the solver's bits
//! between builds; `pictures` draws the READMEs' pictures; `font` subsets the studio's font; `web`
//! builds the web app. `latency` measures the studio's time for one event of the pointer,
//! `evidence` the promises of the solvers, `constants` the effect of each constant, `ablation` that
//! of each stage, `natural` the distance from recorded people (`posture` learns from them).
//! `python` builds and tests the Python package, `bindings` the clients of the C library and the
//! npm package, `bench` compares Kansetsu with its rivals, `results` measures all that is left.
//! `fuzz` feeds damaged files and random problems to every part, `soak` random commands to the
//! studio. `mutants` changes the sources to test the tests. `dist` builds the files of a release.
//! `corpus` fetches the public files of the test data. `licenses` checks the licences of
//! third-party crates and writes their texts.

#![expect(clippy::print_stdout, reason = "this program prints to standard output")]

mod ablation;
mod architecture;
mod bench;
mod bindings;
mod bless;
mod book;
mod checksum;
mod ci;
mod constants;
mod corpus;
mod dist;
mod evidence;
mod font;
mod fuzz;
mod hashes;
mod latency;
mod licenses;
mod mutants;
mod natural;
mod pictures;
mod python;
mod repository;
mod results;
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
    chore: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything that must hold before a change lands: format, lints, tidy, tests, docs.
    Ci(ci::Arguments),
    /// Only the project's own rules: sizes, dependency direction, names, READMEs.
    Tidy,
    /// Redraws the figure of the crates in ARCHITECTURE.md.
    Architecture,
    /// Builds the documentation as a web site; needs mdbook.
    Book,
    /// Rewrites the golden files; the commit explains the changes.
    Bless,
    /// Compares the bits of every named scene with the golden file, in a release build and in
    /// WebAssembly, or on an emulated 64-bit ARM processor.
    Hashes(hashes::Options),
    /// Measures the promises of the solvers and writes results/evidence.md.
    Evidence(evidence::Arguments),
    /// Measures the effect of each constant of the whole-body solver at ×0.5 and ×2 and writes
    /// docs/design/constants.md.
    Constants(constants::Options),
    /// Measures the whole-body solver without each of its stages and writes results/ablation.md.
    Ablation,
    /// Judges natural poses on recorded people and writes results/natural.md.
    Natural(natural::Recorded),
    /// Learns the posture prior from recorded people.
    Posture(natural::Learn),
    /// Redraws the pictures of the READMEs and of the docs.
    Pictures(pictures::Options),
    /// Subsets the studio's font to its interface; after new words.
    Font,
    /// Builds the wheel of the Python package and tests it in an empty environment.
    Python(python::Options),
    /// Builds the web app into dist/; serves and tests it.
    Web(web::Options),
    /// Builds the C library and runs its clients; `--web` builds and tests the npm package.
    Bindings(bindings::Options),
    /// Measures the studio's time for one event of the pointer and writes results/latency.md.
    Latency(latency::Options),
    /// Compares Kansetsu with its rivals and writes results/performance.md.
    Bench(bench::Options),
    /// Measures other pages of results/: load, retargeting, roles and more.
    Results(results::Options),
    /// Feeds damaged files and random problems to the loaders, the solvers and the session.
    Fuzz(fuzz::Options),
    /// Drives the studio's document with random commands.
    Soak(fuzz::Soak),
    /// Changes expressions of the sources and counts the changes that the tests notice; writes
    /// results/mutants.md.
    Mutants(mutants::Options),
    /// Builds the archives and packages of a release, with their checksums.
    Dist(dist::Options),
    /// Fetches the public files of the test data.
    Corpus(corpus::Options),
    /// Checks the licences of third-party crates; writes their texts or a bill of materials.
    Licenses(licenses::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Task::Ci(arguments) => ci::run(&arguments),
        Task::Tidy => tidy::run(),
        Task::Architecture => architecture::run(),
        Task::Book => book::run(),
        Task::Bless => bless::run(),
        Task::Hashes(options) => hashes::run(&options),
        Task::Evidence(arguments) => evidence::run(&arguments),
        Task::Constants(options) => constants::run(&options),
        Task::Ablation => ablation::run(),
        Task::Natural(recorded) => natural::judge(&recorded),
        Task::Posture(learn) => natural::learn(&learn),
        Task::Pictures(options) => pictures::run(&options),
        Task::Font => font::run(),
        Task::Python(options) => python::run(&options),
        Task::Web(options) => web::run(&options),
        Task::Bindings(options) => bindings::run(&options),
        Task::Latency(options) => latency::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Results(options) => results::run(&options),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Soak(options) => fuzz::soak(&options),
        Task::Mutants(options) => mutants::run(&options),
        Task::Dist(options) => dist::run(&options),
        Task::Corpus(options) => corpus::run(&options),
        Task::Licenses(options) => licenses::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
