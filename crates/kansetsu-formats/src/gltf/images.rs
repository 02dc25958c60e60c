//! The images of a file.

use super::accessor::Store;
use super::at::At;
use super::image_type::guess;
use super::uri::fetch;
use crate::beside::Resources;
use crate::element::Skipped;
use crate::{Error, Image};

/// An image and its source.
pub(super) struct LoadedImage {
    pub(super) image: Image,
    /// The path of the image file beside the document.
    pub(super) path: Option<String>,
}

/// Reads all images. A missing or damaged one is left empty with a warning: a figure can be posed
/// without it.
pub(super) fn read(
    root: &At<'_>,
    store: &Store<'_>,
    resources: &Resources<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<LoadedImage>, Error> {
    let mut images = Vec::new();
    for at in root.objects("images")? {
        images.push(read_one(&at, store, resources).unwrap_or_else(|error| {
            warnings.push(error.to_string());
            LoadedImage {
                image: Image { name: at.name().to_owned(), ..Image::default() },
                path: None,
            }
        }));
    }
    Ok(images)
}

fn read_one(
    at: &At<'_>,
    store: &Store<'_>,
    resources: &Resources<'_>,
) -> Result<LoadedImage, Error> {
    let declared = at.text("mimeType")?.map(str::to_owned);
    let (bytes, mime_type, path) = match at.text("uri")? {
        Some(uri) => {
            let fetched = fetch(uri, at, resources)?;
            (fetched.bytes, fetched.mime_type, fetched.path)
        }
        None => {
            let bytes = store.view_bytes(at, "bufferView")?;
            store.spend_bytes(at, bytes.len())?;
            (bytes.to_vec(), None, None)
        }
    };
    let mime_type = declared
        .or(mime_type)
        .filter(|mime| mime.starts_with("image/"))
        .unwrap_or_else(|| guess(&bytes).to_owned());
    Ok(LoadedImage { image: Image { name: at.name().to_owned(), mime_type, bytes }, path })
}

/// Makes a WebP or KTX2 picture PNG; one that cannot be decoded stays.
#[cfg(feature = "compressed")]
pub(super) fn converted(mut image: Image) -> Image {
    if let Some(Ok(png)) = crate::picture::converted(&image.bytes) {
        image.bytes = png;
        image.mime_type = "image/png".to_owned();
    }
    image
}

/// Counts pictures that materials use and that are not drawn here.
pub(super) fn count(
    images: &[LoadedImage],
    is_used: impl Fn(usize) -> bool,
    counted: &mut Skipped,
) {
    for (_, loaded) in images.iter().enumerate().filter(|&(index, _)| is_used(index)) {
        let name = loaded.path.as_deref().unwrap_or(&loaded.image.name);
        let kind = match (loaded.image.bytes.as_slice(), guess(&loaded.image.bytes)) {
            // Already reported as missing.
            ([], _) | (_, "image/png" | "image/jpeg") => continue,
            // The others have become PNG.
            (_, "image/webp" | "image/ktx2") => "images/damaged",
            ([_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f', ..], _) => "images/AVIF",
            _ => "images/*",
        };
        counted.add(kind, name);
    }
}
