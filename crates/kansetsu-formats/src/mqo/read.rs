//! Bytes to figure.

use kansetsu::d3::{Rig, Skeleton, Transform};

use super::anchor::{Owners, Volume, volumes};
use super::archive::{others, unpack};
use super::bone::{self, Bone};
use super::document::Document;
use super::geometry::Solid;
use super::names::{Part, part};
use super::object::Object;
use super::scene::Scene;
use super::skeleton::{self, Built};
use super::triangle::Triangle;
use super::weights::{Segments, influences};
use crate::gltf::Resources;
use crate::texture::Textures;
use crate::{Attachment, Error, Figure, Influence, Mesh, Skin};

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The figure: a joint for each bone; a file without bones has one joint, which carries everything.
    pub figure: Figure,
    /// What is odd about the file and what is not kept, in sentences for people.
    pub warnings: Vec<String>,
    /// What it holds that has no effect on posing, in sentences for people.
    pub notes: Vec<String>,
    /// The file.
    pub document: Document,
}

/// Vertices times triangles of volumes that are looked at: beyond that vertices go to the nearest bones.
const MOST_WORK: usize = 200_000_000;

/// Reads an MQO file, or the one in an MQOZ archive; `resources` gives the pictures that lie beside it.
///
/// # Errors
/// [`Error::Malformed`] names the line (of an archive, the byte), what is wrong and what to do; [`Error::Unsupported`] archives that are packed in
/// another way.
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
        warnings.push("only the first object whose name begins with bone: is read as bones".to_owned());
    }
    (figure.materials, figure.images) = (materials, textures.images);
    let count = figure.materials.len();
    for primitive in figure.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        primitive.material = primitive.material.filter(|&material| material < count);
    }
    figure.recognize_body_beside_limits();
    Ok(Loaded { figure, warnings, notes, document: Document { bytes: bytes.to_vec() } })
}

/// The surfaces, those that are hidden too.
pub(super) fn surfaces(scene: &Scene) -> impl Iterator<Item = (&Object, &str, Option<&str>)> {
    scene.objects.iter().filter_map(|object| match part(&object.name) {
        Part::Surface { name, bone } => Some((object, name, bone)),
        _ => None,
    })
}

fn without_bones(scene: &Scene) -> Result<Figure, Error> {
    let mut builder = Skeleton::builder();
    builder.root("root", Transform::IDENTITY);
    let mut figure = Figure::new("", Rig::new(builder.build()?));
    for (object, name, _) in surfaces(scene) {
        let primitives: Vec<_> = Solid::new(object).primitives(object.facet).into_iter().map(|(part, _)| part).collect();
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
    figure
        .skins
        .push(Skin { joints: (0..rest.len()).collect(), inverse_bind: rest.iter().map(kansetsu::glam::Affine3::inverse).collect() });
    let binding = Binding { scene, object, bones: &bones, joints: &joints, segments: Segments::new(&bones, object) };
    for (surface, name, named) in surfaces(scene) {
        let mesh = binding.mesh(surface, name, named, warnings);
        for influence in mesh.primitives.iter().flat_map(|part| &part.influences).filter(|influence| influence.weight > 0.0) {
            figure.is_skinned[influence.joint as usize] = true;
        }
        if !mesh.primitives.is_empty() {
            figure.meshes.push(mesh);
        }
    }
    figure.triangles = triangles;
    Ok(figure)
}

/// What it takes to bind surfaces to bones.
pub(super) struct Binding<'a> {
    pub(super) scene: &'a Scene,
    pub(super) object: &'a Object,
    pub(super) bones: &'a [Bone],
    pub(super) joints: &'a [usize],
    pub(super) segments: Segments,
}

impl Binding<'_> {
    fn mesh(&self, surface: &Object, name: &str, named: Option<&str>, warnings: &mut Vec<String>) -> Mesh {
        let solid = Solid::new(surface);
        let weights = self.weights(&solid, (surface, name, named), warnings);
        let mut primitives = Vec::new();
        for (mut part, sources) in solid.primitives(surface.facet) {
            part.influences_per_vertex = 4;
            part.influences = sources.iter().flat_map(|&vertex| weights[vertex as usize]).collect();
            primitives.push(part);
        }
        Mesh { name: name.to_owned(), attachment: Attachment::Skin(0), is_hidden: !surface.is_visible, primitives }
    }

    /// The influences of each vertex.
    pub(super) fn weights(
        &self,
        solid: &Solid,
        (surface, name, named): (&Object, &str, Option<&str>),
        warnings: &mut Vec<String>,
    ) -> Vec<[Influence; 4]> {
        let volumes = self.volumes(surface, name);
        let whole = named.filter(|_| volumes.is_empty()).and_then(|name| self.bones.iter().position(|bone| bone.name == name));
        if let Some(bone) = whole {
            return vec![influences(&[(bone, 1.0)], self.joints); solid.vertices.len()];
        }
        let work = volumes.iter().map(Volume::cost).sum::<usize>().saturating_mul(solid.vertices.len());
        let is_too_much = work > MOST_WORK;
        let mut outside = 0;
        let weigh = |&vertex: &kansetsu::glam::Vec3| {
            let holding = volumes.iter().filter(|volume| !is_too_much && volume.holds(vertex));
            let mut weights = self.segments.weigh(vertex, holding);
            if weights.is_empty() {
                outside += 1;
                weights.extend(self.segments.nearest(vertex).map(|bone| (bone, 1.0)));
            }
            influences(&weights, self.joints)
        };
        let found: Vec<[Influence; 4]> = solid.vertices.iter().map(weigh).collect();
        match (is_too_much, volumes.is_empty()) {
            (true, _) => {
                warnings.push(format!("\"{name}\": the anchors have too many faces to look at; every vertex follows the nearest bone"))
            }
            (false, true) => warnings.push(format!("\"{name}\" has no anchor: every vertex follows the nearest bone")),
            (false, false) if outside > 0 => {
                warnings.push(format!("\"{name}\": {outside} of {} vertices are in no anchor; they follow the nearest bone", found.len()));
            }
            _ => {}
        }
        found
    }

    fn volumes(&self, surface: &Object, name: &str) -> Vec<Volume> {
        let mut found = Vec::new();
        let owners = Owners { bones: self.bones, object: self.object, looks: &self.scene.materials };
        for object in &self.scene.objects {
            if let Part::Anchor { target, bone } = part(&object.name)
                && (target == name || target == surface.name)
            {
                found.extend(volumes(object, bone, &owners));
            }
        }
        found
    }
}
