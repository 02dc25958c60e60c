//! A compressed file as a plain one, for programs without the decoders.

use serde_json::{Value, json};

use super::decoded::Plain;
use super::patch::{Patch, remove_extensions};
use super::{draco, meshopt};
use crate::gltf::accessor::Store;
use crate::gltf::at::At;
use crate::gltf::container::join;
use crate::gltf::images::{self, LoadedImage};
use crate::gltf::read::Source;
use crate::gltf::{Resources, container};
use crate::{Converted, Error, picture};

/// The texture extensions whose pictures are converted to PNG.
const TEXTURES: [&str; 2] = ["EXT_texture_webp", "KHR_texture_basisu"];

/// The warning of [`to_plain`].
const UNPACKED: &str =
    "the file is compressed; here it is saved without compression, and its textures as PNG";

/// Converts a compressed file to a GLB file with the same contents: plain geometry, and PNG instead
/// of WebP and KTX2 textures. Other extensions and extras stay.
///
/// # Errors
/// Those of [`read`](crate::gltf::read) for the container, the buffers and the compressed data.
pub fn to_plain(bytes: &[u8], resources: &Resources<'_>) -> Result<Converted, Error> {
    let mut warnings = Vec::new();
    let parts = container::split(bytes, &mut warnings)?;
    let Source { json, buffers, .. } = Source::of(&parts, resources)?;
    let root = At::root(&json);
    let size = buffers.iter().flatten().map(Vec::len).sum();
    let pictures =
        images::read(&root, &Store::new(&root, &buffers, size)?, resources, &mut warnings)?;
    let Plain { json: plain, buffers: unpacked } = Plain::of(&root, &buffers)?
        .unwrap_or_else(|| Plain { json: json.clone(), buffers: buffers.clone() });
    let mut patch = Patch { json: plain, buffers: unpacked, left: 0 };
    for (index, LoadedImage { image, path }) in pictures.into_iter().enumerate() {
        match picture::converted(&image.bytes) {
            Some(Ok(png)) => embed(index, png, "image/png", &mut patch),
            Some(Err(problem)) => warnings.push(format!("images[{index}]: {problem}")),
            None if path.is_some() && !image.bytes.is_empty() => {
                embed(index, image.bytes, &image.mime_type, &mut patch);
            }
            None => {}
        }
    }
    forget_extensions(&mut patch.json);
    normalize_weights(&mut patch, buffers.len());
    let bin = join_buffers(&mut patch);
    let extra: Vec<_> = parts.extra.iter().map(|(kind, data)| (*kind, data.to_vec())).collect();
    warnings.push(UNPACKED.to_owned());
    Ok(Converted { bytes: join(&patch.json.to_string(), Some(&bin), &extra)?, warnings })
}

fn embed(index: usize, bytes: Vec<u8>, mime_type: &str, patch: &mut Patch) {
    let length = bytes.len();
    let buffer = patch.buffer(bytes);
    let view = patch.push("bufferViews", json!({"buffer": buffer, "byteLength": length}));
    if let Some(image) = patch.json["images"][index].as_object_mut() {
        image.shift_remove("uri");
        image.insert("bufferView".to_owned(), view.into());
        image.insert("mimeType".to_owned(), mime_type.into());
    }
}

/// Divides the weights of each vertex by their sum, as the format demands: quantization changes it.
/// Only buffers from `first` on were decoded; primitives with several sets of weights stay.
fn normalize_weights(patch: &mut Patch, first: usize) {
    let index = |value: &Value| value.as_u64().and_then(|index| usize::try_from(index).ok());
    let primitives = patch.json["meshes"].as_array().into_iter().flatten();
    for primitive in primitives.flat_map(|mesh| mesh["primitives"].as_array()).flatten() {
        let attributes = &primitive["attributes"];
        let Some(accessor) = index(&attributes["WEIGHTS_0"]) else { continue };
        let accessor = &patch.json["accessors"][accessor];
        let (Some(view), Some(5126)) =
            (index(&accessor["bufferView"]), accessor["componentType"].as_u64())
        else {
            continue;
        };
        let buffer = index(&patch.json["bufferViews"][view]["buffer"]).filter(|&b| b >= first);
        let bytes = buffer.and_then(|buffer| patch.buffers.get_mut(buffer)?.as_mut());
        if let (Some(bytes), None) = (bytes, attributes.get("WEIGHTS_1")) {
            for element in bytes.as_chunks_mut::<16>().0 {
                let weights: [f32; 4] = std::array::from_fn(|i| {
                    f32::from_le_bytes(std::array::from_fn(|byte| element[4 * i + byte]))
                });
                let sum: f32 = weights.iter().sum();
                if sum > 0.0 {
                    let scaled = weights.map(|weight| (weight / sum).to_le_bytes());
                    element.copy_from_slice(scaled.as_flattened());
                }
            }
        }
    }
}

/// Removes the extensions that are not used any more.
fn forget_extensions(json: &mut Value) {
    let entries = |json: &mut Value, list: &str, change: &dyn Fn(&mut Value)| {
        json.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().for_each(change);
    };
    entries(json, "textures", &|texture| {
        let source = TEXTURES
            .iter()
            .find_map(|name| texture["extensions"].get(name)?.get("source").cloned());
        source.into_iter().for_each(|source| texture["source"] = source);
        remove_extensions(texture, &TEXTURES);
    });
    let gone = [meshopt::NAMES.as_slice(), &[draco::NAME], &TEXTURES].concat();
    for key in ["extensionsUsed", "extensionsRequired"] {
        let names = json.get_mut(key).and_then(Value::as_array_mut);
        let is_empty = names.is_some_and(|names| {
            names.retain(|name| !gone.iter().any(|gone| name == gone));
            names.is_empty()
        });
        if let Some(json) = json.as_object_mut().filter(|_| is_empty) {
            json.shift_remove(key);
        }
    }
}

/// All buffers as the only one of a GLB file. A fallback buffer without data is empty.
fn join_buffers(patch: &mut Patch) -> Vec<u8> {
    let (mut bin, mut starts) = (Vec::new(), Vec::new());
    for buffer in patch.buffers.iter().map(|buffer| buffer.as_deref().unwrap_or_default()) {
        bin.resize(bin.len().next_multiple_of(4), 0);
        starts.push(bin.len());
        bin.extend_from_slice(buffer);
    }
    for view in patch.json["bufferViews"].as_array_mut().into_iter().flatten() {
        let index = view["buffer"].as_u64().and_then(|index| usize::try_from(index).ok());
        let start = index.and_then(|index| starts.get(index)).copied().unwrap_or(0);
        view["byteOffset"] = (start as u64 + view["byteOffset"].as_u64().unwrap_or(0)).into();
        view["buffer"] = 0.into();
    }
    patch.json["buffers"] = json!([{"byteLength": bin.len()}]);
    bin
}
