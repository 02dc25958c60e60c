//! Images unpacked, in several sizes.

use image::ImageFormat;
use kansetsu_formats::Image;
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

/// An image as the graphics card takes it: sRGB numbers with straight alpha.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bitmap {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Row by row from the top.
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Bitmap {
    /// Unpacks an image, halved until no side is longer than `most`; `None` when it cannot be read.
    pub(crate) fn decode(image: &Image, most: u32) -> Option<Self> {
        let mut bitmap = match image::guess_format(&image.bytes).ok()? {
            ImageFormat::Png => decode_png(&image.bytes),
            ImageFormat::Jpeg => decode_jpeg(&image.bytes),
            _ => None,
        }?;
        while bitmap.width.max(bitmap.height) > most {
            bitmap = bitmap.halved();
        }
        Some(bitmap)
    }

    /// This image and all smaller ones, each half as large as the one before.
    pub(crate) fn with_smaller(self) -> Vec<Self> {
        let mut levels = vec![self];
        while let Some(next) =
            levels.last().filter(|level| level.width > 1 || level.height > 1).map(Self::halved)
        {
            levels.push(next);
        }
        levels
    }

    /// Each pixel the mean of up to four, in light.
    fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let at = |x: u32, y: u32| {
            self.pixels[(y.min(self.height - 1) * self.width + x.min(self.width - 1)) as usize]
        };
        let mean = |index: u32| {
            let (x, y) = (2 * (index % width), 2 * (index / width));
            let four = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
            std::array::from_fn(|channel| mean_of(four.map(|pixel| pixel[channel]), channel))
        };
        Self { width, height, pixels: (0..width * height).map(mean).collect() }
    }
}

/// Squares and square roots approximate sRGB's curve: what is lost is less than a step of 8 bits
/// shows.
fn mean_of(values: [u8; 4], channel: usize) -> u8 {
    if channel == 3 {
        return (values.iter().map(|&value| u32::from(value)).sum::<u32>() / 4) as u8;
    }
    let squares: u32 = values.iter().map(|&value| u32::from(value) * u32::from(value)).sum();
    (squares as f32 * 0.25).sqrt().round() as u8
}

fn decode_png(bytes: &[u8]) -> Option<Bitmap> {
    let image = image::load_from_memory_with_format(bytes, ImageFormat::Png).ok()?.into_rgba8();
    let pixels = image.pixels().map(|pixel| pixel.0).collect();
    checked(Bitmap { width: image.width(), height: image.height(), pixels })
}

fn decode_jpeg(bytes: &[u8]) -> Option<Bitmap> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let rgb = decoder.decode().ok()?;
    let (width, height) = decoder.dimensions()?;
    let pixels = rgb.as_chunks::<3>().0.iter().map(|&[r, g, b]| [r, g, b, 255]).collect();
    checked(Bitmap {
        width: u32::try_from(width).ok()?,
        height: u32::try_from(height).ok()?,
        pixels,
    })
}

fn checked(bitmap: Bitmap) -> Option<Bitmap> {
    let count = u64::from(bitmap.width) * u64::from(bitmap.height);
    (count > 0 && bitmap.pixels.len() as u64 == count).then_some(bitmap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_sizes_go_down_to_a_pixel_and_keep_the_colour() {
        let bitmap = Bitmap { width: 6, height: 3, pixels: vec![[200, 100, 0, 128]; 18] };
        let levels = bitmap.with_smaller();
        let sizes: Vec<_> = levels.iter().map(|level| (level.width, level.height)).collect();
        assert_eq!(sizes, [(6, 3), (3, 1), (1, 1)]);
        assert!(
            levels.iter().flat_map(|level| &level.pixels).all(|pixel| *pixel == [200, 100, 0, 128])
        );
    }

    #[test]
    fn what_is_no_image_is_left_out() {
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a"] {
            assert_eq!(
                Bitmap::decode(&Image { bytes: bytes.to_vec(), ..Image::default() }, 64),
                None
            );
        }
    }
}
