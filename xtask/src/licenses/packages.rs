//! The third-party crates in `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::repository::{cargo, output};

/// A crate of somebody else.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Third {
    pub(super) name: String,
    pub(super) version: String,
    /// The SPDX expression of its manifest.
    pub(super) licence: Option<String>,
    pub(super) repository: Option<String>,
    /// Its sources.
    pub(super) folder: PathBuf,
}

/// Every crate of the lock file, in order of names.
pub(super) fn all() -> Result<Vec<Third>> {
    let metadata = metadata(None)?;
    Ok(Graph::new(&metadata)?.third(|_| true))
}

/// The crates that a package of the workspace contains, for a target or for all.
pub(super) fn of(package: &str, target: Option<&str>) -> Result<Vec<Third>> {
    let metadata = metadata(target)?;
    let graph = Graph::new(&metadata)?;
    let contained = graph.contained(package)?;
    Ok(graph.third(|id| contained.contains(id)))
}

fn metadata(target: Option<&str>) -> Result<Value> {
    let mut command = cargo();
    command.args(["metadata", "--locked", "--format-version", "1"]);
    if let Some(target) = target {
        command.args(["--filter-platform", target]);
    }
    Ok(serde_json::from_slice(&output(&mut command)?)?)
}

struct Graph<'a> {
    packages: BTreeMap<&'a str, &'a Value>,
    nodes: BTreeMap<&'a str, &'a Value>,
}

impl<'a> Graph<'a> {
    fn new(metadata: &'a Value) -> Result<Self> {
        let by_id = |list: &'a Value| -> Result<BTreeMap<&'a str, &'a Value>> {
            let list = list.as_array().context("cargo metadata lacks a list")?;
            Ok(list.iter().filter_map(|entry| Some((entry["id"].as_str()?, entry))).collect())
        };
        Ok(Self {
            packages: by_id(&metadata["packages"])?,
            nodes: by_id(&metadata["resolve"]["nodes"])?,
        })
    }

    /// The package and what it depends on, without what only tests and build scripts need.
    fn contained(&self, package: &str) -> Result<BTreeSet<&'a str>> {
        let is_it =
            |(_, value): &(&&str, &&Value)| value["name"] == package && value["source"].is_null();
        let (start, _) = self
            .packages
            .iter()
            .find(is_it)
            .with_context(|| format!("the workspace has no package \"{package}\""))?;
        let (mut found, mut next) = (BTreeSet::new(), vec![*start]);
        while let Some(id) = next.pop() {
            if !found.insert(id) {
                continue;
            }
            let Some(node) = self.nodes.get(id) else { continue };
            let is_normal = |dependency: &&Value| {
                let kinds = dependency["dep_kinds"].as_array();
                kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
            };
            let dependencies = node["deps"].as_array().into_iter().flatten().filter(is_normal);
            next.extend(dependencies.filter_map(|dependency| dependency["pkg"].as_str()));
        }
        Ok(found)
    }

    /// The crates of others among those of these ids.
    fn third(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<Third> {
        let wanted = self
            .packages
            .iter()
            .filter(|(id, package)| is_wanted(id) && !package["source"].is_null());
        let mut third: Vec<Third> =
            wanted.map(|(_, package)| Third::from_metadata(package)).collect();
        third.sort();
        third
    }
}

impl Third {
    fn from_metadata(package: &Value) -> Self {
        let text = |field: &str| package[field].as_str().map(str::to_owned);
        let manifest = text("manifest_path").unwrap_or_default();
        Self {
            name: text("name").unwrap_or_default(),
            version: text("version").unwrap_or_default(),
            licence: text("license"),
            repository: text("repository"),
            folder: Path::new(&manifest).parent().map(Path::to_path_buf).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_tests_and_build_scripts_need_is_not_contained() {
        let package = |name: &str, source: Value| serde_json::json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source, "manifest_path": "x/Cargo.toml" });
        let other = Value::from("registry");
        let dependency = |name: &str, kind: Value| serde_json::json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = serde_json::json!({
            "packages": [package("own", Value::Null), package("used", other.clone()), package("below", other.clone()), package("test", other)],
            "resolve": { "nodes": [
                { "id": "own", "deps": [dependency("used", Value::Null), dependency("test", "dev".into())] },
                { "id": "used", "deps": [dependency("below", Value::Null)] },
            ] },
        });
        let graph = Graph::new(&metadata).expect("a graph");
        let contained = graph.contained("own").expect("the package");
        let names: Vec<String> =
            graph.third(|id| contained.contains(id)).into_iter().map(|third| third.name).collect();
        assert_eq!(names, ["below", "used"]);
        assert_eq!(graph.third(|_| true).len(), 3);
        assert!(graph.contained("absent").is_err());
    }
}
