//! A pixel canvas for flat shapes.

use kansetsu::glam::Vec2;

use crate::Error;

/// A picture of sRGB bytes, premultiplied by alpha.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

/// A colour of a flat shape: sRGB bytes and opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    /// `0xRRGGBB`.
    pub(crate) hex: u32,
    /// Opacity, 0 to 1.
    pub(crate) alpha: f32,
}

impl Ink {
    pub(crate) const fn new(hex: u32, alpha: f32) -> Self {
        Self { hex, alpha }
    }
}

impl Canvas {
    /// A fully transparent canvas.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0; 4]; width * height] }
    }

    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    pub(crate) const fn height(&self) -> usize {
        self.height
    }

    pub(crate) fn set(&mut self, x: usize, y: usize, pixel: [u8; 4]) {
        self.pixels[y * self.width + x] = pixel;
    }

    /// Copies another canvas to a position, cropped to this one.
    pub(crate) fn place(&mut self, other: &Self, left: usize, top: usize) {
        for y in 0..other.height.min(self.height.saturating_sub(top)) {
            let width = other.width.min(self.width.saturating_sub(left));
            let from = &other.pixels[y * other.width..][..width];
            self.pixels[(top + y) * self.width + left..][..width].copy_from_slice(from);
        }
    }

    /// Fills closed outlines, anti-aliased. Outlines of one orientation fill, outlines of the other
    /// orientation cut holes.
    ///
    /// In each row that it crosses, an edge contributes the area on its right. The running sum
    /// along the row is the exact coverage of each pixel.
    pub(crate) fn fill(&mut self, outlines: &[Vec<Vec2>], ink: Ink) {
        let points = || outlines.iter().flatten();
        if ink.alpha <= 0.0 || !points().all(|point| point.abs().max_element() < 1e6) {
            return;
        }
        let low =
            points().fold(Vec2::INFINITY, |low, &point| low.min(point)).floor().max(Vec2::ZERO);
        let high = points().fold(Vec2::NEG_INFINITY, |high, &point| high.max(point)).ceil();
        let high = high.min(Vec2::new(self.width as f32, self.height as f32));
        if !(low.x < high.x && low.y < high.y) {
            return;
        }
        let (columns, rows) = ((high.x - low.x) as usize, (high.y - low.y) as usize);
        let mut area = Area { columns, rows, sums: vec![0.0; (columns + 2) * rows] };
        for outline in outlines {
            for (index, &from) in outline.iter().enumerate() {
                area.add(from - low, outline[(index + 1) % outline.len()] - low);
            }
        }
        for row in 0..rows {
            let mut covered = 0.0;
            for column in 0..columns {
                covered += area.sums[row * (columns + 2) + column];
                let alpha = (covered.abs().min(1.0) * ink.alpha * 256.0) as u32;
                self.lay(low.x as usize + column, low.y as usize + row, ink.hex, alpha);
            }
        }
    }

    /// Blends a colour over a pixel; alpha in 256ths.
    fn lay(&mut self, x: usize, y: usize, hex: u32, alpha: u32) {
        if alpha == 0 {
            return;
        }
        let [_, r, g, b] = hex.to_be_bytes();
        let pixel = &mut self.pixels[y * self.width + x];
        for (below, above) in pixel.iter_mut().zip([r, g, b, 255]) {
            *below =
                ((u32::from(*below) * (256 - alpha) + u32::from(above) * alpha + 128) / 256) as u8;
        }
    }

    /// The pixels with straight alpha, row by row.
    pub(crate) fn straight(&self) -> Vec<u8> {
        let straight = |&[r, g, b, a]: &[u8; 4]| {
            let whole = u32::from(a).max(1);
            let [r, g, b] = [r, g, b]
                .map(|channel| ((u32::from(channel) * 255 + whole / 2) / whole).min(255) as u8);
            [r, g, b, a]
        };
        self.pixels.iter().flat_map(straight).collect()
    }

    /// Encodes a PNG file, without an alpha channel if every pixel is opaque.
    pub(crate) fn to_png(&self) -> Result<Vec<u8>, Error> {
        use image::{
            ExtendedColorType, ImageEncoder,
            codecs::png::{CompressionType, FilterType, PngEncoder},
        };
        let mut bytes = Vec::new();
        let encoder =
            PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
        let (width, height) = (self.width as u32, self.height as u32);
        if self.pixels.iter().all(|pixel| pixel[3] == 255) {
            let rgb: Vec<u8> = self.pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
            encoder.write_image(&rgb, width, height, ExtendedColorType::Rgb8)?;
        } else {
            encoder.write_image(&self.straight(), width, height, ExtendedColorType::Rgba8)?;
        }
        Ok(bytes)
    }
}

