//! `cargo xtask ci`: everything that must hold before a change lands, cheapest first, up to the first failure.

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
use crate::{tidy, web};
use step::Step;

/// The browser's target, which the core must build for.
const WASM: &str = "wasm32-unknown-unknown";
/// A clippy.toml that only the core's own code is held to, not its tests: where its trigonometry comes from.
const DETERMINISM: &str = "crates/kansetsu/determinism";

/// Runs every step and says how it went.
pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    let steps = steps();
    for (index, step) in steps.iter().enumerate() {
        step.run(index + 1, steps.len())?;
    }
    println!("\ncargo xtask ci: all {} steps passed in {:.0} s", steps.len(), start.elapsed().as_secs_f32());
    Ok(())
}

fn steps() -> Vec<Step> {
    let clippy = |name, arguments: &str| Step::cargo(name, &format!("clippy {arguments} -- -D warnings"));
    vec![
        Step::new("tools: rustfmt and clippy", components::ensure),
        Step::cargo("format", "fmt --all --check"),
        Step::cargo("format: the comparison's own workspace", "fmt --manifest-path bench/Cargo.toml --check"),
        Step::new("tidy", tidy::run),
        clippy("lints: workspace", "--workspace --all-targets"),
        clippy("lints: core without features", "-p kansetsu --all-targets"),
        clippy("lints: core with serde", "-p kansetsu --all-targets --features serde"),
        clippy("lints: the core computes the same bits everywhere", "-p kansetsu --lib --all-features")
            .with_variable("CLIPPY_CONF_DIR", root().join(DETERMINISM)),
        // Its lints would cost the rivals' builds once more; that it compiles costs their checks, once.
        Step::cargo("the comparison compiles", "check --locked --manifest-path bench/Cargo.toml"),
        Step::new("tests: real files", corpus::ensure),
        Step::new("tests: glTF validator", validator::ensure),
        Step::new("page", web::build),
        Step::cargo("tests", "test --workspace --lib --bins --tests --examples")
            .with_variable(validator::VARIABLE, validator::folder())
            .with_variable(web::VARIABLE, web::folder()),
        // Printed, not judged: times are no tests. It fails where a solver does.
        Step::cargo("evidence: bodies in use", "run --release -p kansetsu-evidence -- --quick --only use:"),
        Step::cargo("doc tests", "test --workspace --doc"),
        Step::new("README: its example prints what it says", readme_example::check),
        // The command's docs would overwrite the library's: both are called kansetsu.
        Step::cargo("docs", "doc --workspace --exclude kansetsu-cli --no-deps").with_variable("RUSTDOCFLAGS", "-D warnings"),
        Step::new("core for the browser", wasm),
    ]
}

/// Checks the core for wasm where rustc has that target.
fn wasm() -> Result<()> {
    let printed = output(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    if !Path::new(String::from_utf8(printed)?.trim()).is_dir() {
        println!("not run: {WASM} is not installed (rustup target add {WASM})");
        return Ok(());
    }
    Step::cargo("", &format!("check -p kansetsu --lib --all-features --target {WASM}")).act()
}
