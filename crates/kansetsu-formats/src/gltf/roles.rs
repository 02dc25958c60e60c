//! Humanoid roles of a file: VRM 0.x, VRM 1.0, a VRM animation, or our own extras.
//!
//! Sources: vrm-c, `specification/0.0` and `specification/VRMC_vrm-1.0/humanoid`.

use std::collections::BTreeMap;

use super::at::At;
use super::extras::EXTRAS;
use super::nodes::Nodes;
use crate::{Error, Role};

/// The roles of the file; none unless they name the hips or come from our own extras. Invalid
/// entries are warnings.
pub(super) fn read(
    root: &At<'_>,
    nodes: &Nodes<'_>,
    warnings: &mut Vec<String>,
) -> BTreeMap<Role, usize> {
    let mut roles = BTreeMap::new();
    for (role, node) in stated(root, warnings) {
        match node.and_then(|node| node.as_index(nodes.joints.len(), "nodes")) {
            Ok(node) => drop(roles.insert(role, nodes.joints[node])),
            Err(error) => warnings.push(error.to_string()),
        }
    }
    roles
}

type Stated<'a> = Vec<(Role, Result<At<'a>, Error>)>;

fn stated<'a>(root: &At<'a>, warnings: &mut Vec<String>) -> Stated<'a> {
    let block = root.extension("VRMC_vrm").or_else(|| root.extension("VRMC_vrm_animation"));
    if let Some(bones) = block.and_then(|block| block.get("humanoid")?.get("humanBones")) {
        return from_object(
            &bones,
            |bone| {
                bone.get("node")
                    .ok_or_else(|| bone.wrong_at("node", "expected an index, found nothing"))
            },
            warnings,
        );
    }
    if let Some(humanoid) = root.extension("VRM").and_then(|block| block.get("humanoid")) {
        return from_list(&humanoid, warnings);
    }
    let own = root.get("extras").and_then(|extras| extras.get(EXTRAS)?.get("roles"));
    own.map(|roles| from_object(&roles, |node| Ok(node.clone()), warnings)).unwrap_or_default()
}

/// VRM 1.0 and our own extras: an object with a property for each role.
fn from_object<'a>(
    object: &At<'a>,
    node: impl Fn(&At<'a>) -> Result<At<'a>, Error>,
    warnings: &mut Vec<String>,
) -> Stated<'a> {
    let mut stated = Vec::new();
    let Ok(properties) = object.object() else { return stated };
    for name in properties.keys() {
        let Some(entry) = object.get(name) else { continue };
        match Role::from_name(name) {
            Some(role) => stated.push((role, node(&entry))),
            None => warnings.push(format!("{}: \"{name}\" is not a humanoid bone", entry.path())),
        }
    }
    stated
}

/// VRM 0.x: a list of bones.
fn from_list<'a>(humanoid: &At<'a>, warnings: &mut Vec<String>) -> Stated<'a> {
    let mut stated = Vec::new();
    for entry in humanoid.list("humanBones").unwrap_or_default() {
        let name = entry.get("bone").and_then(|bone| bone.as_text()).unwrap_or_default();
        match from_old_name(name) {
            Some(role) => stated.push((
                role,
                entry
                    .get("node")
                    .ok_or_else(|| entry.wrong_at("node", "expected an index, found nothing")),
            )),
            None => warnings.push(format!("{}: \"{name}\" is not a humanoid bone", entry.path())),
        }
    }
    stated
}

/// Renamed thumb bones of the two versions.
fn from_old_name(name: &str) -> Option<Role> {
    match name {
        "leftThumbProximal" => Some(Role::LeftThumbMetacarpal),
        "leftThumbIntermediate" => Some(Role::LeftThumbProximal),
        "rightThumbProximal" => Some(Role::RightThumbMetacarpal),
        "rightThumbIntermediate" => Some(Role::RightThumbProximal),
        "leftThumbMetacarpal" | "rightThumbMetacarpal" => None,
        other => Role::from_name(other),
    }
}
