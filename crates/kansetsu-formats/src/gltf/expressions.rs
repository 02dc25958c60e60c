//! The expressions of VRM 0.x and 1.0.
//!
//! Sources: VRM Consortium, "VRM 0.0 specification", `blendShapeMaster`; "VRMC_vrm 1.0",
//! "expressions".

use serde_json::Value;

use super::at::At;
use crate::{Expression, MorphBind};

/// The presets of VRM 0.x with their names in VRM 1.0.
const PRESETS: [[&str; 2]; 17] = [
    ["joy", "happy"],
    ["angry", "angry"],
    ["sorrow", "sad"],
    ["fun", "relaxed"],
    ["a", "aa"],
    ["i", "ih"],
    ["u", "ou"],
    ["e", "ee"],
    ["o", "oh"],
    ["blink", "blink"],
    ["blink_l", "blinkLeft"],
    ["blink_r", "blinkRight"],
    ["lookup", "lookUp"],
    ["lookdown", "lookDown"],
    ["lookleft", "lookLeft"],
    ["lookright", "lookRight"],
    ["neutral", "neutral"],
];

/// Reads the expressions. Damaged parts have no effect, as in other programs.
pub(super) fn read(root: &At<'_>) -> Vec<Expression> {
    match (root.extension("VRMC_vrm"), root.extension("VRM")) {
        (Some(avatar), _) => of_version_1(&avatar.value()["expressions"]),
        (None, Some(avatar)) => of_version_0(&avatar.value()["blendShapeMaster"], root.value()),
        (None, None) => Vec::new(),
    }
}

fn of_version_1(expressions: &Value) -> Vec<Expression> {
    let named = ["preset", "custom"].iter().filter_map(|kind| expressions[*kind].as_object());
    named
        .flatten()
        .map(|(name, expression)| Expression {
            name: name.clone(),
            label: name.clone(),
            is_binary: expression["isBinary"].as_bool().unwrap_or(false),
            binds: list(&expression["morphTargetBinds"])
                .iter()
                .filter_map(|bind| {
                    Some(MorphBind {
                        node: index(&bind["node"])?,
                        index: index(&bind["index"])?,
                        weight: weight(&bind["weight"])?,
                    })
                })
                .collect(),
            material_binds: ["materialColorBinds", "textureTransformBinds"]
                .iter()
                .map(|key| list(&expression[*key]).len())
                .sum(),
        })
        .collect()
}

fn of_version_0(master: &Value, root: &Value) -> Vec<Expression> {
    let read = |group: &Value| {
        let text = |key: &str| group[key].as_str().unwrap_or_default();
        let preset = PRESETS.iter().find(|[old, _]| *old == text("presetName").to_lowercase());
        Expression {
            name: preset.map_or(text("name"), |[_, name]| name).to_owned(),
            label: text("name").to_owned(),
            is_binary: group["isBinary"].as_bool().unwrap_or(false),
            binds: list(&group["binds"]).iter().flat_map(|bind| old_binds(bind, root)).collect(),
            material_binds: list(&group["materialValues"]).len(),
        }
    };
    list(&master["blendShapeGroups"]).iter().map(read).collect()
}

/// A bind of VRM 0.x names a mesh, which several nodes may have. Its weight is a percentage.
fn old_binds(bind: &Value, root: &Value) -> Vec<MorphBind> {
    let parts = (index(&bind["mesh"]), index(&bind["index"]), weight(&bind["weight"]));
    let (Some(mesh), Some(target), Some(weight)) = parts else { return Vec::new() };
    let nodes = list(&root["nodes"]).iter().enumerate();
    nodes
        .filter(|(_, node)| index(&node["mesh"]) == Some(mesh))
        .map(|(node, _)| MorphBind { node, index: target, weight: weight / 100.0 })
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|index| usize::try_from(index).ok())
}

fn weight(value: &Value) -> Option<f32> {
    value.as_f64().map(|weight| weight as f32).filter(|weight| weight.is_finite())
}
