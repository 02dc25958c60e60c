//! The meshopt bitstream: vertex attributes, triangles and index sequences of compressed glTF.
//!
//! Versions 0 and 1 of each codec, and the four filters. A stream unpacks to at most 1,024 times
//! its length, so the caller checks the size of the result before [`unpack`] allocates it.
//!
//! Sources: Khronos Group, "EXT_meshopt_compression" and "KHR_meshopt_compression", sections
//! "Bitstream" and "Filters".

mod attributes;
mod byte_groups;
mod filters;
mod indices;
mod triangles;

/// The codec of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Elements of any meaning.
    Attributes,
    /// Indices of a triangle list.
    Triangles,
    /// Indices of any meaning.
    Indices,
}

/// The transform after decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// None.
    None,
    /// Unit vectors as octahedral coordinates.
    Octahedral,
    /// Unit quaternions as their three smallest components.
    Quaternion,
    /// Floats as mantissa and exponent.
    Exponential,
    /// Colours as luma and chroma.
    Color,
}

/// The shape of the decoded elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The number of elements.
    pub(crate) count: usize,
    /// Bytes per element.
    pub(crate) stride: usize,
}

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

/// Reads a stream from its start.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(TRUNCATED.to_owned());
        };
        self.rest = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.take(1).map(|taken| taken[0])
    }

    /// An integer of 7 bits per byte, the lowest first; at most 5 bytes.
    fn integer(&mut self) -> Result<u32, String> {
        let mut integer = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            integer |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        Ok(integer)
    }

    fn finish(&self) -> Result<(), String> {
        match self.rest.len() {
            0 => Ok(()),
            left => Err(format!("the stream has {left} surplus bytes")),
        }
    }
}

const TRUNCATED: &str = "the stream seems truncated";

/// The version in the first byte of a stream, whose upper half names the codec.
fn version(reader: &mut Reader<'_>, codec: u8) -> Result<u8, String> {
    match reader.byte()? {
        header if header & 0xF0 == codec && header & 0x0F <= 1 => Ok(header & 0x0F),
        header => Err(format!("expected a stream of the kind {codec:#04x}, found {header:#04x}")),
    }
}

/// The signed number of an unsigned one: 0, -1, 1, -2, ...
const fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}
