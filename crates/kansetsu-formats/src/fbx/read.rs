//! Bytes to a figure.

use kansetsu::d3::Rig;

use super::nodes::Nodes;
use super::scene::Scene;
use super::space::Space;
use super::surfaces::Surfaces;
use super::{ELEMENTS, elements};
use super::{animation, binary, clips, legacy, written};
use crate::element::Skipped;
use crate::gltf::Resources;
use crate::{Error, Figure};

/// A figure with a joint for each model of the file, in metres, +Y up.
pub type Loaded = crate::Loaded<()>;

/// The keys that motions may always have, and the bytes of the file for each further one.
const KEYS: usize = 1_000_000;
const BYTES_FOR_A_KEY: usize = 4;

/// Reads an FBX file, binary or text; `resources` returns the pictures beside it.
///
/// # Errors
/// [`Error::Malformed`] names the byte, the line or the object, the problem and the expected
/// content; [`Error::Unsupported`] for another version.
pub fn read(bytes: &[u8], resources: &Resources<'_>) -> Result<Loaded, Error> {
    let (version, root) =
        if bytes.starts_with(binary::MAGIC) { binary::read(bytes)? } else { written::read(bytes)? };
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let scene = Scene::new(version, &root)?;
    let space = Space::of(&scene, &mut warnings);
    let mut stacks = animation::stacks(&scene, animation::ticks(&root));
    if version < 7000 {
        stacks = legacy::stacks(&scene, &mut warnings);
    }
    let mut nodes = Nodes::new(&scene, &stacks, space)?;
    let mut figure = Figure::new("", Rig::new(nodes.skeleton()?));
    if nodes.list.is_empty() {
        warnings.push("the file has no models; a joint named \"root\" is added".to_owned());
    }
    let mut counted = Skipped::new(&ELEMENTS);
    elements::count(&scene, &mut counted);
    let surfaces = Surfaces::new(&scene, &nodes, bytes.len());
    let shapes = surfaces.add(&mut figure, resources, &mut counted, &mut warnings);
    counted.tell(&mut warnings, &mut notes);
    let most = KEYS + bytes.len() / BYTES_FOR_A_KEY;
    figure.clips = clips::clips((&nodes, &shapes), &stacks, most, &mut warnings);
    figure.detect_humanoid();
    warnings.extend(figure.detect_reference());
    Ok(crate::Loaded { figure, warnings, notes, document: () })
}
