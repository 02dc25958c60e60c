//! Writes a pose into the nodes that it moves.

use std::collections::BTreeSet;

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::Quat;
use serde_json::Value;

use super::number::{number, numbers};
use super::text::{Editor, Span};
use crate::gltf::Document;

/// A rotation this close to unit length keeps its bits.
const UNIT_TOLERANCE: f32 = 1e-6;

/// Writes the differences from the opened file. The joints of `keyed` get their first keys with
/// this save.
pub(super) fn write(
    document: &Document,
    pose: Option<&Pose>,
    keyed: &BTreeSet<usize>,
    editor: &mut Editor<'_>,
) {
    let spans = editor.list("nodes");
    let animated = animated_nodes(document);
    for (index, joint) in document.skeleton.joints().iter().enumerate() {
        let Some(node) = document.node_of_joint[index] else { continue };
        let now = pose.map_or(joint.rest, |pose| pose.locals[index]);
        let moved = now != joint.rest;
        let has_matrix = document.json["nodes"][node].get("matrix").is_some();
        // An animated node must not have a matrix.
        if has_matrix && (keyed.contains(&index) || moved && animated[node]) {
            replace_matrix(editor, &spans[node], &now);
        } else if has_matrix && moved {
            write_matrix(editor, &spans[node], &now, &joint.rest);
        } else if moved {
            editor.set(&spans[node], changed_parts(&now, &joint.rest));
        }
    }
}

/// The differing parts.
fn changed_parts(now: &Transform, rest: &Transform) -> Vec<(&'static str, Value)> {
    let mut parts = parts(now);
    let same = [
        now.translation == rest.translation,
        now.rotation == rest.rotation,
        now.scale == rest.scale,
    ];
    let mut same = same.into_iter();
    parts.retain(|_| !same.next().unwrap_or(false));
    parts
}

fn parts(now: &Transform) -> Vec<(&'static str, Value)> {
    vec![
        ("translation", numbers(&now.translation.to_array())),
        ("rotation", numbers(&unit(now.rotation).to_array())),
        ("scale", numbers(&now.scale.to_array())),
    ]
}

/// The length of a quaternion, summed in the same order on every machine, which glam does not
/// promise.
pub(in crate::gltf) fn length(q: Quat) -> f32 {
    ((q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w)).sqrt()
}

/// Normalized, as the format requires.
pub(in crate::gltf) fn unit(rotation: Quat) -> Quat {
    let length = length(rotation);
    if (length - 1.0).abs() <= UNIT_TOLERANCE { rotation } else { rotation * (1.0 / length) }
}

/// Replaces the matrix by translation, rotation and scale.
fn replace_matrix(editor: &mut Editor<'_>, node: &Span, now: &Transform) {
    let Some(member) = editor.member(node, "matrix") else { return };
    let texts: Vec<String> =
        parts(now).into_iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    editor.replace(member.whole, texts.join(","));
}

/// Writes the changed numbers of the matrix: its last column, or its upper three rows.
fn write_matrix(editor: &mut Editor<'_>, node: &Span, now: &Transform, rest: &Transform) {
    let Some(member) = editor.member(node, "matrix") else { return };
    let linear_moved = now.rotation != rest.rotation || now.scale != rest.scale;
    let columns =
        Transform { rotation: unit(now.rotation), ..*now }.to_affine().matrix3.to_cols_array();
    let spans = editor.elements(&member.value);
    for (index, span) in spans.into_iter().enumerate() {
        let (column, row) = (index / 4, index % 4);
        match (column, row) {
            (_, 3) => {}
            (3, _) => editor.replace(span, number(now.translation[row]).to_string()),
            _ if linear_moved => {
                editor.replace(span, number(columns[3 * column + row]).to_string())
            }
            _ => {}
        }
    }
}

/// The nodes that an animation of the opened file moves.
fn animated_nodes(document: &Document) -> Vec<bool> {
    let mut animated = vec![false; document.json["nodes"].as_array().map_or(0, Vec::len)];
    let animations = document.json["animations"].as_array().into_iter().flatten();
    for (node, _) in animations.flat_map(channels) {
        if let Some(node) = animated.get_mut(node) {
            *node = true;
        }
    }
    animated
}

/// The nodes that an animation moves, each with the property.
fn channels(animation: &Value) -> impl Iterator<Item = (usize, &str)> {
    animation["channels"].as_array().into_iter().flatten().filter_map(|channel| {
        let target = &channel["target"];
        let path = target["path"].as_str().filter(|path| *path != "weights")?;
        Some((usize::try_from(target["node"].as_u64()?).ok()?, path))
    })
}

/// A warning for an animation of the opened file without keys for joints of the pose: players start
/// it from the nodes, so it plays from the pose there.
pub(super) fn warnings(document: &Document, pose: &Pose) -> Vec<String> {
    let moved: Vec<(usize, usize, &str)> = document
        .skeleton
        .joints()
        .iter()
        .enumerate()
        .flat_map(|(index, joint)| {
            let node = document.node_of_joint[index];
            let parts = changed_parts(&pose.locals[index], &joint.rest);
            parts.into_iter().filter_map(move |(path, _)| Some((index, node?, path)))
        })
        .collect();
    let animations = document.json["animations"].as_array().into_iter().flatten().enumerate();
    animations
        .filter_map(|(index, animation)| {
            let keyed: BTreeSet<(usize, &str)> = channels(animation).collect();
            let mut free: Vec<usize> =
                moved.iter().filter(|&&(_, node, path)| !keyed.contains(&(node, path))).map(|&(joint, ..)| joint).collect();
            free.dedup();
            let first = &document.skeleton.joints()[*free.first()?].name;
            let name = animation["name"].as_str().map_or_else(|| format!("#{index}"), |name| format!("\"{name}\""));
            Some(format!(
                "animation {name} has no keys for {} joints of the pose (\"{first}\" first): programs that play it keep their pose",
                free.len()
            ))
        })
        .collect()
}
