//! The meshopt bitstream: vertex attributes, triangles and index sequences of compressed glTF.
//!
//! Versions 0 and 1 of each codec, and the four filters. A stream unpacks to at most 1,024 times
//! its length, so the caller checks the size of the result before [`unpack`] allocates it.
//!
//! Sources: Khronos Group, "EXT_meshopt_compression" and "KHR_meshopt_compression", sections
//! "Bitstream" and "Filters".

mod attributes;
mod byte_groups;
mod coding;
mod filters;
mod indices;
mod reader;
mod triangles;

pub(crate) use coding::{Filter, Mode, Shape};

/// Decodes a stream to `count` × `stride` bytes.
///
/// # Errors
/// The problem, as a phrase for a message.
pub(crate) fn unpack(
    stream: &[u8],
    (mode, filter): (Mode, Filter),
    shape: Shape,
) -> Result<Vec<u8>, String> {
    check(mode, filter, shape)?;
    let mut bytes = match mode {
        Mode::Attributes => attributes::decode(stream, shape)?,
        Mode::Triangles => indices_as_bytes(&triangles::decode(stream, shape.count)?, shape),
        Mode::Indices => indices_as_bytes(&indices::decode(stream, shape.count)?, shape),
    };
    filters::apply(filter, &mut bytes, shape.stride);
    Ok(bytes)
}

fn check(mode: Mode, filter: Filter, Shape { count, stride }: Shape) -> Result<(), String> {
    let strides: &[usize] = match (mode, filter) {
        (Mode::Attributes, Filter::None | Filter::Exponential) => &[],
        (Mode::Attributes, Filter::Octahedral | Filter::Color) => &[4, 8],
        (Mode::Attributes, Filter::Quaternion) => &[8],
        (_, Filter::None) => &[2, 4],
        _ => return Err("indices have no filter".to_owned()),
    };
    if strides.is_empty() && (stride == 0 || stride % 4 != 0 || stride > 256) {
        return Err(format!("the stride {stride} is not a multiple of 4 from 4 to 256"));
    }
    if !strides.is_empty() && !strides.contains(&stride) {
        return Err(format!("the stride {stride} is none of {strides:?}"));
    }
    if mode == Mode::Triangles && count % 3 != 0 {
        return Err(format!("the {count} indices are not triangles"));
    }
    Ok(())
}

/// Indices in 2 or 4 bytes each.
fn indices_as_bytes(indices: &[u32], Shape { stride, .. }: Shape) -> Vec<u8> {
    indices.iter().flat_map(|index| index.to_le_bytes().into_iter().take(stride)).collect()
}
