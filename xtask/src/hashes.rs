//! `cargo xtask hashes`: compares the bits of every named scene with the golden file, in a release
//! build on 7 threads and in WebAssembly. `--aarch64` compares another processor's, emulated.
//!
//! The example `scene_hashes` of kansetsu-figures prints a line for each scene; the tests of that
//! crate compare its debug build.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::ci::is_ci::is_ci;
use crate::repository::{cargo, output, root, target_folder};
use crate::web;

/// Relative to the root.
const GOLDEN: &str = "crates/kansetsu-figures/tests/golden/scene_hashes.txt";
const PACKAGE: [&str; 4] = ["--package", "kansetsu-figures", "--example", "scene_hashes"];
/// Loads the program from the folder in its argument; the program prints.
const LOADER: &str = r#"
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const folder = pathToFileURL(process.argv[1] + "/");
const { default: start } = await import(new URL("scene_hashes.js", folder));
await start({ module_or_path: readFileSync(new URL("scene_hashes_bg.wasm", folder)) });
"#;

/// The other processor, and what the build and the run for it need.
const AARCH64: &str = "aarch64-unknown-linux-gnu";
const AARCH64_LINKER: (&str, &str) =
    ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
const AARCH64_RUNNER: (&str, &str) =
    ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", "qemu-aarch64 -L /usr/aarch64-linux-gnu");
/// Threads of the release build: more than scenes that take equally long, so that their order
/// differs in each run.
const THREADS: &str = "7";

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compare a build for 64-bit ARM instead, in an emulator. It needs the Rust target
    /// aarch64-unknown-linux-gnu and, on Debian, the packages gcc-aarch64-linux-gnu,
    /// libc6-dev-arm64-cross and qemu-user.
    #[arg(long)]
    aarch64: bool,
}

/// Compares what the options select.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.aarch64 {
        return compare("aarch64", &golden()?, &aarch64()?);
    }
    check()
}

fn golden() -> Result<String> {
    std::fs::read_to_string(root().join(GOLDEN)).with_context(|| GOLDEN.to_owned())
}

/// Compares both builds. Without Node.js only the first is compared, unless `CI=true`.
pub(crate) fn check() -> Result<()> {
    let golden = golden()?;
    compare("release", &golden, &release()?)?;
    if Command::new("node").arg("--version").output().is_err() {
        if is_ci() {
            bail!(
                "Node.js is not installed; with CI=true the bits of WebAssembly must be compared"
            );
        }
        println!("not run: the bits of WebAssembly (Node.js is not installed)");
        return Ok(());
    }
    compare("WebAssembly", &golden, &wasm()?)
}

/// The output of a release build.
fn release() -> Result<String> {
    printed(cargo().args(["run", "--quiet", "--release"]).args(PACKAGE).args(["--", THREADS]))
}

/// The output of a release build for 64-bit ARM in an emulator.
fn aarch64() -> Result<String> {
    let mut command = cargo();
    command.envs([AARCH64_LINKER, AARCH64_RUNNER]);
    printed(command.args(["run", "--quiet", "--release", "--target", AARCH64]).args(PACKAGE))
}

/// The output of the program in Node.js, built like the web app.
fn wasm() -> Result<String> {
    let built = web::program(web::PROFILE, &PACKAGE, "examples/scene_hashes.wasm")?;
    let folder = target_folder()?.join("scene_hashes");
    web::bind(&built, &folder, "scene_hashes")?;
    std::fs::write(folder.join("package.json"), r#"{ "type": "module" }"#)?;
    in_node(&folder)
}

fn in_node(folder: &Path) -> Result<String> {
    printed(Command::new("node").args(["--input-type=module", "--eval", LOADER]).arg(folder))
}

fn printed(command: &mut Command) -> Result<String> {
    String::from_utf8(output(command)?).context("the hashes are not UTF-8")
}

/// Fails with every scene whose bits differ.
fn compare(build: &str, golden: &str, found: &str) -> Result<()> {
    let differing = differences(golden, found);
    if !differing.is_empty() {
        bail!(
            "{build}: the bits of {} scenes differ from {GOLDEN}. If they differ in the tests of kansetsu-figures, too, the solver changed: \
             `cargo xtask bless` updates the file. If not, something in the solver depends on the platform.\n{}",
            differing.len(),
            differing.join("\n")
        );
    }
    println!("{build}: {} scenes are bit-identical to {GOLDEN}", golden.lines().count());
    Ok(())
}

/// A line for each scene that differs: its name, the expected and the found hash.
fn differences(golden: &str, found: &str) -> Vec<String> {
    let parse = |text: &str| -> Vec<(String, String)> {
        text.lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(hash, name)| (name.to_owned(), hash.to_owned()))
            .collect()
    };
    let (golden, found) = (parse(golden), parse(found));
    let hash_in = |lines: &[(String, String)], name: &str| {
        lines.iter().find(|line| line.0 == name).map_or("no hash".to_owned(), |line| line.1.clone())
    };
    let new = found.iter().filter(|(name, _)| !golden.iter().any(|line| line.0 == *name));
    let differing = golden
        .iter()
        .chain(new)
        .map(|(name, _)| (name, hash_in(&golden, name), hash_in(&found, name)));
    differing
        .filter(|(_, expected, found)| expected != found)
        .map(|(name, expected, found)| format!("{name}: expected {expected}, found {found}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_scene_and_both_hashes() {
        let golden = "01 lab: lens\n02 everyday: sit\n03 gone\n";
        let found = "01 lab: lens\n0f everyday: sit\n04 new\n";
        let told = [
            "everyday: sit: expected 02, found 0f",
            "gone: expected 03, found no hash",
            "new: expected no hash, found 04",
        ];
        assert_eq!(differences(golden, found), told);
        assert_eq!(differences(golden, golden), Vec::<String>::new());
        let error = compare("release", golden, found).unwrap_err().to_string();
        assert!(error.contains("cargo xtask bless") && error.contains("everyday: sit"), "{error}");
    }
}
