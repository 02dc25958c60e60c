//! `cargo xtask ci`: everything that must hold before a change lands, cheapest first, up to the
//! first failure.

mod components;
mod corpus;
pub(crate) mod is_ci;
mod readme_example;
mod step;
mod validator;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;

use crate::repository::{output, root};
use crate::{fuzz, hashes, licenses, tidy, web};
use step::Step;

/// The browser's target, for which the core must build.
const WASM: &str = "wasm32-unknown-unknown";
/// How often the tests kill the command and the studio at work.
const KILLS: &str = "KANSETSU_KILLS";
/// The seed of a sample of the browser tests, each of which starts a browser that draws in
/// software.
const BROWSER_SAMPLE: &str = "KANSETSU_BROWSER_SAMPLE";
/// A clippy.toml for the code of the core and of kansetsu-humanoid, without their tests: the source
/// of trigonometry.
const DETERMINISM: &str = "crates/kansetsu/determinism";

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Also what only a few changes can break: every browser test instead of a sample, the
    /// comparison's build, and a minute of fuzzing for each target
    #[arg(long)]
    full: bool,
}

/// Runs every step and prints the result.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let start = Instant::now();
    let steps = steps(arguments.full)?;
    for (index, step) in steps.iter().enumerate() {
        step.run(index + 1, steps.len())?;
    }
    println!(
        "\ncargo xtask ci: all {} steps passed in {:.0} s",
        steps.len(),
        start.elapsed().as_secs_f32()
    );
    Ok(())
}

fn steps(is_full: bool) -> Result<Vec<Step>> {
    let clippy =
        |name, arguments: &str| Step::cargo(name, &format!("clippy {arguments} -- -D warnings"));
    let mut tests = Step::cargo("tests", "test --workspace --lib --bins --tests --examples")
        .with_variable(validator::VARIABLE, validator::folder())
        .with_variable(web::VARIABLE, web::folder());
    tests = if is_full {
        tests.with_variable(KILLS, "200")
    } else {
        tests.with_variable(BROWSER_SAMPLE, sample_seed()?)
    };
    let mut steps = vec![
        Step::new("tools: rustfmt and clippy", components::ensure),
        Step::cargo("format", "fmt --all --check"),
        Step::cargo(
            "format: the comparison's own workspace",
            "fmt --manifest-path bench/Cargo.toml --check",
        ),
        Step::cargo("format: Bevy", "fmt --manifest-path bindings/bevy/Cargo.toml --check"),
        Step::cargo("format: Godot", "fmt --manifest-path bindings/godot/Cargo.toml --check"),
        Step::new("tidy", tidy::run),
        Step::new("licences of third-party crates", licenses::check),
        clippy("lints: workspace", "--workspace --all-targets"),
        clippy("lints: core without features", "-p kansetsu --all-targets"),
        clippy("lints: core with serde", "-p kansetsu --all-targets --features serde"),
        clippy(
            "lints: core and humanoid are bit-identical everywhere",
            "-p kansetsu -p kansetsu-humanoid --lib --all-features",
        )
        .with_variable("CLIPPY_CONF_DIR", root().join(DETERMINISM)),
        Step::new("tests: real files", corpus::ensure),
        Step::new("tests: glTF validator", validator::ensure),
        Step::new("page", web::build),
        tests,
        // Printed, not judged: times are not tests. It fails if a solver does.
        Step::cargo("evidence: bodies in use", "run -p kansetsu-evidence -- --quick --only use:"),
        Step::new("bit-identical in release and WebAssembly", hashes::check),
        Step::cargo("doc tests", "test --workspace --doc"),
        Step::new("README: its example prints what it says", readme_example::check),
        // The docs of the command would overwrite those of the library: both are named kansetsu.
        Step::cargo("docs", "doc --workspace --exclude kansetsu-cli --no-deps")
            .with_variable("RUSTDOCFLAGS", "-D warnings"),
        Step::new("core for the browser", wasm),
    ];
    if is_full {
        // Its lints would repeat the rivals' builds; a check costs theirs once.
        steps.push(Step::cargo(
            "the comparison compiles",
            "check --locked --manifest-path bench/Cargo.toml",
        ));
        steps.push(Step::new("fuzzing: a minute for each target", fuzz::each));
    }
    Ok(steps)
}

/// The commit: it selects the browser tests of the sample.
fn sample_seed() -> Result<String> {
    let printed = output(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root()))?;
    Ok(String::from_utf8(printed)?.trim().to_owned())
}

/// Checks the core for wasm if rustc has that target.
fn wasm() -> Result<()> {
    let printed =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    if !Path::new(String::from_utf8(printed)?.trim()).is_dir() {
        println!("not run: {WASM} is not installed (rustup target add {WASM})");
        return Ok(());
    }
    Step::cargo("", &format!("check -p kansetsu --lib --all-features --target {WASM}")).act()
}
