//! The header of a PMX file, and the encoding of its texts.

use super::encoding::utf16;
use crate::Error;
use crate::byte_reader::ByteReader;

/// The settings in the header.
pub(super) struct Header {
    pub(super) is_utf16: bool,
    pub(super) more_uvs: usize,
    pub(super) vertex: usize,
    pub(super) texture: usize,
    pub(super) material: usize,
    pub(super) bone: usize,
    pub(super) morph: usize,
    pub(super) body: usize,
}

pub(super) fn header(b: &mut ByteReader<'_>) -> Result<Header, Error> {
    let count = b.u8("the header")?;
    let numbers = b.take(count.into(), "the header")?;
    let &[encoding, more_uvs, vertex, texture, material, bone, morph, body, ..] = numbers else {
        return Err(b.wrong(format!("the header has {count} numbers, expected 8")));
    };
    if encoding > 1
        || more_uvs > 4
        || [vertex, texture, material, bone, morph, body]
            .iter()
            .any(|size| !matches!(size, 1 | 2 | 4))
    {
        return Err(b.wrong("the header has invalid sizes; indices take 1, 2 or 4 bytes"));
    }
    let [vertex, texture, material, bone, morph, body] =
        [vertex, texture, material, bone, morph, body].map(usize::from);
    Ok(Header {
        is_utf16: encoding == 0,
        more_uvs: more_uvs.into(),
        vertex,
        texture,
        material,
        bone,
        morph,
        body,
    })
}

pub(super) fn text(b: &mut ByteReader<'_>, head: &Header, what: &str) -> Result<String, Error> {
    let length = b.count(1, what)?;
    let bytes = b.take(length, what)?;
    Ok(if head.is_utf16 { utf16(bytes) } else { String::from_utf8_lossy(bytes).into_owned() })
}
