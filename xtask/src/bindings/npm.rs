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
    web::{bind, program},
};

/// Relative to the root.
const SOURCE: &str = "bindings/web";
/// The WebAssembly modules: the features of the crate, and the names of their scripts.
const MODULES: [(&str, &str); 2] = [("solver", "solver"), ("formats", "loaders")];
/// The largest size of the solver, gzipped, bytes: it has 402 kB and must not grow.
const MOST: usize = 405_000;
/// What a user has beside the package; the tests check the declarations with the last two.
const BESIDE: [&str; 4] =
    ["three@0.187.0", "@pixiv/three-vrm@3.5.5", "@types/three@0.187", "typescript@7"];

/// Builds, packs, installs and tests.
pub(super) fn run() -> Result<()> {
    let folder = target_folder()?.join("npm");
    let package = folder.join("package");
    let _ = fs::remove_dir_all(&package);
    fs::create_dir_all(&package)?;
    build(&package)?;
    let archive = pack(&package, &folder)?;
    println!("{}: {} bytes", archive.display(), fs::metadata(&archive)?.len());
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
    test(user.path())
}

/// The folder of the tests is a package of ES modules.
const PRIVATE: &str = "{ \"private\": true, \"type\": \"module\" }\n";

/// Writes the files of the package.
fn build(package: &Path) -> Result<()> {
    for (feature, name) in MODULES {
        let features = ["--no-default-features", "--features", feature];
        let crate_of = [&["--package", "kansetsu-web", "--lib"][..], &features].concat();
        bind(&program(&crate_of, "kansetsu_web.wasm")?, package, name)?;
    }
    let solver = gzip(&fs::read(package.join("solver_bg.wasm"))?)?;
    println!("solver: {} bytes gzipped, of {MOST} at most", solver.len());
    ensure!(solver.len() <= MOST, "the solver is too large: {} bytes gzipped", solver.len());
    fs::write(
        package.join("packed.js"),
        format!("export default \"{}\";\n", STANDARD.encode(solver)),
    )?;
    copy(&root().join(SOURCE).join("package"), package)?;
    for file in ["bindings/web/README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let name = Path::new(file).file_name().context("a file has a name")?;
        fs::copy(root().join(file), package.join(name))?;
    }
    let manifest = fs::read_to_string(package.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(manifest.contains(&version), "{SOURCE}/package/package.json needs {version}");
    Ok(())
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Copies the contents of a folder into another one.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
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
    for arguments in [&["--test", "--test-concurrency=1"][..], &["measure.js"]] {
        let status = Command::new("node")
            .current_dir(user)
            .args(arguments)
            .env("KANSETSU_REQUESTS", user)
            .env("KANSETSU_CORPUS", corpus())
            .status()
            .context("could not start node")?;
        ensure!(status.success(), "the tests of the npm package failed");
    }
    Ok(())
}

/// The folder of the test data.
fn corpus() -> PathBuf {
    let beside = || root().join("../shared/data");
    std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from)
}
