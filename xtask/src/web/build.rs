//! From the sources to dist/: WebAssembly, the script that loads it, and the files around them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::licenses;
use crate::repository::{cargo, output, root, target_folder};

const TARGET: &str = "wasm32-unknown-unknown";
/// The profile of the web app.
pub(crate) const PROFILE: &str = "web";
/// The programs of the web app, by their features of the crate, with the names of their files: the
/// studio, the reader of other formats, and the lab.
const PROGRAMS: [(&str, &str); 3] =
    [("studio", "kansetsu"), ("reader", "kansetsu_reader"), ("lab", "kansetsu_room")];
/// Copied unchanged, except for the words in braces.
const SITE: &str = "crates/kansetsu-page/site";
/// The poses of the studio's library, and their name in the web app.
const POSES: (&str, &str) = ("crates/kansetsu-studio/src/library/body.json", "poses.json");

/// Builds the web app into a folder, which is deleted first.
pub(super) fn page(folder: &Path) -> Result<()> {
    let started = std::time::Instant::now();
    if folder.exists() {
        fs::remove_dir_all(folder).context("dist/ cannot be deleted")?;
    }
    fs::create_dir_all(folder)?;
    for (feature, name) in PROGRAMS {
        let wasm = program(
            PROFILE,
            &["--package", "kansetsu-page", "--lib", "--features", feature],
            "kansetsu_page.wasm",
        )?;
        bind(&wasm, folder, name)?;
    }
    copy_site(folder)?;
    licenses::write_beside(folder, "kansetsu-page", Some(TARGET))?;
    println!("built the web app in {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

/// Builds a program for the browser and returns its path. `what` is for cargo, `file` is relative
/// to the profile's folder.
pub(crate) fn program(profile: &str, what: &[&str], file: &str) -> Result<PathBuf> {
    ensure_target()?;
    run(cargo().arg("build").args(what).args(["--profile", profile, "--target", TARGET]))?;
    Ok(target_folder()?.join(TARGET).join(profile).join(file))
}

/// Writes a program and the script that loads it into a folder.
pub(crate) fn bind(wasm: &Path, folder: &Path, name: &str) -> Result<()> {
    let bindgen = root().join("xtask/bindgen/Cargo.toml");
    run(cargo()
        .args(["run", "--quiet", "--locked", "--manifest-path"])
        .arg(&bindgen)
        .arg("--")
        .arg(wasm)
        .arg(folder)
        .arg(name))
}

/// Installs the browser's target if rustup can.
fn ensure_target() -> Result<()> {
    let printed =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(String::from_utf8(printed)?.trim()).is_dir() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", TARGET]))
        .with_context(|| format!("the web app needs the target {TARGET}"))
}

/// Copies the files around the program. `{version}` is ours; `{wasm_bytes}` is the unpacked size
/// for the progress of loading; `{build}` changes with every file, so that no browser uses an old
/// file with a new one.
fn copy_site(folder: &Path) -> Result<()> {
    let wasm = fs::read(folder.join("kansetsu_bg.wasm")).context("the program is missing")?;
    let mut sources: Vec<PathBuf> =
        fs::read_dir(root().join(SITE))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    sources.sort();
    let mut build = START;
    for name in PROGRAMS.map(|(_, name)| name) {
        for file in [format!("{name}.js"), format!("{name}_bg.wasm")] {
            build = fingerprint(build, &fs::read(folder.join(file))?);
        }
    }
    let poses = root().join(POSES.0);
    for source in sources.iter().chain([&poses]) {
        build = fingerprint(build, &fs::read(source)?);
    }
    fs::copy(&poses, folder.join(POSES.1)).context("the poses are missing")?;
    for path in sources {
        let name = path.file_name().unwrap_or(OsStr::new(""));
        let text = fs::read_to_string(&path)?;
        let text = text
            .replace("{version}", env!("CARGO_PKG_VERSION"))
            .replace("{build}", &format!("{build:016x}"));
        fs::write(folder.join(name), text.replace("{wasm_bytes}", &wasm.len().to_string()))?;
    }
    Ok(())
}

/// Fowler, Noll and Vo's hash (FNV-1a), continued from `start`: enough to distinguish builds.
fn fingerprint(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The initial value of the hash.
const START: u64 = 0xcbf2_9ce4_8422_2325;

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("could not start {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}
