//! Bytes to a figure.

use kansetsu::d3::{Rig, Skeleton, Transform};

use super::archive::{others, unpack};
use super::binding::{Binding, surfaces};
use super::bone;
use super::document::Document;
use super::geometry::Solid;
use super::names::{Part, part};
use super::object::Object;
use super::scene::Scene;
use super::skeleton::{self, Built};
use super::triangle::Triangle;
use super::weights::Segments;
use crate::gltf::Resources;
use crate::texture::Textures;
use crate::{Attachment, Error, Figure, Mesh, Skin};

/// A figure with a joint for each bone, and the file. A figure without bones has one joint, which
/// carries everything.
pub type Loaded = crate::Loaded<Document>;

/// Reads an MQO file, or the one in an MQOZ archive; `resources` returns the pictures beside it.
///
/// # Errors
/// [`Error::Malformed`] names the line (of an archive, the byte), the problem and a correction;
/// [`Error::Unsupported`] for archives with another compression.
pub fn read(bytes: &[u8], resources: &Resources<'_>) -> Result<Loaded, Error> {
    let unpacked = if bytes.starts_with(b"PK") { Some(unpack(bytes)?) } else { None };
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let mut scene = Scene::read(unpacked.as_deref().unwrap_or(bytes), &mut warnings)?;
    if unpacked.is_some() {
        others(bytes)?.iter().for_each(|name| scene.counted.add("archive", name));
    }
    for object in scene.objects.iter().filter(|object| part(&object.name) == Part::Aside) {
        scene.counted.add("MCS objects", &object.name);
    }
    scene.counted.tell(&mut warnings, &mut notes);
    let mut textures = Textures::default();
    let mut materials = Vec::new();
    for look in &scene.materials {
        let mut material = look.material.clone();
        if let Some(path) = &look.texture {
            textures.apply(&mut material, path, resources, &mut warnings);
        }
        materials.push(material);
    }
    let mut bone_objects = scene.objects.iter().filter(|object| part(&object.name) == Part::Bones);
    let mut figure = match bone_objects.next() {
        Some(object) => with_bones(&scene, object, &mut warnings)?,
        None => without_bones(&scene)?,
    };
    if bone_objects.next().is_some() {
        warnings
            .push("only the first object whose name starts with bone: is read as bones".to_owned());
    }
    (figure.materials, figure.images) = (materials, textures.images);
    let count = figure.materials.len();
    for primitive in figure.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        primitive.material = primitive.material.filter(|&material| material < count);
    }
    figure.recognize_body_beside_limits();
    Ok(crate::Loaded { figure, warnings, notes, document: Document { bytes: bytes.to_vec() } })
}

fn without_bones(scene: &Scene) -> Result<Figure, Error> {
    let mut builder = Skeleton::builder();
    builder.root("root", Transform::IDENTITY);
    let mut figure = Figure::new("", Rig::new(builder.build()?));
    for (object, name, _) in surfaces(scene) {
        let primitives: Vec<_> =
            Solid::new(object).primitives(object.facet).into_iter().map(|(part, _)| part).collect();
        if !primitives.is_empty() {
            let (attachment, is_hidden) = (Attachment::Joint(0), !object.is_visible);
            figure.meshes.push(Mesh { name: name.to_owned(), attachment, is_hidden, primitives });
        }
    }
    Ok(figure)
}

fn with_bones(scene: &Scene, object: &Object, warnings: &mut Vec<String>) -> Result<Figure, Error> {
    let bones = bone::read(object, &scene.materials, warnings)?;
    if bones.is_empty() {
        warnings.push(format!("\"{}\" has no triangles: there are no bones", object.name));
        return without_bones(scene);
    }
    let Built { rig, joints, triangles, stops } = skeleton::build(&bones, object)?;
    warnings.extend(triangles.iter().filter_map(Triangle::warning));
    let mut figure = Figure::new(object.name.trim_start_matches("bone:").trim(), rig);
    figure.rig.ik_stops = stops;
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    figure.skins.push(Skin {
        joints: (0..rest.len()).collect(),
        inverse_bind: rest.iter().map(kansetsu::glam::Affine3::inverse).collect(),
    });
    let binding = Binding {
        scene,
        object,
        bones: &bones,
        joints: &joints,
        segments: Segments::new(&bones, object),
    };
    for (surface, name, named) in surfaces(scene) {
        let mesh = binding.mesh(surface, name, named, warnings);
        for influence in mesh
            .primitives
            .iter()
            .flat_map(|part| &part.influences)
            .filter(|influence| influence.weight > 0.0)
        {
            figure.is_skinned[influence.joint as usize] = true;
        }
        if !mesh.primitives.is_empty() {
            figure.meshes.push(mesh);
        }
    }
    figure.triangles = triangles;
    Ok(figure)
}
