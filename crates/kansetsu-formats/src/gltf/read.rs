//! Bytes to a figure.

use kansetsu::d3::Rig;
use kansetsu::glam::Vec3;
use serde_json::Value;

use super::accessor::Store;
use super::at::{At, FORMAT, malformed};
use super::container;
use super::document::{Document, Resource};
use super::images::LoadedImage;
use super::meshes::Parts;
use super::nodes::Nodes;
use super::uri::fetch;
use super::{ELEMENTS, elements};
use super::{
    animations, expressions, gaze, images, kept_expressions, kept_pose, kept_weights, materials,
    meshes, meta, origins, rigs, roles, skins, springs,
};
use crate::beside::Resources;
use crate::element::Skipped;
use crate::rig::RigFile;
use crate::{Error, Figure, Morph, Role};

/// The figure, and the file for saving.
pub type Loaded = crate::Loaded<Document>;

/// Without these extensions, geometry or motion would be missing or wrong.
const NOT_UNPACKED: &[&str] = if cfg!(feature = "compressed") {
    &[]
} else {
    &["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"]
};

/// Reads a glTF or GLB file. `resources` returns the bytes of files beside it, named by their
/// relative paths with percent signs decoded; it is not called for embedded data. Refuse unwanted
/// paths there: a path may contain `..`.
///
/// # Errors
/// [`Error::Malformed`] names the JSON path or byte, [`Error::Unsupported`] the unsupported
/// extension, [`Error::Resource`] a buffer that cannot be read, [`Error::Skeleton`] an invalid
/// joint. Missing images, damaged animations and similar defects are warnings.
pub fn read(bytes: &[u8], resources: &Resources<'_>) -> Result<Loaded, Error> {
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let parts = container::split(bytes, &mut warnings)?;
    let Source { json, buffers, mut external } = Source::of(&parts, resources)?;
    let root = At::root(&json);
    check_asset(&root, &mut warnings)?;
    let mut counted = Skipped::new(&ELEMENTS);
    elements::count(&root, &mut counted);
    let mut figure = read_figure(
        &root,
        &buffers,
        resources,
        &mut Notes { warnings: &mut warnings, counted: &mut counted, external: &mut external },
    )?;
    counted.tell(&mut warnings, &mut notes);
    let skeleton = figure.rig.skeleton.clone();
    // The rest pose of a VRM avatar or of a VRM animation is its T-pose.
    let replaced = if is_avatar(&root) || crate::vrma::is_animation(&json) {
        None
    } else {
        figure.detect_reference()
    };
    rigs::read(&root, &mut figure, &mut warnings);
    warnings.extend(replaced.filter(|_| figure.reference.is_replaced()));
    kept_pose::read(&root, &mut figure, &mut warnings);
    kept_expressions::read(&root, &mut figure, &mut warnings);
    let mut clips = std::mem::take(&mut figure.clips);
    kept_weights::read(&root, figure.all_faces(), &mut clips, &mut warnings);
    figure.clips = clips;
    origins::read(&root, &mut figure, &mut warnings);
    figure.meta = meta::read(&root);
    let document = Document {
        container: parts.container,
        text: parts.json.to_owned(),
        bin: parts.bin.map(<[u8]>::to_vec),
        extra: parts.extra.into_iter().map(|(kind, data)| (kind, data.to_vec())).collect(),
        skeleton,
        expressions: figure.expressions.clone(),
        morphs: figure.morphs.iter().map(without_offsets).collect(),
        rig: RigFile { name: String::new(), ..RigFile::from_figure(&figure) },
        node_of_joint: figure.nodes.clone(),
        json,
        buffers,
        external,
    };
    Ok(crate::Loaded { figure, warnings, notes, document })
}

/// A morph target for saving, which needs no vertices.
fn without_offsets(morph: &Morph) -> Morph {
    Morph { name: morph.name.clone(), parts: Vec::new(), ..*morph }
}

/// The contents of a file: its JSON text, its buffers, and the files beside it.
pub(super) struct Source {
    pub(super) json: Value,
    pub(super) buffers: Vec<Option<Vec<u8>>>,
    external: Vec<Resource>,
}

impl Source {
    pub(super) fn of(
        parts: &container::Parts<'_>,
        resources: &Resources<'_>,
    ) -> Result<Self, Error> {
        let json: Value = serde_json::from_str(parts.json).map_err(|error| not_json(&error))?;
        let root = At::root(&json);
        root.object()?;
        check_extensions(&root)?;
        let mut external = Vec::new();
        let buffers = read_buffers(&root, parts.bin, resources, &mut external)?;
        Ok(Self { json, buffers, external })
    }
}

/// The collected warnings and notes.
struct Notes<'a> {
    warnings: &'a mut Vec<String>,
    counted: &'a mut Skipped,
    external: &'a mut Vec<Resource>,
}

fn not_json(error: &serde_json::Error) -> Error {
    // The place already has the position.
    let text = error.to_string();
    let problem = text.split(" at line ").next().unwrap_or_default();
    malformed(
        &format!("line {} column {}", error.line(), error.column()),
        format!("not JSON: {problem}"),
    )
}

fn check_asset(root: &At<'_>, warnings: &mut Vec<String>) -> Result<(), Error> {
    let Some(asset) = root.child("asset")? else {
        warnings.push("asset: missing; read as version 2.0".to_owned());
        return Ok(());
    };
    let needed = asset.text("minVersion")?.or(asset.text("version")?);
    match needed {
        None => warnings.push("asset.version: missing; read as 2.0".to_owned()),
        Some("2.0") => {}
        Some(version) if version.starts_with("2.") && asset.get("minVersion").is_none() => {}
        Some(version) => {
            let place = asset.path_of("version");
            return Err(Error::Unsupported {
                format: FORMAT,
                place,
                what: format!("version {version}"),
            });
        }
    }
    Ok(())
}

