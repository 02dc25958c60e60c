//! Inputs from our own figures and writers.

use std::{collections::BTreeSet, path::Path};

use base64::{Engine, engine::general_purpose::STANDARD};
use kansetsu::{
    animation::Clip,
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Figure, Mesh, Primitive};
use serde_json::Value;

/// The triangles that are kept of a figure's surface: mutations should meet structure, not
/// vertices.
const TRIANGLES: usize = 8;
/// The parts that are kept of it.
const PARTS: usize = 2;

/// An embedded figure with little surface, and with a motion.
pub(crate) fn small(name: &str) -> Figure {
    let mut figure = kansetsu_figures::figure(name).unwrap_or_else(kansetsu_figures::arm);
    figure.meshes.truncate(PARTS);
    figure.meshes.iter_mut().for_each(trim);
    let clip = motion(&figure);
    figure.clips = vec![clip];
    figure
}

fn trim(mesh: &mut Mesh) {
    mesh.primitives.truncate(1);
    mesh.primitives.iter_mut().for_each(|part| *part = trimmed(part));
}

fn trimmed(part: &Primitive) -> Primitive {
    let indices = &part.indices[..part.indices.len().min(3 * TRIANGLES)];
    let kept: Vec<usize> =
        indices.iter().map(|&index| index as usize).collect::<BTreeSet<_>>().into_iter().collect();
    let place =
        |index: &u32| kept.iter().position(|&old| old == *index as usize).unwrap_or(0) as u32;
    let per_vertex = part.influences_per_vertex;
    let influences = kept
        .iter()
        .flat_map(|&old| part.influences.iter().skip(old * per_vertex).take(per_vertex).copied());
    Primitive {
        positions: only(&kept, &part.positions),
        normals: only(&kept, &part.normals),
        uvs: only(&kept, &part.uvs),
        colors: only(&kept, &part.colors),
        influences: influences.collect(),
        influences_per_vertex: per_vertex,
        indices: indices.iter().map(place).collect(),
        material: part.material,
    }
}

fn only<T: Copy>(kept: &[usize], list: &[T]) -> Vec<T> {
    kept.iter().filter_map(|&old| list.get(old).copied()).collect()
}

/// Four frames in which every joint turns.
fn motion(figure: &Figure) -> Clip {
    let rest = figure.rig.skeleton.rest_pose();
    let frame = |frame: usize| {
        let mut pose = rest.clone();
        for (joint, local) in pose.locals.iter_mut().enumerate() {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][joint % 3];
            local.rotation *= Quat::from_axis_angle(axis, 0.1 * frame as f32);
        }
        pose.locals[0].translation.y += 0.05 * frame as f32;
        pose
    };
    Clip::from_poses("motion", &rest, &(0..4).map(frame).collect::<Vec<_>>(), 30.0)
}

/// The values of a field, in base64, in a list of a JSON file of the tests of kansetsu-formats; an
/// empty name is the whole file.
pub(crate) fn made(file: &str, list: &str, field: &str) -> Vec<Vec<u8>> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/kansetsu-formats/tests/compressed");
    let text = std::fs::read(folder.join(file)).unwrap_or_default();
    let value: Value = serde_json::from_slice(&text).unwrap_or_default();
    let entries = if list.is_empty() { &value } else { &value[list] };
    let entries = entries.as_array().cloned().unwrap_or_default();
    entries.iter().filter_map(|entry| STANDARD.decode(entry[field].as_str()?).ok()).collect()
}

/// Bones of a person, with their parents and places.
const BONES: [(&str, &str, [f32; 3]); 15] = [
    ("hips", "", [0.0, 1.0, 0.0]),
    ("spine", "hips", [0.0, 0.1, 0.0]),
    ("head", "spine", [0.0, 0.5, 0.0]),
    ("leftUpperArm", "spine", [0.15, 0.4, 0.0]),
    ("leftLowerArm", "leftUpperArm", [0.3, 0.0, 0.0]),
    ("leftHand", "leftLowerArm", [0.25, 0.0, 0.0]),
    ("rightUpperArm", "spine", [-0.15, 0.4, 0.0]),
    ("rightLowerArm", "rightUpperArm", [-0.3, 0.0, 0.0]),
    ("rightHand", "rightLowerArm", [-0.25, 0.0, 0.0]),
    ("leftUpperLeg", "hips", [0.1, -0.1, 0.0]),
    ("leftLowerLeg", "leftUpperLeg", [0.0, -0.4, 0.0]),
    ("leftFoot", "leftLowerLeg", [0.0, -0.4, 0.0]),
    ("rightUpperLeg", "hips", [-0.1, -0.1, 0.0]),
    ("rightLowerLeg", "rightUpperLeg", [0.0, -0.4, 0.0]),
    ("rightFoot", "rightLowerLeg", [0.0, -0.4, 0.0]),
];

/// A humanoid VRM as text: version 0.x or 1.0 by its extension.
pub(crate) fn vrm(extension: &str) -> Vec<u8> {
    let index = |name: &str| BONES.iter().position(|(bone, ..)| *bone == name);
    let children = |of: &str| -> Vec<usize> {
        BONES
            .iter()
            .filter(|(_, parent, _)| *parent == of)
            .filter_map(|(bone, ..)| index(bone))
            .collect()
    };
    let nodes: Vec<Value> = BONES
        .iter()
        .map(|(bone, _, at)| serde_json::json!({ "name": bone, "translation": at, "children": children(bone) }))
        .collect();
    let nodes = Value::from(nodes).to_string().replace(",\"children\":[]", "");
    let content = extension_content(extension);
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"extensionsUsed\":[\"{extension}\"],\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":{nodes},\
         \"extensions\":{{\"{extension}\":{{{content}}}}}}}"
    )
    .into_bytes()
}

/// What the extension says: the bones by name.
fn extension_content(extension: &str) -> String {
    let is_new = extension == "VRMC_vrm";
    let bones: Vec<String> = BONES
        .iter()
        .enumerate()
        .map(|(node, (bone, ..))| {
            if is_new {
                format!("\"{bone}\":{{\"node\":{node}}}")
            } else {
                format!("{{\"bone\":\"{bone}\",\"node\":{node},\"useDefaultValues\":true}}")
            }
        })
        .collect();
    let bones = bones.join(",");
    if is_new {
        format!(
            "\"specVersion\":\"1.0\",\"meta\":{{\"name\":\"a\",\"authors\":[\"b\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"}},\
             \"humanoid\":{{\"humanBones\":{{{bones}}}}},\"expressions\":{{\"preset\":{{\"happy\":{{\"morphTargetBinds\":[]}}}}}},\"lookAt\":{{\"type\":\"bone\"}}"
        )
    } else {
        format!(
            "\"specVersion\":\"0.0\",\"meta\":{{\"title\":\"a\",\"author\":\"b\"}},\"humanoid\":{{\"humanBones\":[{bones}]}},\
             \"blendShapeMaster\":{{\"blendShapeGroups\":[{{\"name\":\"Joy\",\"presetName\":\"joy\",\"binds\":[]}}]}},\"firstPerson\":{{\"lookAtTypeName\":\"Bone\"}}"
        )
    }
}
