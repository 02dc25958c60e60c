//! Images, as they stand in the file.

use super::accessor::Store;
use super::at::At;
use super::uri::{Resources, fetch};
use crate::{Error, Image};

/// An image and where it came from.
pub(super) struct LoadedImage {
    pub(super) image: Image,
    /// The path of the file beside the document that holds it.
    pub(super) path: Option<String>,
}

/// Reads all images. One that is missing or damaged is left empty with a warning: a figure can be posed without.
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
            LoadedImage { image: Image { name: at.name().to_owned(), ..Image::default() }, path: None }
        }));
    }
    Ok(images)
}

fn read_one(at: &At<'_>, store: &Store<'_>, resources: &Resources<'_>) -> Result<LoadedImage, Error> {
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
    let mime_type = declared.or(mime_type).filter(|mime| mime.starts_with("image/")).unwrap_or_else(|| guess(&bytes).to_owned());
    Ok(LoadedImage { image: Image { name: at.name().to_owned(), mime_type, bytes }, path })
}

/// The type that the first bytes tell; empty when they tell nothing.
pub(crate) fn guess(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xFF, 0xD8, 0xFF, ..] => "image/jpeg",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        _ => "",
    }
}
