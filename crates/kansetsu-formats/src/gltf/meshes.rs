//! Meshes: for every node with one, its primitives and their skin.

use super::accessor::Store;
use super::at::At;
use super::materials::LoadedMaterial;
use super::nodes::Nodes;
use super::primitive::{self, Wanted};
use crate::element::Skipped;
use crate::{Attachment, Error, Mesh, Primitive, Skin};

/// The lists to which meshes refer.
pub(super) struct Parts<'a> {
    pub(super) store: &'a Store<'a>,
    pub(super) nodes: &'a Nodes<'a>,
    pub(super) skins: &'a [Skin],
    pub(super) materials: &'a [LoadedMaterial],
}

/// Reads the meshes of the nodes that the scene shows.
pub(super) fn read<'a>(
    root: &At<'a>,
    parts: &Parts<'a>,
    warnings: &mut Vec<String>,
    counted: &mut Skipped,
) -> Result<Vec<Mesh>, Error> {
    let sources = root.objects("meshes")?;
    let mut meshes = Vec::new();
    for (index, node) in
        parts.nodes.at.iter().enumerate().filter(|&(index, _)| parts.nodes.shown[index])
    {
        let Some(mesh) = node.index("mesh", sources.len(), "meshes")? else { continue };
        let skin = node.index("skin", parts.skins.len(), "skins")?;
        let primitives = read_primitives([node, &sources[mesh]], skin, parts, warnings, counted)?;
        // A primitive without influences cannot follow the skin: it moves with its node.
        let (skinned, rigid): (Vec<_>, Vec<_>) =
            primitives.into_iter().partition(|part| !part.influences.is_empty());
        let (name, is_hidden) = (sources[mesh].name(), parts.nodes.hidden[index]);
        if let Some(skin) = skin.filter(|_| !skinned.is_empty()) {
            meshes.push(Mesh {
                name: name.to_owned(),
                attachment: Attachment::Skin(skin),
                is_hidden,
                primitives: skinned,
            });
        }
        if !rigid.is_empty() {
            let attachment = Attachment::Joint(parts.nodes.joints[index]);
            meshes.push(Mesh { name: name.to_owned(), attachment, is_hidden, primitives: rigid });
        }
    }
    warnings.dedup();
    Ok(meshes)
}

fn read_primitives<'a>(
    [node, mesh]: [&At<'a>; 2],
    skin: Option<usize>,
    parts: &Parts<'a>,
    warnings: &mut Vec<String>,
    counted: &mut Skipped,
) -> Result<Vec<Primitive>, Error> {
    let morph_weights =
        node.number_list("weights")?.or(mesh.number_list("weights")?).unwrap_or_default();
    let mut primitives = Vec::new();
    for at in mesh.objects("primitives")? {
        let material = at.index("material", parts.materials.len(), "materials")?;
        let uv = material.map(|material| parts.materials[material].uv).unwrap_or_default();
        let skin_joints = skin.map(|skin| parts.skins[skin].joints.len());
        let wanted = Wanted { store: parts.store, uv, skin_joints, morph_weights: &morph_weights };
        if let Some(read) = primitive::read(&at, (mesh.name(), &wanted), counted)? {
            if skin.is_some() && read.influences.is_empty() {
                warnings.push(format!(
                    "{}: it has no joints and weights; it moves with its node",
                    at.path()
                ));
            }
            primitives.push(Primitive { material, ..read });
        }
    }
    Ok(primitives)
}
