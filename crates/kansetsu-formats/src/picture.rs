//! Pictures in forms that glTF supports: PNG and JPEG unchanged, and BMP and TGA, which occur in
//! MikuMikuDance and Metasequoia models, as PNG.

use std::io::Cursor;

use image::{ImageError, ImageFormat, ImageReader, Limits};

use crate::gltf::guess;

/// The bytes that a decoded picture may always have: 2,048 by 2,048 pixels with alpha, and more for
/// a large file.
const ALWAYS: u64 = 24 << 20;
const FOR_EACH_BYTE: u64 = 4;

/// The type and the bytes of a displayable picture, for a file of this name.
///
/// # Errors
/// The problem, as a phrase for a message.
pub(crate) fn shown(bytes: Vec<u8>, name: &str) -> Result<(&'static str, Vec<u8>), String> {
    match guess(&bytes) {
        kept @ ("image/png" | "image/jpeg") => Ok((kept, bytes)),
        _ => match format(&bytes, name) {
            Some(format) => Ok(("image/png", png(&bytes, format)?)),
            None => Err("only PNG, JPEG, BMP and TGA are shown".to_owned()),
        },
    }
}

/// A WebP or KTX2 picture as PNG; `None` for other kinds. The error is the problem, as a phrase for
/// a message.
#[cfg(feature = "compressed")]
pub(crate) fn converted(bytes: &[u8]) -> Option<Result<Vec<u8>, String>> {
    match guess(bytes) {
        "image/webp" => Some(png_within(bytes, ImageFormat::WebP, crate::ktx2::ALWAYS)),
        "image/ktx2" => Some(crate::ktx2::decode(bytes).and_then(|picture| {
            let mut written = Cursor::new(Vec::new());
            picture.write_to(&mut written, ImageFormat::Png).map_err(|error| problem(&error))?;
            Ok(written.into_inner())
        })),
        _ => None,
    }
}

/// The extension of a picture that most programs read: PNG or JPEG.
pub(crate) fn ending(bytes: &[u8]) -> Option<&'static str> {
    match guess(bytes) {
        "image/png" => Some("png"),
        "image/jpeg" => Some("jpg"),
        _ => None,
    }
}

/// BMP by its first bytes; TGA, which has no signature, by the extension of the name.
fn format(bytes: &[u8], name: &str) -> Option<ImageFormat> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    match bytes {
        [b'B', b'M', ..] => Some(ImageFormat::Bmp),
        _ => ending.eq_ignore_ascii_case("tga").then_some(ImageFormat::Tga),
    }
}

fn png(bytes: &[u8], format: ImageFormat) -> Result<Vec<u8>, String> {
    png_within(bytes, format, ALWAYS)
}

/// As PNG, if the decoded picture takes no more than `always` bytes and some for each byte.
fn png_within(bytes: &[u8], format: ImageFormat, always: u64) -> Result<Vec<u8>, String> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(always + FOR_EACH_BYTE * bytes.len() as u64);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| problem(&error))?;
    let mut written = Cursor::new(Vec::new());
    picture.write_to(&mut written, ImageFormat::Png).map_err(|error| problem(&error))?;
    Ok(written.into_inner())
}

fn problem(error: &ImageError) -> String {
    match error {
        ImageError::IoError(_) => "it seems truncated".to_owned(),
        ImageError::Limits(_) => "its size is too large for the length of its file".to_owned(),
        other => format!("it cannot be read: {other}"),
    }
}