fn check_extensions(root: &At<'_>) -> Result<(), Error> {
    for (index, name) in root.list("extensionsRequired")?.iter().enumerate() {
        let name = name.as_text().ok_or_else(|| name.wrong("expected the name of an extension"))?;
        if NOT_UNPACKED.contains(&name) {
            return Err(Error::Unsupported {
                format: FORMAT,
                place: format!("extensionsRequired[{index}]"),
                what: name.to_owned(),
            });
        }
    }
    Ok(())
}

/// The contents of all buffers; `None` for one without `uri` that is not the GLB file's own.
fn read_buffers(
    root: &At<'_>,
    bin: Option<&[u8]>,
    resources: &Resources<'_>,
    external: &mut Vec<Resource>,
) -> Result<Vec<Option<Vec<u8>>>, Error> {
    let mut buffers = Vec::new();
    for (index, at) in root.objects("buffers")?.iter().enumerate() {
        let length = at.need_integer("byteLength")?;
        let bytes = match at.text("uri")? {
            Some(uri) => {
                let fetched = fetch(uri, at, resources)?;
                if let Some(path) = fetched.path {
                    external.push(Resource { path, bytes: fetched.bytes.clone() });
                }
                Some(fetched.bytes)
            }
            None => bin.filter(|_| index == 0).map(<[u8]>::to_vec),
        };
        if let Some(found) = bytes.as_ref().map(Vec::len).filter(|&found| found < length) {
            return Err(at.wrong_at(
                "byteLength",
                format!("{length} is more than the {found} bytes there are"),
            ));
        }
        buffers.push(bytes.map(|mut bytes| {
            bytes.truncate(length);
            bytes
        }));
    }
    Ok(buffers)
}

fn read_figure(
    root: &At<'_>,
    buffers: &[Option<Vec<u8>>],
    resources: &Resources<'_>,
    notes: &mut Notes<'_>,
) -> Result<Figure, Error> {
    let size: usize = buffers.iter().flatten().map(Vec::len).sum();
    #[cfg(feature = "compressed")]
    let plain = super::unpack::Plain::of(root, buffers)?;
    #[cfg(feature = "compressed")]
    let (root, buffers) = match &plain {
        Some(plain) => (&At::root(&plain.json), plain.buffers.as_slice()),
        None => (root, buffers),
    };
    let store = Store::new(root, buffers, size)?;
    let nodes = Nodes::read(root, notes.warnings)?;
    let skins = skins::read(root, &store, &nodes)?;
    let images = images::read(root, &store, resources, notes.warnings)?;
    let materials = materials::read(root, notes.warnings)?;
    let parts = Parts { store: &store, nodes: &nodes, skins: &skins, materials: &materials };
    let surfaces = meshes::read(root, &parts, notes.warnings, notes.counted)?;
    let moving = animations::Parts { store: &store, nodes: &nodes, morphs: &surfaces.morphs };
    let mut clips = animations::read(root, &moving, notes.warnings, notes.counted)?;
    crate::vrma::take_expressions(root.value(), &nodes.joints, &mut clips);
    let roles = roles::read(root, &nodes, notes.warnings);
    let springs = springs::read(root, &nodes, notes.warnings);
    let mut figure = Figure::new(scene_name(root)?, Rig::new(nodes.skeleton));
    figure.springs = springs;
    figure.nodes = nodes.node_of_joint;
    if root.extension("VRM").is_some() && root.extension("VRMC_vrm").is_none() {
        figure.format_front = Vec3::NEG_Z;
    }
    for &joint in skins.iter().flat_map(|skin| &skin.joints) {
        figure.is_skinned[joint] = true;
    }
    (figure.skins, figure.clips) = (skins, clips);
    (figure.meshes, figure.morphs) = (surfaces.meshes, surfaces.morphs);
    figure.expressions = expressions::read(root, &figure.morphs, notes.warnings);
    figure.gaze = gaze::read(root, notes.warnings);
    figure.materials = materials.into_iter().map(|loaded| loaded.material).collect();
    let used = |index: usize| {
        figure.materials.iter().any(|material| material.base_color_image == Some(index))
    };
    let mut shown = Vec::new();
    for LoadedImage { image, path } in images {
        let beside = path.clone().map(|path| Resource { path, bytes: image.bytes.clone() });
        notes.external.extend(beside);
        #[cfg(feature = "compressed")]
        let image = if used(shown.len()) { images::converted(image) } else { image };
        shown.push(LoadedImage { image, path });
    }
    images::count(&shown, used, notes.counted);
    figure.images = shown.into_iter().map(|loaded| loaded.image).collect();
    // Roles without hips are broken, and names are more reliable.
    if roles.contains_key(&Role::Hips) || !is_avatar(root) {
        figure.rig.roles = roles;
    }
    figure.detect_humanoid();
    Ok(figure)
}

fn is_avatar(root: &At<'_>) -> bool {
    ["VRM", "VRMC_vrm"].iter().any(|name| root.extension(name).is_some())
}

fn scene_name(root: &At<'_>) -> Result<String, Error> {
    let scenes = root.objects("scenes")?;
    let chosen = root.index("scene", scenes.len(), "scenes")?.unwrap_or(0);
    Ok(scenes.get(chosen).map(|scene| scene.name().to_owned()).unwrap_or_default())
}
