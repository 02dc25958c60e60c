//! Models to figures.

use std::collections::{BTreeMap, BTreeSet};

use kansetsu::d3::limit::Hinge;
use kansetsu::d3::{Limb, Limit, Rig, Skeleton, Transform};
use kansetsu::glam::{Affine3, Vec3};

use super::elements::ELEMENTS;
use super::model::{Bone, Ik, Model};
use super::rest::Rest;
use super::surface::Surface;
use super::{ik, morphs, pmd, pmx, springs};
use crate::element::Skipped;
use crate::gltf::Resources;
use crate::texture::Textures;
use crate::{Attachment, Error, Figure, Influence, Mesh, Primitive, Skin};

/// A figure with a joint for each bone, with its name, and the bones, which have data beyond the
/// skeleton.
pub type Loaded = crate::Loaded<Model>;

/// The most bones; more are taken as damage.
const MOST_BONES: usize = 16_384;

/// Reads a PMX or PMD model; `resources` returns the pictures beside it.
///
/// # Errors
/// [`Error::Malformed`] names the byte and the expected content, or a cycle of bones;
/// [`Error::Unsupported`] for another version.
pub fn read(bytes: &[u8], resources: &Resources<'_>) -> Result<Loaded, Error> {
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let is_pmd = bytes.starts_with(b"Pmd");
    let mut counted = Skipped::new(&ELEMENTS);
    let mut parsed = if is_pmd {
        pmd::read(bytes, &mut counted, &mut warnings)?
    } else {
        pmx::read(bytes, &mut counted, &mut warnings)?
    };
    counted.tell(&mut warnings, &mut notes);
    let format = if is_pmd { pmd::FORMAT } else { pmx::FORMAT };
    if parsed.bones.len() > MOST_BONES {
        let what = format!("a model of {} bones", parsed.bones.len());
        return Err(Error::Unsupported { format, place: "the bones".to_owned(), what });
    }
    drop_invalid_references(&mut parsed.bones, &mut warnings);
    if parsed.bones.is_empty() {
        warnings.push("the model has no bones; one named \"root\" is added".to_owned());
        parsed.bones.push(Bone { name: "root".to_owned(), ..Bone::default() });
    }
    let mut model = Model::new(parsed.bones);
    let wrong = |error: Error| Error::Malformed {
        format,
        place: "the bones".to_owned(),
        problem: error.to_string(),
    };
    let skeleton = skeleton(&model).map_err(wrong)?;
    model.joints =
        (0..model.bones.len()).filter_map(|bone| skeleton.index_of_added(bone)).collect();
    let mut figure = Figure::new(parsed.name, Rig::new(skeleton));
    let sources = add_surface(&mut figure, &model, parsed.surface, resources, &mut warnings);
    let Rest { morphs, physics } = parsed.rest;
    model.morphs = morphs::named(&morphs, model.bones.len());
    morphs::add(&mut figure, &model, &morphs, &sources, &mut warnings);
    figure.springs = springs::of(&model, &physics, &mut warnings);
    add_limits(&mut figure.rig, &model);
    figure.recognize_body_beside_limits();
    add_limbs(&mut figure.rig, &model);
    Ok(crate::Loaded { figure, warnings, notes, document: model })
}

/// Removes references to bones that do not exist.
fn drop_invalid_references(bones: &mut [Bone], warnings: &mut Vec<String>) {
    let count = bones.len();
    let mut dropped = 0;
    for (index, bone) in bones.iter_mut().enumerate() {
        let is_wrong = |other: usize| other >= count || other == index;
        if bone.parent.is_some_and(is_wrong) {
            (bone.parent, dropped) = (None, dropped + 1);
        }
        if bone.append.is_some_and(|append| is_wrong(append.source)) {
            (bone.append, dropped) = (None, dropped + 1);
        }
        let is_sound = |ik: &Ik| {
            ik.target < count
                && !ik.links.is_empty()
                && ik.links.iter().all(|link| link.bone < count)
        };
        if bone.ik.as_ref().is_some_and(|ik| !is_sound(ik)) {
            (bone.ik, dropped) = (None, dropped + 1);
        }
    }
    if dropped > 0 {
        warnings.push(format!(
            "{dropped} references of bones to missing bones or to themselves are ignored"
        ));
    }
}

fn skeleton(model: &Model) -> Result<Skeleton, Error> {
    let mut builder = Skeleton::builder();
    for (index, bone) in model.bones.iter().enumerate() {
        builder.root(bone.name.as_str(), Transform::from_translation(model.rest(index)));
    }
    for (index, bone) in model.bones.iter().enumerate() {
        if let Some(parent) = bone.parent {
            builder.attach(index, parent)?;
        }
    }
    Ok(builder.build()?)
}

