//! The input of tidy: the files of the checkout and the crates of the workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The root of the checkout.
///
/// Queried from the cargo that runs us: a binary from a target folder that several checkouts share
/// may have been built in another one.
pub(crate) fn root() -> PathBuf {
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask.parent().map(Path::to_path_buf).unwrap_or(xtask)
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The target folder of cargo.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_slice(&metadata)?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .context("cargo does not say where it builds")
}

/// A checkout: its files and its crates.
#[derive(Default)]
pub(crate) struct Repository {
    pub(crate) files: Vec<File>,
    pub(crate) packages: Vec<Package>,
}

/// A file that git tracks, or would with the next `git add`.
pub(crate) struct File {
    /// Relative to the root, with forward slashes.
    pub(crate) path: String,
    /// `None` if it isn't UTF-8: a picture, a model.
    pub(crate) text: Option<String>,
}

/// The data of one crate of the workspace.
#[derive(Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Its Cargo.toml, relative to the root.
    pub(crate) manifest: String,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    /// Names as published, of every kind: normal, dev, build, optional or not.
    pub(crate) dependencies: Vec<String>,
    /// The same without those for tests and build scripts.
    pub(crate) normal_dependencies: Vec<String>,
}

impl Repository {
    /// Reads the checkout around this crate.
    pub(crate) fn read() -> Result<Self> {
        let root = root();
        let files =
            tracked(&root)?.into_iter().filter_map(|path| File::read(&root, path)).collect();
        let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
        let packages = packages(&serde_json::from_slice(&metadata)?, &root)?;
        Ok(Self { files, packages })
    }

    /// The text of the file at `path`.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path)?.text.as_deref()
    }

    /// Every text file with its path.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
    }

    /// A checkout for tests: files by path and text.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files = files
            .iter()
            .map(|(path, text)| File { path: (*path).into(), text: Some((*text).into()) });
        Self { files: files.collect(), packages: Vec::new() }
    }
}

impl File {
    /// `None` if the file is deleted on disk but still in the index.
    fn read(root: &Path, path: String) -> Option<Self> {
        let bytes = std::fs::read(root.join(&path)).ok()?;
        Some(Self { path, text: String::from_utf8(bytes).ok() })
    }
}

pub(crate) fn tracked(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let listed = String::from_utf8(output(&mut git)?).context("a file name is not UTF-8")?;
    Ok(listed.split_terminator('\0').map(String::from).collect())
}

/// Standard output of a command that must succeed.
pub(crate) fn output(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.output().with_context(|| format!("could not start {name}"))?;
    if !done.status.success() {
        bail!("{name} failed: {}", String::from_utf8_lossy(&done.stderr).trim());
    }
    Ok(done.stdout)
}

/// The crates in the output of `cargo metadata`.
fn packages(metadata: &Value, root: &Path) -> Result<Vec<Package>> {
    let listed = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    listed.iter().map(|package| Package::from_metadata(package, root)).collect()
}

impl Package {
    fn from_metadata(package: &Value, root: &Path) -> Result<Self> {
        let text = |key: &str| package[key].as_str().map(String::from);
        let manifest = text("manifest_path").context("a package without a manifest")?;
        let manifest =
            Path::new(&manifest).strip_prefix(root).unwrap_or(Path::new(&manifest)).to_path_buf();
        let names = |is_meant: fn(&Value) -> bool| {
            let dependencies = package["dependencies"].as_array().into_iter().flatten();
            let meant = dependencies.filter(|dependency| is_meant(dependency));
            meant.filter_map(|dependency| dependency["name"].as_str()).map(String::from).collect()
        };
        Ok(Self {
            name: text("name").context("a package without a name")?,
            manifest: manifest.to_string_lossy().replace('\\', "/"),
            description: text("description"),
            license: text("license"),
            dependencies: names(|_| true),
            normal_dependencies: names(|dependency| dependency["kind"].is_null()),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_crate_is_read_from_the_metadata() {
        let metadata = json!({ "packages": [{
            "name": "a", "manifest_path": "/r/crates/a/Cargo.toml", "description": null, "license": "MIT",
            "dependencies": [{ "name": "b", "kind": null, "rename": "c" }, { "name": "d", "kind": "dev" }],
        }] });
        let read = packages(&metadata, Path::new("/r")).unwrap();
        assert_eq!(
            (read[0].name.as_str(), read[0].manifest.as_str()),
            ("a", "crates/a/Cargo.toml")
        );
        assert_eq!(
            (read[0].description.as_deref(), read[0].license.as_deref()),
            (None, Some("MIT"))
        );
        assert_eq!(read[0].dependencies, ["b", "d"]);
        assert_eq!(read[0].normal_dependencies, ["b"]);
    }

    #[test]
    fn this_checkout_can_be_read() {
        let repository = Repository::read().unwrap();
        assert!(
            repository
                .text("xtask/src/repository.rs")
                .is_some_and(|text| text.contains("this_checkout_can_be_read"))
        );
        assert!(
            repository
                .packages
                .iter()
                .any(|package| package.name == "xtask" && package.manifest == "xtask/Cargo.toml")
        );
    }
}
