//! Bytes to a figure.

use kansetsu::d3::{Rig, Skeleton, Transform};

use super::archive::{of_plugins, others, unpack};
use super::binding::{Binding, surfaces};
use super::bone;
use super::document::Document;
use super::geometry::Solid;
use super::morphs::{Morphs, Source};
use super::names::{Part, part};
use super::object::Object;
use super::scene::Scene;
use super::skeleton::{self, Built};
use super::triangle::Triangle;
use super::weights::Segments;
use crate::beside::find;
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
    let morphs = plugins(bytes, &scene, resources, &mut warnings)
        .map(|plugins| Morphs::read(&plugins, &mut scene.counted, &mut warnings));
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
    let (mut figure, sources) = match bone_objects.next() {
        Some(object) => with_bones(&scene, object, &mut warnings)?,
        None => without_bones(&scene)?,
    };
    if let Some(morphs) = morphs {
        morphs.add(&mut figure, &scene, &sources, &mut warnings);
    }
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

/// The file with the data of plug-ins: in the archive, or beside the document.
fn plugins(
    bytes: &[u8],
    scene: &Scene,
    resources: &Resources<'_>,
    warnings: &mut Vec<String>,
) -> Option<Vec<u8>> {
    let found = match (bytes.starts_with(b"PK"), &scene.plugins) {
        (true, _) => of_plugins(bytes).map_err(|error| error.to_string()),
        (false, Some(path)) => find(path, resources).map(Some),
        (false, None) => Ok(None),
    };
    found.unwrap_or_else(|reason| {
        warnings.push(format!("the morphs in the MQX file are not read: {reason}"));
        None
    })
}

/// A figure, and the objects of its meshes.
type Bound<'a> = (Figure, Vec<Source<'a>>);

fn without_bones(scene: &Scene) -> Result<Bound<'_>, Error> {
    let mut builder = Skeleton::builder();
    builder.root("root", Transform::IDENTITY);
    let mut figure = Figure::new("", Rig::new(builder.build()?));
    let mut sources = Vec::new();
    for (object, name, _) in surfaces(scene) {
        let (primitives, vertices): (Vec<_>, Vec<_>) =
            Solid::new(object).primitives(object.facet).into_iter().unzip();
        if !primitives.is_empty() {
            sources.push(Source { object, mesh: figure.meshes.len(), vertices });
            let (attachment, is_hidden) = (Attachment::Joint(0), !object.is_visible);
            figure.meshes.push(Mesh { name: name.to_owned(), attachment, is_hidden, primitives });
        }
    }
    Ok((figure, sources))
}

fn with_bones<'a>(
    scene: &'a Scene,
    object: &Object,
    warnings: &mut Vec<String>,
) -> Result<Bound<'a>, Error> {
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
    let mut sources = Vec::new();
    for (surface, name, named) in surfaces(scene) {
        let (mesh, vertices) = binding.mesh(surface, name, named, warnings);
        for influence in mesh
            .primitives
            .iter()
            .flat_map(|part| &part.influences)
            .filter(|influence| influence.weight > 0.0)
        {
            figure.is_skinned[influence.joint as usize] = true;
        }
        if !mesh.primitives.is_empty() {
            sources.push(Source { object: surface, mesh: figure.meshes.len(), vertices });
            figure.meshes.push(mesh);
        }
    }
    figure.triangles = triangles;
    Ok((figure, sources))
}
