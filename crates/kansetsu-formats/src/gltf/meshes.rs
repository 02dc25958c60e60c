//! Meshes: for every node with one, its primitives, their skin and their morph targets.

use super::accessor::Store;
use super::at::At;
use super::materials::LoadedMaterial;
use super::nodes::Nodes;
use super::primitive::{self, Loaded, Wanted};
use crate::element::Skipped;
use crate::{Attachment, Error, Mesh, Morph, MorphOffsets, Primitive, Skin};

/// The lists to which meshes refer.
pub(super) struct Parts<'a> {
    pub(super) store: &'a Store<'a>,
    pub(super) nodes: &'a Nodes<'a>,
    pub(super) skins: &'a [Skin],
    pub(super) materials: &'a [LoadedMaterial],
}

/// The meshes of the shown nodes.
#[derive(Default)]
pub(super) struct Surfaces {
    pub(super) meshes: Vec<Mesh>,
    pub(super) morphs: Vec<Morph>,
}

/// Reads the meshes of the nodes that the scene shows.
pub(super) fn read<'a>(
    root: &At<'a>,
    parts: &Parts<'a>,
    warnings: &mut Vec<String>,
    counted: &mut Skipped,
) -> Result<Surfaces, Error> {
    let sources = root.objects("meshes")?;
    let mut surfaces = Surfaces::default();
    for (index, node) in
        parts.nodes.at.iter().enumerate().filter(|&(index, _)| parts.nodes.shown[index])
    {
        let Some(mesh) = node.index("mesh", sources.len(), "meshes")? else { continue };
        let skin = node.index("skin", parts.skins.len(), "skins")?;
        let targets = Targets::of(index, node, &sources[mesh])?;
        let primitives =
            read_primitives((&sources[mesh], &targets), skin, parts, warnings, counted)?;
        // A primitive without influences cannot follow the skin: it moves with its node.
        let (skinned, rigid): (Vec<_>, Vec<_>) =
            primitives.into_iter().partition(|part| !part.primitive.influences.is_empty());
        let of = |attachment| Mesh {
            name: sources[mesh].name().to_owned(),
            attachment,
            is_hidden: parts.nodes.hidden[index],
            primitives: Vec::new(),
        };
        if let Some(skin) = skin.filter(|_| !skinned.is_empty()) {
            surfaces.add(of(Attachment::Skin(skin)), skinned, &targets);
        }
        if !rigid.is_empty() {
            surfaces.add(of(Attachment::Joint(parts.nodes.joints[index])), rigid, &targets);
        }
    }
    warnings.dedup();
    Ok(surfaces)
}

impl Surfaces {
    fn add(&mut self, mesh: Mesh, loaded: Vec<Loaded>, targets: &Targets<'_>) {
        let count = loaded.iter().map(|part| part.morphs.len()).max().unwrap_or(0);
        let mut morphs: Vec<Morph> =
            (0..count).map(|index| targets.morph(index, self.meshes.len())).collect();
        let mut primitives = Vec::with_capacity(loaded.len());
        for (index, part) in loaded.into_iter().enumerate() {
            for (morph, offsets) in morphs.iter_mut().zip(part.morphs) {
                if !offsets.vertices.is_empty() {
                    morph.parts.push(MorphOffsets { primitive: index, ..offsets });
                }
            }
            primitives.push(part.primitive);
        }
        self.meshes.push(Mesh { primitives, ..mesh });
        self.morphs.extend(morphs);
    }
}

/// The morph targets of a node's mesh.
struct Targets<'a> {
    node: usize,
    names: &'a [serde_json::Value],
    /// Their weights at rest; missing ones are 0.
    weights: Vec<f32>,
}

impl<'a> Targets<'a> {
    fn of(index: usize, node: &At<'a>, mesh: &At<'a>) -> Result<Self, Error> {
        let weights =
            node.number_list("weights")?.or(mesh.number_list("weights")?).unwrap_or_default();
        // Not in the specification: most exporters write the names here.
        let names = |value: &'a serde_json::Value| value["extras"]["targetNames"].as_array();
        let names = names(mesh.value()).or_else(|| names(&mesh.value()["primitives"][0]));
        Ok(Self { node: index, names: names.map_or(&[], Vec::as_slice), weights })
    }

    fn morph(&self, index: usize, mesh: usize) -> Morph {
        let name = self.names.get(index).and_then(serde_json::Value::as_str).unwrap_or_default();
        let weight = self.weights.get(index).copied().unwrap_or(0.0);
        Morph {
            name: name.to_owned(),
            mesh,
            node: Some(self.node),
            index,
            weight,
            parts: Vec::new(),
        }
    }
}

fn read_primitives<'a>(
    (mesh, targets): (&At<'a>, &Targets<'_>),
    skin: Option<usize>,
    parts: &Parts<'a>,
    warnings: &mut Vec<String>,
    counted: &mut Skipped,
) -> Result<Vec<Loaded>, Error> {
    let mut primitives = Vec::new();
    for at in mesh.objects("primitives")? {
        let material = at.index("material", parts.materials.len(), "materials")?;
        let uv = material.map(|material| parts.materials[material].uv).unwrap_or_default();
        let skin_joints = skin.map(|skin| parts.skins[skin].joints.len());
        let wanted =
            Wanted { store: parts.store, uv, skin_joints, morph_weights: &targets.weights };
        if let Some(read) = primitive::read(&at, (mesh.name(), &wanted), counted)? {
            if skin.is_some() && read.primitive.influences.is_empty() {
                warnings.push(format!(
                    "{}: it has no joints and weights; it moves with its node",
                    at.path()
                ));
            }
            let primitive = Primitive { material, ..read.primitive };
            primitives.push(Loaded { primitive, ..read });
        }
    }
    Ok(primitives)
}
