//! The expressions of VRM 0.x and 1.0.
//!
//! Sources: VRM Consortium, "VRM 0.0 specification", `blendShapeMaster`; "VRMC_vrm 1.0",
//! "expressions".

use serde_json::Value;

use super::at::At;
use crate::{Expression, Morph, MorphBind};

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

/// A bind of the file.
struct Bind {
    /// The node with the mesh.
    node: usize,
    /// The index of the target in the mesh.
    target: usize,
    weight: f32,
}

/// An expression with the parts of each of its binds; a damaged bind has none.
type Written = (Expression, Vec<Vec<Bind>>);

impl Bind {
    /// The morph targets that it moves: a node with a skin may have two meshes here.
    fn targets(&self, morphs: &[Morph]) -> impl Iterator<Item = MorphBind> {
        let is_own = |morph: &Morph| morph.node == Some(self.node) && morph.index == self.target;
        let own = morphs.iter().enumerate().filter(move |(_, morph)| is_own(morph));
        own.map(|(morph, _)| MorphBind { morph, weight: self.weight })
    }
}

/// Reads the expressions. A bind without a morph target is a warning.
pub(super) fn read(root: &At<'_>, morphs: &[Morph], warnings: &mut Vec<String>) -> Vec<Expression> {
    let written = match (root.extension("VRMC_vrm"), root.extension("VRM")) {
        (Some(avatar), _) => of_version_1(&avatar.value()["expressions"]),
        (None, Some(avatar)) => of_version_0(&avatar.value()["blendShapeMaster"], root.value()),
        (None, None) => Vec::new(),
    };
    let mut kept = |(expression, binds): Written| {
        let moved: Vec<Vec<MorphBind>> = binds
            .iter()
            .map(|parts| parts.iter().flat_map(|bind| bind.targets(morphs)).collect())
            .collect();
        let lost = moved.iter().filter(|targets| targets.is_empty()).count();
        if lost > 0 {
            warnings.push(format!(
                "{lost} of the {} binds of the expression \"{}\" name no morph target of the file; they have no effect",
                binds.len(),
                expression.name
            ));
        }
        Expression { binds: moved.concat(), ..expression }
    };
    written.into_iter().map(&mut kept).collect()
}

fn of_version_1(expressions: &Value) -> Vec<Written> {
    let named = ["preset", "custom"].iter().filter_map(|kind| expressions[*kind].as_object());
    let bind = |bind: &Value| {
        let node = index(&bind["node"])?;
        Some(Bind { node, target: index(&bind["index"])?, weight: weight(&bind["weight"])? })
    };
    let read = |(name, expression): (&String, &Value)| {
        let material_binds = ["materialColorBinds", "textureTransformBinds"]
            .iter()
            .map(|key| list(&expression[*key]).len())
            .sum();
        let own = Expression {
            name: name.clone(),
            label: name.clone(),
            is_binary: expression["isBinary"].as_bool().unwrap_or(false),
            material_binds,
            ..Expression::default()
        };
        let binds = list(&expression["morphTargetBinds"]).iter();
        (own, binds.map(|one| bind(one).into_iter().collect()).collect())
    };
    named.flatten().map(read).collect()
}

fn of_version_0(master: &Value, root: &Value) -> Vec<Written> {
    let read = |group: &Value| {
        let text = |key: &str| group[key].as_str().unwrap_or_default();
        let preset = PRESETS.iter().find(|[old, _]| *old == text("presetName").to_lowercase());
        let own = Expression {
            name: preset.map_or(text("name"), |[_, name]| name).to_owned(),
            label: text("name").to_owned(),
            is_binary: group["isBinary"].as_bool().unwrap_or(false),
            material_binds: list(&group["materialValues"]).len(),
            ..Expression::default()
        };
        (own, list(&group["binds"]).iter().map(|bind| old_binds(bind, root)).collect())
    };
    list(&master["blendShapeGroups"]).iter().map(read).collect()
}

/// A bind of VRM 0.x names a mesh, which several nodes may have. Its weight is a percentage.
fn old_binds(bind: &Value, root: &Value) -> Vec<Bind> {
    let parts = (index(&bind["mesh"]), index(&bind["index"]), weight(&bind["weight"]));
    let (Some(mesh), Some(target), Some(weight)) = parts else { return Vec::new() };
    let nodes = list(&root["nodes"]).iter().enumerate();
    nodes
        .filter(|(_, node)| index(&node["mesh"]) == Some(mesh))
        .map(|(node, _)| Bind { node, target, weight: weight / 100.0 })
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
