//! Textures of surfaces.

use image::ImageFormat;
use kansetsu::glam::{Vec2, Vec4};
use kansetsu_formats::Image;
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

use crate::color;

/// A mip map: a picture in several sizes, each half as large as the previous one.
#[derive(Clone, Debug)]
pub(crate) struct Texture {
    levels: Vec<Level>,
}

/// One size: sRGB bytes with straight alpha.
#[derive(Clone, Debug)]
struct Level {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Texture {
    /// Decodes an image; the error says why it is ignored.
    pub(crate) fn decode(image: &Image) -> Result<Self, String> {
        if image.bytes.is_empty() {
            return Err("its file is missing".to_owned());
        }
        let first = match image::guess_format(&image.bytes) {
            Ok(ImageFormat::Png) => decode_png(&image.bytes),
            Ok(ImageFormat::Jpeg) => decode_jpeg(&image.bytes),
            _ => Err("it is neither PNG nor JPEG".to_owned()),
        }?;
        let mut levels = vec![first];
        while let Some(next) =
            levels.last().filter(|level| level.width > 1 || level.height > 1).map(Level::halved)
        {
            levels.push(next);
        }
        Ok(Self { levels })
    }

    /// The number of texels of the full size.
    pub(crate) fn texels(&self) -> f32 {
        (self.levels[0].width * self.levels[0].height) as f32
    }

    /// The linear colour and the alpha at `uv` (repeating), blended from the two nearest sizes;
    /// `level` is the binary logarithm of texels per pixel along a side.
    pub(crate) fn sample(&self, uv: Vec2, level: f32) -> Vec4 {
        let last = self.levels.len() - 1;
        let level = level.clamp(0.0, last as f32);
        let (lower, part) = (level as usize, level - level.floor());
        let near = self.levels[lower].bilinear(uv);
        if part < 1e-3 {
            near
        } else {
            near.lerp(self.levels[(lower + 1).min(last)].bilinear(uv), part)
        }
    }
}

impl Level {
    fn bilinear(&self, uv: Vec2) -> Vec4 {
        let (x, y) = (repeated(uv.x, self.width) - 0.5, repeated(uv.y, self.height) - 0.5);
        let (x0, y0) = (x.floor(), y.floor());
        let (fx, fy) = (x - x0, y - y0);
        let texel = |dx: usize, dy: usize| {
            let column = (x0 as isize + dx as isize).rem_euclid(self.width as isize) as usize;
            let row = (y0 as isize + dy as isize).rem_euclid(self.height as isize) as usize;
            light(self.pixels[row * self.width + column])
        };
        texel(0, 0).lerp(texel(1, 0), fx).lerp(texel(0, 1).lerp(texel(1, 1), fx), fy)
    }

    /// Halves the size: each texel is the mean of up to four.
    fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let at = |x: usize, y: usize| {
            light(self.pixels[y.min(self.height - 1) * self.width + x.min(self.width - 1)])
        };
        let mean = |x: usize, y: usize| {
            let sum = at(2 * x, 2 * y)
                + at(2 * x + 1, 2 * y)
                + at(2 * x, 2 * y + 1)
                + at(2 * x + 1, 2 * y + 1);
            let [r, g, b] = color::to_bytes(sum.truncate() * 0.25);
            [r, g, b, (sum.w * 0.25 * 255.0 + 0.5) as u8]
        };
        let pixels = (0..width * height).map(|index| mean(index % width, index / width)).collect();
        Self { width, height, pixels }
    }
}

/// A texture coordinate in texels, wrapped into the picture.
fn repeated(coordinate: f32, size: usize) -> f32 {
    let part = coordinate - coordinate.floor();
    if part.is_finite() { part * size as f32 } else { 0.0 }
}

fn light([r, g, b, a]: [u8; 4]) -> Vec4 {
    Vec4::new(color::from_byte(r), color::from_byte(g), color::from_byte(b), f32::from(a) / 255.0)
}

fn decode_png(bytes: &[u8]) -> Result<Level, String> {
    let image = image::load_from_memory_with_format(bytes, ImageFormat::Png)
        .map_err(|error| error.to_string())?
        .into_rgba8();
    let (width, height) = (image.width() as usize, image.height() as usize);
    checked(Level { width, height, pixels: image.pixels().map(|pixel| pixel.0).collect() })
}

/// Without vector instructions, whose rounding may differ between processors: this crate disables
/// the decoder's SIMD features.
fn decode_jpeg(bytes: &[u8]) -> Result<Level, String> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let rgb = decoder.decode().map_err(|error| format!("{error:?}"))?;
    let (width, height) = decoder.dimensions().ok_or("its size is missing")?;
    checked(Level {
        width,
        height,
        pixels: rgb.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect(),
    })
}

fn checked(level: Level) -> Result<Level, String> {
    if level.pixels.is_empty() || level.pixels.len() != level.width * level.height {
        return Err(format!(
            "it has {} pixels instead of {}x{}",
            level.pixels.len(),
            level.width,
            level.height
        ));
    }
    Ok(level)
}
