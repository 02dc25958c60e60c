//! Meshes: skinned ones on separate nodes, rigid ones on their joints' nodes.

use std::collections::BTreeMap;

use kansetsu::glam::Vec3;
use serde_json::{Value, json};

use super::draft::Draft;
use super::geometry;
use super::materials::Looks;
use super::nodes::free_name;
use crate::gltf::at::malformed;
use crate::gltf::nodes::VISIBILITY;
use crate::gltf::save::number::numbers;
use crate::gltf::save::weights::NodeMorphs;
use crate::output::fault;
use crate::{Attachment, Error, Figure, Mesh, Morph};

/// Writes all meshes. A hidden one gets a separate, hidden node, and one with morph targets a
/// separate one. Other rigid ones on one joint are merged: a node has one mesh. Returns the nodes
/// of morph targets.
pub(super) fn write(
    figure: &Figure,
    skins: &[Option<usize>],
    looks: &Looks,
    draft: &mut Draft,
) -> Result<Vec<NodeMorphs>, Error> {
    let mut morphing: Vec<NodeMorphs> = Vec::new();
    let mut meshes: Vec<Value> = Vec::new();
    let mut mesh_of_joint: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, mesh) in figure.meshes.iter().enumerate() {
        let (targets, morphs) = targets_of(figure, index);
        let written = attached((mesh, &morphs), figure, skins, looks, draft)?;
        let Some((primitives, skin)) = written else { continue };
        if primitives.is_empty() {
            continue;
        }
        match skin {
            Ok(joint) if mesh.is_hidden || !morphs.is_empty() => {
                let name = free_name(&figure.rig.skeleton, &mesh.name);
                add_child(joint, named(&name, json!({"mesh": meshes.len()})), draft);
            }
            Ok(joint) => {
                if let Some(earlier) = mesh_of_joint
                    .get(&joint)
                    .and_then(|&earlier| meshes[earlier]["primitives"].as_array_mut())
                {
                    earlier.extend(primitives);
                    continue;
                }
                mesh_of_joint.insert(joint, meshes.len());
                draft.nodes[joint]["mesh"] = meshes.len().into();
            }
            Err(skin) => {
                let name = free_name(&figure.rig.skeleton, &mesh.name);
                draft.nodes.push(named(&name, json!({"mesh": meshes.len(), "skin": skin})));
            }
        }
        if mesh.is_hidden
            && let Some(node) = draft.nodes.last_mut()
        {
            node["extensions"] = json!({VISIBILITY: {"visible": false}});
            draft.use_extension(VISIBILITY);
        }
        let mut written = named(&mesh.name, json!({"primitives": primitives}));
        if !morphs.is_empty() {
            name_targets(&mut written, &morphs);
            morphing.push(NodeMorphs {
                node: draft.nodes.len() - 1,
                targets: targets.into_iter().map(|morph| vec![morph]).collect(),
            });
        }
        meshes.push(written);
    }
    draft.list("meshes", meshes);
    Ok(morphing)
}

/// The primitives of a mesh, and its joint or, as an error, the skin of the file.
type Attached = (Vec<Value>, Result<usize, usize>);

/// The parts of a mesh in the file; `None` for a skin that is not written.
fn attached(
    mesh: (&Mesh, &[&Morph]),
    figure: &Figure,
    skins: &[Option<usize>],
    looks: &Looks,
    draft: &mut Draft,
) -> Result<Option<Attached>, Error> {
    Ok(match mesh.0.attachment {
        Attachment::Joint(joint) if joint < figure.rig.skeleton.len() => {
            Some((write_parts(mesh, None, looks, draft)?, Ok(joint)))
        }
        Attachment::Skin(index) => match skins.get(index).copied().flatten() {
            Some(skin) => {
                let joints = Some(figure.skins[index].joints.len());
                Some((write_parts(mesh, joints, looks, draft)?, Err(skin)))
            }
            None => None,
        },
        Attachment::Joint(joint) => {
            return Err(malformed(
                &place(mesh.0),
                format!("it is attached to joint {joint}, which does not exist"),
            ));
        }
    })
}

/// The morph targets of a mesh, with their indices.
fn targets_of(figure: &Figure, mesh: usize) -> (Vec<usize>, Vec<&Morph>) {
    figure.morphs.iter().enumerate().filter(|(_, morph)| morph.mesh == mesh).unzip()
}

/// Writes the weights and names of a mesh's morph targets.
fn name_targets(mesh: &mut Value, morphs: &[&Morph]) {
    let names: Vec<&str> = morphs.iter().map(|morph| morph.name.as_str()).collect();
    let weights: Vec<f32> = morphs.iter().map(|morph| morph.weight).collect();
    mesh["weights"] = numbers(&weights);
    // Not in the specification: most programs read the names here.
    mesh["extras"] = json!({"targetNames": names});
}

/// Adds a node below the node of a joint.
fn add_child(joint: usize, node: Value, draft: &mut Draft) {
    let index = draft.nodes.len();
    draft.nodes.push(node);
    match draft.nodes[joint]["children"].as_array_mut() {
        Some(children) => children.push(index.into()),
        None => draft.nodes[joint]["children"] = json!([index]),
    }
    draft.hung.push(index);
}

fn place(mesh: &Mesh) -> String {
    format!("mesh \"{}\"", mesh.name)
}

fn named(name: &str, mut value: Value) -> Value {
    if !name.is_empty() {
        value["name"] = name.into();
    }
    value
}

/// The primitives that have triangles.
fn write_parts(
    (mesh, morphs): (&Mesh, &[&Morph]),
    skin_joints: Option<usize>,
    looks: &Looks,
    draft: &mut Draft,
) -> Result<Vec<Value>, Error> {
    let mut parts = Vec::new();
    for (index, part) in mesh
        .primitives
        .iter()
        .enumerate()
        .filter(|(_, part)| part.triangle_count() > 0 && !part.positions.is_empty())
    {
        fault(part, skin_joints, looks.textured.len())
            .map_err(|problem| malformed(&place(mesh), problem))?;
        let textured = part.material.is_some_and(|material| looks.textured[material]);
        let mut written =
            geometry::primitive(part, skin_joints.is_some(), textured, &mut draft.data);
        if !morphs.is_empty() {
            let targets = morphs.iter().map(|morph| {
                let offsets = offsets(morph, index, part.positions.len());
                json!({"POSITION": draft.data.sparse(part.positions.len(), &offsets)})
            });
            written["targets"] = targets.collect();
        }
        parts.push(written);
    }
    Ok(parts)
}

/// The offsets of a primitive's vertices, ascending, each once.
fn offsets(morph: &Morph, primitive: usize, count: usize) -> Vec<(u32, [f32; 3])> {
    let parts = morph.parts.iter().filter(|part| part.primitive == primitive);
    let pairs = parts.flat_map(|part| part.vertices.iter().zip(&part.offsets));
    let sound = pairs.filter(|(vertex, offset)| (**vertex as usize) < count && offset.is_finite());
    let mut sums: BTreeMap<u32, Vec3> = BTreeMap::new();
    for (&vertex, &offset) in sound {
        *sums.entry(vertex).or_default() += offset;
    }
    sums.into_iter().map(|(vertex, offset)| (vertex, offset.to_array())).collect()
}