/// Signed areas per pixel; the coverage is their running sum along each row.
struct Area {
    columns: usize,
    rows: usize,
    sums: Vec<f32>,
}

impl Area {
    fn add(&mut self, from: Vec2, to: Vec2) {
        let (sign, upper, lower) = if from.y < to.y { (1.0, from, to) } else { (-1.0, to, from) };
        let (top, bottom) = (upper.y.max(0.0), lower.y.min(self.rows as f32));
        if top >= bottom {
            return;
        }
        let slope = (lower.x - upper.x) / (lower.y - upper.y);
        for row in top as usize..(bottom.ceil() as usize).min(self.rows) {
            let (y0, y1) = (top.max(row as f32), bottom.min(row as f32 + 1.0));
            let x = |y: f32| (upper.x + (y - upper.y) * slope).clamp(0.0, self.columns as f32);
            let (x0, x1) = (x(y0), x(y1));
            self.add_in_row(row, [x0.min(x1), x0.max(x1)], sign * (y1 - y0));
        }
    }

    /// Adds an edge from `x0` to `x1` within one row; its signed height is `height`.
    fn add_in_row(&mut self, row: usize, [x0, x1]: [f32; 2], height: f32) {
        let sums = &mut self.sums[row * (self.columns + 2)..][..self.columns + 2];
        let (first, last) = (x0 as usize, x1 as usize);
        if first == last {
            // Covered: everything to the right, and the part of this pixel right of the edge's
            // middle.
            let right = 1.0 - (0.5 * (x0 + x1) - first as f32);
            sums[first] += height * right;
            sums[first + 1] += height * (1.0 - right);
            return;
        }
        let per_pixel = height / (x1 - x0);
        for (column, sum) in sums.iter_mut().enumerate().take(last + 2).skip(first) {
            // The area right of the edge grows with the square of the crossed width.
            let until = |x: f32| {
                let crossed = (x.min(x1) - x0).max(0.0);
                per_pixel * (0.5 * crossed * crossed + crossed * (x - x.min(x1)))
            };
            let at = column as f32;
            *sum += until(at + 1.0) - 2.0 * until(at)
                + if column > first { until(at - 1.0) } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(outline: &[(f32, f32)]) -> Vec<u8> {
        let mut canvas = Canvas::new(4, 2);
        canvas.fill(
            &[outline.iter().map(|&(x, y)| Vec2::new(x, y)).collect()],
            Ink::new(0xFF_FFFF, 1.0),
        );
        canvas.pixels.iter().map(|pixel| pixel[3]).collect()
    }

    #[test]
    fn coverage_is_the_area_of_the_shape_in_each_pixel() {
        assert_eq!(
            covered(&[(0.5, 0.0), (3.0, 0.0), (3.0, 1.5), (0.5, 1.5)]),
            [128, 255, 255, 0, 64, 128, 128, 0]
        );
        // A triangle whose long side crosses four pixels in one row: areas 1/8, 3/8, 5/8, 7/8.
        assert_eq!(covered(&[(0.0, 1.0), (4.0, 0.0), (4.0, 1.0)]), [32, 96, 159, 223, 0, 0, 0, 0]);
    }

    #[test]
    fn a_shape_that_sticks_out_is_cut_off() {
        assert_eq!(covered(&[(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)]), [255; 8]);
    }
}
