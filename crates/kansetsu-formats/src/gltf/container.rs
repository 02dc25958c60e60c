//! The container: a JSON text, or a GLB file with JSON and binary data.
//!
//! GLB (glTF 2.0 specification, section 4): a header of 12 bytes (magic, version, length), then
//! chunks of (length, kind, data), little-endian, each padded to 4 bytes. The first is JSON, the
//! second may be BIN; others are for extensions and are kept for saving.

use super::at::malformed;
use crate::Error;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: [u8; 4] = *b"JSON";
const BIN: [u8; 4] = *b"BIN\0";

/// The container of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// JSON text, customarily `.gltf`.
    Text,
    /// Binary, customarily `.glb` (and `.vrm`).
    Glb,
}

impl Container {
    /// The format's name in messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "glTF",
            Self::Glb => "GLB",
        }
    }
}

/// The parts of a file.
pub(super) struct Parts<'a> {
    pub(super) container: Container,
    pub(super) json: &'a str,
    pub(super) bin: Option<&'a [u8]>,
    /// Chunks of kinds that the specification does not name.
    pub(super) extra: Vec<([u8; 4], &'a [u8])>,
}

/// Splits a file into its parts.
pub(super) fn split<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<Parts<'a>, Error> {
    if bytes.starts_with(MAGIC) {
        return split_glb(bytes, warnings);
    }
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if start.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(malformed("byte 0", "expected the letters \"glTF\" or a JSON object"));
    }
    Ok(Parts {
        container: Container::Text,
        json: text(bytes, 0, warnings)?,
        bin: None,
        extra: Vec::new(),
    })
}

fn split_glb<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<Parts<'a>, Error> {
    let bytes = check_header(bytes, warnings)?;
    let mut parts = Parts { container: Container::Glb, json: "", bin: None, extra: Vec::new() };
    let mut offset = 12;
    let mut chunks = 0;
    while offset < bytes.len() {
        let (kind, data) = chunk(bytes, offset)?;
        match (chunks, kind) {
            (0, JSON) => parts.json = text(data, offset + 8, warnings)?,
            (0, _) => {
                return Err(malformed(&format!("byte {offset}"), "the first chunk must be JSON"));
            }
            (1, BIN) => parts.bin = Some(data),
            (_, JSON | BIN) => {
                warnings.push(format!("byte {offset}: a surplus JSON or BIN chunk is ignored"))
            }
            _ => parts.extra.push((kind, data)),
        }
        if data.len() % 4 != 0 {
            warnings.push(format!(
                "byte {offset}: the chunk's length {} is not a multiple of 4",
                data.len()
            ));
        }
        offset += 8 + data.len();
        chunks += 1;
    }
    if chunks == 0 {
        Err(malformed("byte 12", "expected a JSON chunk, found the end of the file"))
    } else {
        Ok(parts)
    }
}

/// Checks magic, version and length, and returns the bytes that belong to the file.
fn check_header<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<&'a [u8], Error> {
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(malformed(
            &format!("byte {}", bytes.len()),
            "expected a header of 12 bytes, found the end of the file",
        ));
    };
    if version != 2 {
        return Err(malformed("byte 4", format!("expected version 2, found {version}")));
    }
    let length = length as usize;
    if length > bytes.len() {
        return Err(malformed(
            "byte 8",
            format!("the header says {length} bytes, the file has {}", bytes.len()),
        ));
    }
    if length < bytes.len() {
        warnings.push(format!(
            "byte {length}: {} bytes after the end are ignored",
            bytes.len() - length
        ));
    }
    Ok(&bytes[..length])
}

fn chunk(bytes: &[u8], offset: usize) -> Result<([u8; 4], &[u8]), Error> {
    let place = format!("byte {offset}");
    let header = bytes.get(offset + 4..offset + 8).and_then(|kind| <[u8; 4]>::try_from(kind).ok());
    let (Some(length), Some(kind)) = (word(bytes, offset), header) else {
        return Err(malformed(
            &place,
            "expected a chunk header of 8 bytes, found the end of the file",
        ));
    };
    let end = (offset + 8).checked_add(length as usize);
    let data = end.and_then(|end| bytes.get(offset + 8..end));
    let left = bytes.len() - offset - 8;
    data.map(|data| (kind, data))
        .ok_or_else(|| malformed(&place, format!("the chunk says {length} bytes, {left} are left")))
}

fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    let four = bytes.get(offset..offset.checked_add(4)?)?;
    four.try_into().ok().map(u32::from_le_bytes)
}

/// The bytes as text, without byte order mark and without zero padding of some writers.
fn text<'a>(bytes: &'a [u8], offset: usize, warnings: &mut Vec<String>) -> Result<&'a str, Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        malformed(
            &format!("byte {}", offset + error.valid_up_to()),
            "the JSON text is not valid UTF-8",
        )
    })?;
    if text.starts_with('\u{FEFF}') {
        warnings.push(format!("byte {offset}: the byte order mark is ignored"));
    }
    Ok(text.trim_start_matches('\u{FEFF}').trim_end_matches('\0'))
}

/// Assembles a GLB file.
pub(super) fn join(
    json: &str,
    bin: Option<&[u8]>,
    extra: &[([u8; 4], Vec<u8>)],
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::with_capacity(json.len() + bin.map_or(0, <[u8]>::len) + 64);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&2_u32.to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    push_chunk(&mut bytes, JSON, json.as_bytes(), b' ')?;
    if let Some(bin) = bin {
        push_chunk(&mut bytes, BIN, bin, 0)?;
    }
    for (kind, data) in extra {
        push_chunk(&mut bytes, *kind, data, 0)?;
    }
    let length = size(bytes.len())?;
    bytes[8..12].copy_from_slice(&length);
    Ok(bytes)
}

fn push_chunk(bytes: &mut Vec<u8>, kind: [u8; 4], data: &[u8], padding: u8) -> Result<(), Error> {
    let padded = data.len().next_multiple_of(4);
    bytes.extend_from_slice(&size(padded)?);
    bytes.extend_from_slice(&kind);
    bytes.extend_from_slice(data);
    bytes.resize(bytes.len() + padded - data.len(), padding);
    Ok(())
}

fn size(length: usize) -> Result<[u8; 4], Error> {
    let length =
        u32::try_from(length).map_err(|_| malformed("byte 8", "a GLB file holds at most 4 GiB"))?;
    Ok(length.to_le_bytes())
}
