//! `cargo xtask dist`: builds everything that a release consists of, for this machine's system.
//!
//! | part | files |
//! | --- | --- |
//! | `command` | the command with licences, completions, manual pages and a bill of materials |
//! | `c` | headers, libraries, pkg-config and CMake files |
//! | `python` | the wheel and the source package |
//! | `npm` | the archive of `npm pack` |
//! | `web` | the web app |
//!
//! All have the version of the workspace. `SHA256SUMS` lists their checksums.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use crate::{
    bindings, checksum, licenses, python,
    repository::{cargo, output, root, target_folder},
    web,
};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The package of the command.
const COMMAND: &str = "kansetsu-cli";
/// The shells with a completion script, and its usual file name.
const SHELLS: [(&str, &str); 4] = [
    ("bash", "kansetsu"),
    ("zsh", "_kansetsu"),
    ("fish", "kansetsu.fish"),
    ("powershell", "kansetsu.ps1"),
];
/// Files of the checkout in every archive.
const BESIDE: [&str; 5] =
    ["README.md", "README.ja.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// Files with the version, and the text around it.
const VERSIONED: [(&str, &str); 5] = [
    ("bindings/bevy/Cargo.toml", "version = \"{}\""),
    ("bindings/godot/Cargo.toml", "version = \"{}\""),
    ("bindings/unity/package.json", "\"version\": \"{}\""),
    ("bindings/web/package/package.json", "\"version\": \"{}\""),
    ("CHANGELOG.md", "## [{}]"),
];

/// What is built, and where it goes.
#[derive(Args)]
pub(crate) struct Options {
    /// The folder for the files
    #[arg(long, value_name = "FOLDER", default_value = "out/release")]
    out: PathBuf,
    /// Only these parts; may be repeated
    #[arg(long, value_name = "PART")]
    only: Vec<Part>,
}

/// What a release consists of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Command,
    C,
    Python,
    Npm,
    Web,
}

/// Builds the parts and writes their checksums.
pub(crate) fn run(options: &Options) -> Result<()> {
    check_versions()?;
    let out = root().join(&options.out);
    fs::create_dir_all(&out)?;
    let is_selected = |part: &Part| options.only.is_empty() || options.only.contains(part);
    let mut files = Vec::new();
    for part in Part::value_variants().iter().filter(|part| is_selected(part)) {
        files.extend(part.build(&out)?);
    }
    files.sort();
    let mut sums = String::new();
    for file in &files {
        let name = file.file_name().context("a file without a name")?.to_string_lossy();
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        println!("{name}: {} bytes", bytes.len());
        sums += &format!("{}  {name}\n", checksum::sha256(&bytes));
    }
    fs::write(out.join("SHA256SUMS"), sums)?;
    println!("{} files of version {VERSION} are in {}", files.len(), out.display());
    Ok(())
}

/// Fails with every file that has another version.
fn check_versions() -> Result<()> {
    let mut wrong = Vec::new();
    for (file, text) in VERSIONED {
        let text = text.replace("{}", VERSION);
        let found = fs::read_to_string(root().join(file)).with_context(|| file.to_owned())?;
        if !found.contains(&text) {
            wrong.push(format!("{file} has no {text}"));
        }
    }
    ensure!(wrong.is_empty(), "version {VERSION}: {}", wrong.join("; "));
    Ok(())
}

impl Part {
    /// Builds the part; returns its files.
    fn build(self, out: &Path) -> Result<Vec<PathBuf>> {
        let system = format!("{OS}-{ARCH}");
        match self {
            Self::Command => archive(out, &format!("kansetsu-{VERSION}-{system}"), command)
                .map(|file| vec![file]),
            Self::C => archive(out, &format!("kansetsu-c-{VERSION}-{system}"), |folder| {
                bindings::install(folder)?;
                licenses::write_beside(folder, "kansetsu-c", None)
            })
            .map(|file| vec![file]),
            Self::Python => {
                python::packages()?.iter().map(|package| placed(package, out)).collect()
            }
            Self::Npm => Ok(vec![placed(&bindings::npm_archive()?, out)?]),
            Self::Web => archive(out, &format!("kansetsu-web-app-{VERSION}"), |folder| {
                web::build()?;
                bindings::copy(&web::folder(), folder)
            })
            .map(|file| vec![file]),
        }
    }
}

/// Fills the folder of the command.
fn command(folder: &Path) -> Result<()> {
    let build = ["build", "--release", "--locked", "--package", COMMAND];
    ensure!(cargo().args(build).status()?.success(), "the command could not be built");
    let name = format!("kansetsu{EXE_SUFFIX}");
    let program = folder.join(&name);
    fs::copy(target_folder()?.join("release").join(&name), &program)
        .with_context(|| program.display().to_string())?;
    let completions = folder.join("completions");
    fs::create_dir(&completions)?;
    for (shell, file) in SHELLS {
        let script = output(Command::new(&program).args(["completions", shell]))?;
        fs::write(completions.join(file), script)?;
    }
    output(Command::new(&program).arg("man").arg(folder.join("man1")))?;
    licenses::write_beside(folder, COMMAND, None)?;
    licenses::write_sbom(&folder.join("sbom.cdx.json"), COMMAND)
}

/// Packs a folder of this name that `fill` fills, with licences and READMEs.
fn archive(out: &Path, name: &str, fill: impl Fn(&Path) -> Result<()>) -> Result<PathBuf> {
    let work = tempfile::tempdir()?;
    let folder = work.path().join(name);
    fs::create_dir(&folder)?;
    for file in BESIDE {
        fs::copy(root().join(file), folder.join(file)).with_context(|| file.to_owned())?;
    }
    fill(&folder).with_context(|| name.to_owned())?;
    let made = work.path().join("archive.tar.gz");
    output(Command::new("tar").arg("-czf").arg(&made).arg("-C").arg(work.path()).arg(name))?;
    let file = out.join(format!("{name}.tar.gz"));
    fs::copy(made, &file)?;
    Ok(file)
}

/// Copies a file into the folder of the release.
fn placed(file: &Path, out: &Path) -> Result<PathBuf> {
    let place = out.join(file.file_name().context("a file without a name")?);
    fs::copy(file, &place).with_context(|| file.display().to_string())?;
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_packages_have_one_version() {
        check_versions().unwrap();
    }

    #[test]
    fn an_archive_has_one_folder_with_licences() {
        let out = tempfile::tempdir().unwrap();
        let fill = |folder: &Path| Ok(fs::write(folder.join("program"), "x")?);
        let file = archive(out.path(), "kansetsu-test", fill).unwrap();
        let listed = output(Command::new("tar").arg("-tzf").arg(file)).unwrap();
        let listed = String::from_utf8(listed).unwrap();
        assert!(listed.lines().all(|line| line.starts_with("kansetsu-test/")), "{listed}");
        for file in ["program", "LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
            assert!(listed.contains(&format!("kansetsu-test/{file}\n")), "{listed}");
        }
    }
}
