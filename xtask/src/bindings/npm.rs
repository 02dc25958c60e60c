//! `cargo xtask bindings --web`: builds the npm package, installs it into a fresh folder as a user
//! does, and runs its tests in Node.js and in a browser.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};

use super::{readme, requests};
use crate::{
    repository::{output, root, target_folder},
    results::stamp,
    web::{PROFILE, bind, program},
};

/// Relative to the root.
const SOURCE: &str = "bindings/web";
/// The WebAssembly modules: the features of the crate, the names of their scripts, and profiles.
const MODULES: [(&str, &str, &str); 2] =
    [("solver", "solver", "npm"), ("formats", "loaders", PROFILE)];
/// The prior of `posture: "likely"`, relative to the root.
const PRIOR: &str = "crates/kansetsu-humanoid/src/prior/people.bin";
/// The largest size of the solver, gzipped, bytes: the promise.
const MOST: usize = 350_000;
/// What a user has beside the package; the tests check the declarations with the last two.
const BESIDE: [&str; 4] =
    ["three@0.187.0", "@pixiv/three-vrm@3.5.5", "@types/three@0.187", "typescript@7"];

/// The result file with sizes and times.
const PAGE: &str = "results/npm.md";

/// What happens to the measurements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Measurements {
    Shown,
    /// Written to the result file.
    Recorded,
}

/// Builds, packs, installs, tests and measures.
pub(super) fn run(measurements: Measurements) -> Result<()> {
    let (archive, size) = build_archive()?;
    let packed = fs::metadata(&archive)?.len();
    println!("{}: {packed} bytes", archive.display());
    let user = tempfile::tempdir()?;
    install(user.path(), &archive)?;
    for from in ["tests", "examples"] {
        copy(&root().join(SOURCE).join(from), user.path())?;
    }
    fs::write(user.path().join("package.json"), PRIVATE)?;
    let readme = fs::read_to_string(root().join(SOURCE).join("README.md"))?;
    let (code, printed) = readme::first_example(&readme, "js")
        .context("the README has no JavaScript block with its output below it")?;
    fs::write(user.path().join("readme.mjs"), code)?;
    fs::write(user.path().join("readme.txt"), printed)?;
    requests::write(user.path())?;
    test(user.path())?;
    let times = String::from_utf8(output(&mut node(user.path(), &["measure.js"]))?)?;
    let page = format!(
        "# npm package\n\nSizes in bytes. Times in Node.js and headless Chromium, beside other programs.\n\n\
         | what | result |\n| --- | --- |\n| solver, gzipped | {size} |\n| archive of npm pack | {packed} |\n{times}"
    );
    println!("{page}");
    if measurements == Measurements::Recorded {
        fs::write(root().join(PAGE), page)?;
        stamp(PAGE, "cargo xtask bindings --web --record")?;
    }
    Ok(())
}

/// Builds the package; returns its archive.
pub(crate) fn archive() -> Result<PathBuf> {
    build_archive().map(|(archive, _)| archive)
}

/// The archive, and the compressed size of the solver.
fn build_archive() -> Result<(PathBuf, usize)> {
    let folder = target_folder()?.join("npm");
    let package = folder.join("package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    let size = build(&package)?;
    Ok((pack(&package, &folder)?, size))
}

/// The folder of the tests is a package of ES modules.
const PRIVATE: &str = "{ \"private\": true, \"type\": \"module\" }\n";

/// Writes the files of the package and returns the compressed size of the solver.
fn build(package: &Path) -> Result<usize> {
    for (feature, name, profile) in MODULES {
        let features = ["--no-default-features", "--features", feature];
        let crate_of = [&["--package", "kansetsu-web", "--lib"][..], &features].concat();
        bind(&program(profile, &crate_of, "kansetsu_web.wasm")?, package, name)?;
    }
    let solver = gzip(&fs::read(package.join("solver_bg.wasm"))?)?;
    println!("solver: {} bytes gzipped, of {MOST} at most", solver.len());
    ensure!(solver.len() <= MOST, "the solver is too large: {} bytes gzipped", solver.len());
    write_packed(&package.join("packed.js"), &solver)?;
    let prior = root().join(PRIOR);
    let bytes = fs::read(&prior).with_context(|| format!("could not read {}", prior.display()))?;
    write_packed(&package.join("people.js"), &gzip(&bytes)?)?;
    copy(&root().join(SOURCE).join("package"), package)?;
    for file in ["bindings/web/README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let name = Path::new(file).file_name().context("a file has a name")?;
        fs::copy(root().join(file), package.join(name))?;
    }
    let manifest = fs::read_to_string(package.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(manifest.contains(&version), "{SOURCE}/package/package.json needs {version}");
    Ok(solver.len())
}

/// Writes a script that exports compressed bytes as a text.
fn write_packed(script: &Path, compressed: &[u8]) -> Result<()> {
    fs::write(script, format!("export default \"{}\";\n", STANDARD.encode(compressed)))?;
    Ok(())
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Copies the contents of a folder into another one, without what npm has installed there.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name() == "node_modules" {
            continue;
        }
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&place)?;
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}

/// Packs the package and returns the archive.
fn pack(package: &Path, folder: &Path) -> Result<PathBuf> {
    let printed = output(
        Command::new("npm")
            .current_dir(package)
            .args(["pack", "--silent", "--pack-destination"])
            .arg(folder),
    )?;
    let name = String::from_utf8(printed)?;
    Ok(folder.join(name.trim()))
}

fn install(user: &Path, archive: &Path) -> Result<()> {
    fs::write(user.join("package.json"), PRIVATE)?;
    let mut npm = Command::new("npm");
    npm.current_dir(user).args(["install", "--silent", "--no-audit", "--no-fund"]);
    output(npm.arg(archive).args(BESIDE))?;
    Ok(())
}

/// Runs the tests in sequence: two browsers would share the cores.
fn test(user: &Path) -> Result<()> {
    output(Command::new("npx").current_dir(user).args(["tsc", "--project", "tsconfig.json"]))
        .context("the declarations do not fit their use in types.ts")?;
    let tests = node(user, &["--test", "--test-concurrency=1"]).status();
    ensure!(tests.context("could not start node")?.success(), "tests of the npm package failed");
    Ok(())
}

fn node(user: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("node");
    command.current_dir(user).args(arguments);
    command.env("KANSETSU_REQUESTS", user).env("KANSETSU_CORPUS", corpus());
    command
}

/// The folder of the test data.
fn corpus() -> PathBuf {
    let beside = || root().join("../shared/data");
    std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from)
}
