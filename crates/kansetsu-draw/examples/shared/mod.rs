//! Shared code of the examples that draw sheets for the documentation.

use std::{error::Error, fs::File, io::BufWriter};

use image::{
    DynamicImage, ImageReader,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};

/// The lowest bits of a channel: invisible, and they would double the size of the file.
const COARSE: u8 = 0b11;

/// Writes a small picture, without the invisible bits.
pub(crate) fn save(png: &[u8], path: &str) -> Result<(), Box<dyn Error>> {
    let picture = ImageReader::new(std::io::Cursor::new(png)).with_guessed_format()?.decode()?;
    let mut small = DynamicImage::into_rgb8(picture);
    small.iter_mut().for_each(|channel| *channel = (*channel & !COARSE) | (COARSE / 2));
    let encoder = PngEncoder::new_with_quality(
        BufWriter::new(File::create(path)?),
        CompressionType::Best,
        FilterType::Adaptive,
    );
    small.write_with_encoder(encoder)?;
    Ok(())
}
