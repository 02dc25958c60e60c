//! Writes the weights of morph targets into their nodes.

use std::collections::BTreeSet;

use serde_json::Value;

use super::number::numbers;
use super::text::Editor;
use crate::Figure;
use crate::gltf::Document;

/// Writes the weights that differ from the opened file.
pub(super) fn write(document: &Document, figure: &Figure, editor: &mut Editor<'_>) {
    let spans = editor.list("nodes");
    let nodes: BTreeSet<usize> = figure.morphs.iter().filter_map(|morph| morph.node).collect();
    for node in nodes {
        let (Some(span), Some(mut weights)) = (spans.get(node), written(document, node)) else {
            continue;
        };
        let before = weights.clone();
        for morph in figure.morphs.iter().filter(|morph| morph.node == Some(node)) {
            if let Some(weight) = weights.get_mut(morph.index) {
                *weight = morph.weight;
            }
        }
        if weights != before {
            editor.set(span, vec![("weights", numbers(&weights))]);
        }
    }
}

/// The weights of a node's morph targets in the file.
fn written(document: &Document, node: usize) -> Option<Vec<f32>> {
    let node = &document.json["nodes"][node];
    let mesh = usize::try_from(node["mesh"].as_u64()?).ok()?;
    let mesh = &document.json["meshes"][mesh];
    let count = mesh["primitives"][0]["targets"].as_array()?.len();
    let list = node["weights"].as_array().or_else(|| mesh["weights"].as_array());
    let weight = |index: usize| {
        let weight = list.and_then(|list| list.get(index)).and_then(Value::as_f64);
        weight.unwrap_or(0.0) as f32
    };
    Some((0..count).map(weight).collect())
}
