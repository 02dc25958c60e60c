//! `EXT_meshopt_compression` and `KHR_meshopt_compression`: compressed buffer views.

use super::patch::{Patch, remove_extensions};
use crate::Error;
use crate::gltf::at::At;
use crate::meshopt::{Filter, Mode, Shape, unpack as decode};

/// The extensions.
pub(super) const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Decodes all buffer views whose fallback buffer has no data.
pub(super) fn unpack(
    root: &At<'_>,
    buffers: &[Option<Vec<u8>>],
    patch: &mut Patch,
) -> Result<(), Error> {
    for (index, view) in root.objects("bufferViews")?.iter().enumerate() {
        let Some(block) = NAMES.iter().find_map(|name| view.extension(name)) else { continue };
        let fallback = view.need_index("buffer", buffers.len(), "buffers")?;
        if buffers[fallback].is_none() {
            let buffer = view_bytes(view, &block, buffers, patch)?;
            let buffer = patch.buffer(buffer);
            if let Some(view) = patch.json["bufferViews"][index].as_object_mut() {
                view.insert("buffer".to_owned(), buffer.into());
                view.shift_remove("byteOffset");
            }
        }
        remove_extensions(&mut patch.json["bufferViews"][index], &NAMES);
    }
    Ok(())
}

fn view_bytes(
    view: &At<'_>,
    block: &At<'_>,
    buffers: &[Option<Vec<u8>>],
    patch: &mut Patch,
) -> Result<Vec<u8>, Error> {
    let shape =
        Shape { count: block.need_integer("count")?, stride: block.need_integer("byteStride")? };
    let size = patch.spend(shape.count.checked_mul(shape.stride), block)?;
    let length = view.need_integer("byteLength")?;
    if length != size {
        return Err(block.wrong_at(
            "count",
            format!("its {size} bytes are not the {length} of the buffer view"),
        ));
    }
    let coding = (mode(block)?, filter(block)?);
    decode(stream(block, buffers)?, coding, shape).map_err(|problem| block.wrong(problem))
}

/// The compressed bytes.
fn stream<'a>(block: &At<'_>, buffers: &'a [Option<Vec<u8>>]) -> Result<&'a [u8], Error> {
    let buffer = block.need_index("buffer", buffers.len(), "buffers")?;
    let bytes = buffers[buffer]
        .as_ref()
        .ok_or_else(|| block.wrong_at("buffer", format!("buffers[{buffer}] has no data")))?;
    let (offset, length) =
        (block.integer("byteOffset")?.unwrap_or(0), block.need_integer("byteLength")?);
    bytes.get(offset..).and_then(|rest| rest.get(..length)).ok_or_else(|| {
        block.wrong_at(
            "byteLength",
            format!("{offset} + {length} is beyond the {} bytes of buffers[{buffer}]", bytes.len()),
        )
    })
}

fn mode(block: &At<'_>) -> Result<Mode, Error> {
    match block.text("mode")? {
        Some("ATTRIBUTES") => Ok(Mode::Attributes),
        Some("TRIANGLES") => Ok(Mode::Triangles),
        Some("INDICES") => Ok(Mode::Indices),
        other => Err(block.wrong_at(
            "mode",
            format!(
                "expected \"ATTRIBUTES\", \"TRIANGLES\" or \"INDICES\", found {}",
                other.unwrap_or("nothing")
            ),
        )),
    }
}

fn filter(block: &At<'_>) -> Result<Filter, Error> {
    match block.text("filter")? {
        None | Some("NONE") => Ok(Filter::None),
        Some("OCTAHEDRAL") => Ok(Filter::Octahedral),
        Some("QUATERNION") => Ok(Filter::Quaternion),
        Some("EXPONENTIAL") => Ok(Filter::Exponential),
        Some("COLOR") => Ok(Filter::Color),
        Some(other) => Err(block.wrong_at("filter", format!("the filter \"{other}\" is unknown"))),
    }
}
