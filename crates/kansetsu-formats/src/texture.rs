//! Pictures beside a file.

use crate::gltf::Resources;
use crate::{Image, Material, beside, picture};

/// The pictures of a file's materials, each read once.
#[derive(Default)]
pub(crate) struct Textures {
    paths: Vec<(String, Option<usize>)>,
    pub(crate) images: Vec<Image>,
}

impl Textures {
    /// Sets the picture at `path` on the material. A failure is a warning: paths outside the
    /// folder, missing pictures, and unsupported formats.
    pub(crate) fn apply(
        &mut self,
        material: &mut Material,
        path: &str,
        resources: &Resources<'_>,
        warnings: &mut Vec<String>,
    ) {
        let path = path.replace('\\', "/");
        let known = self.paths.iter().find(|(other, _)| *other == path).map(|(_, image)| *image);
        let image = known.unwrap_or_else(|| {
            let image = match self.read(&path, resources) {
                Ok(image) => Some(image),
                Err(reason) => {
                    warnings.push(format!(
                        "the picture \"{}\" is ignored: {reason}",
                        path.chars().take(120).collect::<String>()
                    ));
                    None
                }
            };
            self.paths.push((path, image));
            image
        });
        material.base_color_image = image;
    }

    fn read(&mut self, path: &str, resources: &Resources<'_>) -> Result<usize, String> {
        let (mime_type, bytes) = picture::shown(beside::find(path, resources)?, path)?;
        self.images.push(Image { name: path.to_owned(), mime_type: mime_type.to_owned(), bytes });
        Ok(self.images.len() - 1)
    }
}

/// An sRGB channel of a linear one: the inverse of [`linear`].
pub(crate) fn gamma(part: f32) -> f32 {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * libm::powf(part, 1.0 / 2.4) - 0.055 }
}

/// A linear channel of an sRGB one, as files store it.
pub(crate) fn linear(part: f32) -> f32 {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    if part <= 0.04045 { part / 12.92 } else { libm::powf((part + 0.055) / 1.055, 2.4) }
}