/// One skin of all bones; one primitive for each material. Returns the file's vertex of each vertex
/// of each primitive.
fn add_surface(
    figure: &mut Figure,
    model: &Model,
    mut surface: Surface,
    resources: &Resources<'_>,
    warnings: &mut Vec<String>,
) -> Vec<Vec<u32>> {
    let mut textures = Textures::default();
    let (mut primitives, mut sources) = (Vec::new(), Vec::new());
    let mut first = 0_usize;
    let mut lost = 0;
    for part in std::mem::take(&mut surface.parts) {
        let end = first.saturating_add(part.count).min(surface.indices.len());
        let triangles = surface.indices[first..end].as_chunks::<3>().0;
        lost += triangles
            .iter()
            .flatten()
            .filter(|&&index| index as usize >= surface.vertices.len())
            .count();
        let (mut primitive, source) = primitive(&surface, triangles, model);
        first = end;
        let mut material = part.material;
        if let Some(path) = &part.texture {
            textures.apply(&mut material, path, resources, warnings);
        }
        primitive.material = Some(figure.materials.len());
        figure.materials.push(material);
        if !primitive.indices.is_empty() {
            primitives.push(primitive);
            sources.push(source);
        }
    }
    if lost > 0 {
        warnings.push(format!(
            "{lost} corners of triangles refer to missing vertices; those triangles are ignored"
        ));
    }
    figure.images = textures.images;
    if primitives.is_empty() {
        return sources;
    }
    let used = skinned_bones(&mut primitives);
    let joints: Vec<usize> = used.iter().map(|&bone| model.joints[bone]).collect();
    joints.iter().for_each(|&joint| figure.is_skinned[joint] = true);
    let inverse_bind =
        used.iter().map(|&bone| Affine3::from_translation(-model.bones[bone].position)).collect();
    figure.skins.push(Skin { joints, inverse_bind });
    figure.meshes.push(Mesh {
        name: figure.name.clone(),
        attachment: Attachment::Skin(0),
        primitives,
        ..Mesh::default()
    });
    sources
}

/// The bones that move vertices, in order; influences are indices into this list from here on.
fn skinned_bones(primitives: &mut [Primitive]) -> Vec<usize> {
    let influences = || primitives.iter().flat_map(|part| &part.influences);
    let used: BTreeSet<u32> = influences()
        .filter(|influence| influence.weight > 0.0)
        .map(|influence| influence.joint)
        .collect();
    let places: BTreeMap<u32, u32> =
        used.iter().zip(0..).map(|(&bone, place)| (bone, place)).collect();
    for influence in primitives.iter_mut().flat_map(|part| &mut part.influences) {
        influence.joint = places.get(&influence.joint).copied().unwrap_or(0);
    }
    used.into_iter().map(|bone| bone as usize).collect()
}

/// A primitive, and the file's vertex of each of its vertices.
fn primitive(surface: &Surface, triangles: &[[u32; 3]], model: &Model) -> (Primitive, Vec<u32>) {
    let mut part = Primitive { influences_per_vertex: 4, ..Primitive::default() };
    let mut source = Vec::new();
    let mut known: BTreeMap<u32, u32> = BTreeMap::new();
    for &[a, b, c] in triangles {
        if [a, b, c].iter().any(|&index| index as usize >= surface.vertices.len()) {
            continue;
        }
        // Reversed, since z has changed its sign.
        for index in [a, c, b] {
            let own = *known.entry(index).or_insert_with(|| {
                let vertex = &surface.vertices[index as usize];
                source.push(index);
                part.positions.push(vertex.position);
                part.normals.push(vertex.normal.normalize_or(Vec3::Y));
                part.uvs.push(vertex.uv);
                part.influences.extend(vertex.weights.map(|(bone, weight)| {
                    let bone = bone.filter(|&bone| bone < model.bones.len() && weight > 0.0);
                    bone.map_or(Influence::default(), |bone| Influence {
                        joint: bone as u32,
                        weight,
                    })
                }));
                part.positions.len() as u32 - 1
            });
            part.indices.push(own);
        }
    }
    (part, source)
}

/// The file's limits of single bones: the angles of IK links, and axes. A limit always includes the
/// rest pose.
fn add_limits(rig: &mut Rig, model: &Model) {
    for (bone, &joint) in model.bones.iter().zip(&model.joints) {
        if let Some(axis) = bone.fixed_axis {
            rig.limits[joint] = Some(Limit::Hinge(Hinge::free(axis)));
        }
    }
    for link in model.bones.iter().filter_map(|bone| bone.ik.as_ref()).flat_map(|ik| &ik.links) {
        if let Some([low, high]) = link.limits {
            let joint = model.joints[link.bone];
            rig.limits[joint] = Some(ik::limit([low.min(Vec3::ZERO), high.max(Vec3::ZERO)]));
        }
    }
}

/// Chains of two IK links become limbs, unless the body already has a limb to their tip.
fn add_limbs(rig: &mut Rig, model: &Model) {
    for ik in model.bones.iter().filter_map(|bone| bone.ik.as_ref()) {
        let [lower, upper] = ik.links[..] else { continue };
        let [base, middle, tip] =
            [upper.bone, lower.bone, ik.target].map(|bone| model.joints[bone]);
        let is_chain = rig.skeleton.ancestors(tip).any(|joint| joint == middle)
            && rig.skeleton.ancestors(middle).any(|joint| joint == base);
        if !is_chain || base == middle || middle == tip || rig.limb_to(tip).is_some() {
            continue;
        }
        let axis = lower.limits.and_then(ik::hinge).map_or(Vec3::X, |hinge| {
            if hinge.min + hinge.max < 0.0 { -hinge.axis } else { hinge.axis }
        });
        let segment = model.bones[ik.target].position - model.bones[lower.bone].position;
        let pole = segment.cross(axis).normalize_or(Vec3::Z);
        rig.limbs.push(Limb {
            name: model.bones[lower.bone].name.clone(),
            base,
            middle,
            tip,
            pole,
        });
    }
}
