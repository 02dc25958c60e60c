//! Meshes: skinned ones on separate nodes, rigid ones on their joints' nodes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::draft::Draft;
use super::geometry;
use super::materials::Looks;
use super::nodes::free_name;
use crate::gltf::at::malformed;
use crate::gltf::nodes::VISIBILITY;
use crate::output::fault;
use crate::{Attachment, Error, Figure, Mesh};

/// Writes all meshes. A hidden one gets a separate, hidden node. Several rigid ones on one joint
/// are merged: a node has one mesh.
pub(super) fn write(
    figure: &Figure,
    skins: &[Option<usize>],
    looks: &Looks,
    draft: &mut Draft,
) -> Result<(), Error> {
    let mut meshes: Vec<Value> = Vec::new();
    let mut mesh_of_joint: BTreeMap<usize, usize> = BTreeMap::new();
    for mesh in &figure.meshes {
        let (primitives, skin) = match mesh.attachment {
            Attachment::Joint(joint) if joint < figure.rig.skeleton.len() => {
                (write_parts(mesh, None, looks, draft)?, Ok(joint))
            }
            Attachment::Skin(index) => {
                let Some(skin) = skins.get(index).copied().flatten() else { continue };
                (
                    write_parts(mesh, Some(figure.skins[index].joints.len()), looks, draft)?,
                    Err(skin),
                )
            }
            Attachment::Joint(joint) => {
                return Err(malformed(
                    &place(mesh),
                    format!("it is attached to joint {joint}, which does not exist"),
                ));
            }
        };
        if primitives.is_empty() {
            continue;
        }
        match skin {
            Ok(joint) if mesh.is_hidden => {
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
        meshes.push(named(&mesh.name, json!({"primitives": primitives})));
    }
    draft.list("meshes", meshes);
    Ok(())
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
    mesh: &Mesh,
    skin_joints: Option<usize>,
    looks: &Looks,
    draft: &mut Draft,
) -> Result<Vec<Value>, Error> {
    let mut parts = Vec::new();
    for part in mesh
        .primitives
        .iter()
        .filter(|part| part.triangle_count() > 0 && !part.positions.is_empty())
    {
        fault(part, skin_joints, looks.textured.len())
            .map_err(|problem| malformed(&place(mesh), problem))?;
        let textured = part.material.is_some_and(|material| looks.textured[material]);
        parts.push(geometry::primitive(part, skin_joints.is_some(), textured, &mut draft.data));
    }
    Ok(parts)
}
