//! Pictures as they can be shown and kept in glTF: PNG and JPEG as they are, BMP and TGA, which
//! models of MikuMikuDance and Metasequoia have, as PNG.

use std::io::Cursor;

use image::{ImageError, ImageFormat, ImageReader, Limits};

use crate::gltf::guess;

/// Bytes that a picture may take when it is unpacked: one of 2,048 by 2,048 with alpha, and more
/// where the file itself is long.
const ALWAYS: u64 = 24 << 20;
const FOR_EACH_BYTE: u64 = 4;

/// The type and the bytes of a picture that is shown, for a file of this name.
///
/// # Errors
/// What is wrong with it, in words that go on after "is left out:".
pub(crate) fn shown(bytes: Vec<u8>, name: &str) -> Result<(&'static str, Vec<u8>), String> {
    match guess(&bytes) {
        kept @ ("image/png" | "image/jpeg") => Ok((kept, bytes)),
        _ => match format(&bytes, name) {
            Some(format) => Ok(("image/png", png(&bytes, format)?)),
            None => Err("only PNG, JPEG, BMP and TGA are shown".to_owned()),
        },
    }
}

/// BMP by its first bytes; TGA, which has none of its own, by the ending of the name.
fn format(bytes: &[u8], name: &str) -> Option<ImageFormat> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    match bytes {
        [b'B', b'M', ..] => Some(ImageFormat::Bmp),
        _ => ending.eq_ignore_ascii_case("tga").then_some(ImageFormat::Tga),
    }
}

fn png(bytes: &[u8], format: ImageFormat) -> Result<Vec<u8>, String> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(ALWAYS + FOR_EACH_BYTE * bytes.len() as u64);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| problem(&error))?;
    let mut written = Cursor::new(Vec::new());
    picture.write_to(&mut written, ImageFormat::Png).map_err(|error| problem(&error))?;
    Ok(written.into_inner())
}

fn problem(error: &ImageError) -> String {
    match error {
        ImageError::IoError(_) => "it seems cut".to_owned(),
        ImageError::Limits(_) => "it is too large for the length of its file".to_owned(),
        other => format!("it cannot be read: {other}"),
    }
}
