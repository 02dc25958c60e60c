//! A finished picture.

use super::error::Error;

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// sRGB numbers with straight alpha, row by row from the top.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// The bytes of a PNG file.
    ///
    /// # Errors
    /// [`Error::Png`].
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        let pixels = self.pixels.as_flattened();
        image::ImageEncoder::write_image(
            encoder,
            pixels,
            self.width,
            self.height,
            image::ExtendedColorType::Rgba8,
        )
        .map_err(|error| Error::Png(error.to_string()))?;
        Ok(bytes)
    }
}
