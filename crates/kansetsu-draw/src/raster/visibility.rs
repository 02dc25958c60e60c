//! The triangle that each sample sees.

use std::sync::LazyLock;

use super::screen_triangle::{SUBPIXEL, ScreenTriangle};

/// Samples in a pixel.
pub(crate) const SAMPLES: usize = 16;

/// The id for no triangle.
pub(crate) const NONE: u32 = u32::MAX;

/// The sample positions in a pixel, in subpixels: Hammersley's point set. Its 16 points lie in 16
/// different columns and 16 different rows, so that nearly upright edges have all 16 steps.
static OFFSETS: LazyLock<[[i64; 2]; SAMPLES]> = LazyLock::new(|| {
    let step = SUBPIXEL / SAMPLES as i64;
    let place = |index: i64| index * step + step / 2;
    std::array::from_fn(|index| {
        [place(index as i64), place(i64::from((index as u8).reverse_bits() >> 4))]
    })
});

/// The position of a sample, pixels from the pixel's upper left.
pub(crate) fn sample_offset(sample: usize) -> [f32; 2] {
    OFFSETS[sample].map(|offset| offset as f32 / SUBPIXEL as f32)
}

/// For some rows of the picture, the nearest triangle at each sample.
pub(crate) struct Visibility {
    width: usize,
    y0: usize,
    y1: usize,
    depths: Vec<[f32; SAMPLES]>,
    ids: Vec<[u32; SAMPLES]>,
}

impl Visibility {
    /// Empty, for the rows from `y0` up to, but not including, `y1`.
    pub(crate) fn new(width: usize, y0: usize, y1: usize) -> Self {
        let mut visibility = Self { width, y0, y1, depths: Vec::new(), ids: Vec::new() };
        visibility.clear(y0, y1);
        visibility
    }

    /// Clears it, for other rows.
    pub(crate) fn clear(&mut self, y0: usize, y1: usize) {
        let count = self.width * (y1 - y0);
        (self.y0, self.y1) = (y0, y1);
        self.depths.clear();
        self.depths.resize(count, [f32::NEG_INFINITY; SAMPLES]);
        self.ids.clear();
        self.ids.resize(count, [NONE; SAMPLES]);
    }

    /// The triangles that a pixel's samples see.
    pub(crate) fn ids(&self, x: usize, y: usize) -> &[u32; SAMPLES] {
        &self.ids[(y - self.y0) * self.width + x]
    }

    /// Their depths.
    pub(crate) fn depths(&self, x: usize, y: usize) -> &[f32; SAMPLES] {
        &self.depths[(y - self.y0) * self.width + x]
    }

    /// Draws a triangle with a depth test, in the pixels for which `is_there` returns true.
    pub(crate) fn draw(
        &mut self,
        triangle: &ScreenTriangle,
        id: u32,
        is_there: impl Fn(usize, usize) -> bool,
    ) {
        let (y0, width) = (self.y0, self.width);
        let (depths, ids) = (&mut self.depths, &mut self.ids);
        scan(triangle, [self.y0, self.y1], |x, y, mask| {
            if is_there(x, y) {
                let pixel = (y - y0) * width + x;
                keep_nearest(triangle, [x, y], mask, (&mut depths[pixel], &mut ids[pixel]), id);
            }
        });
    }

    /// Calls `visit` with each pixel that a triangle covers and its visible samples there.
    pub(crate) fn visit_unhidden(
        &self,
        triangle: &ScreenTriangle,
        mut visit: impl FnMut(usize, usize, u16),
    ) {
        scan(triangle, [self.y0, self.y1], |x, y, mask| {
            let depths = self.depths(x, y);
            let seen = samples_of(mask)
                .filter(|&sample| depth_at_sample(triangle, [x, y], sample) > depths[sample]);
            let seen = seen.fold(0_u16, |seen, sample| seen | 1 << sample);
            if seen != 0 {
                visit(x, y, seen);
            }
        });
    }
}

/// The samples of a mask, in order.
pub(crate) fn samples_of(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let next = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(next)
    })
}

#[inline]
fn depth_at_sample(triangle: &ScreenTriangle, [x, y]: [usize; 2], sample: usize) -> f32 {
    let [dx, dy] = OFFSETS[sample].map(|offset| offset as f32 * (1.0 / SUBPIXEL as f32));
    triangle.depth_at(x as f32 + dx, y as f32 + dy)
}

#[inline]
fn keep_nearest(
    triangle: &ScreenTriangle,
    pixel: [usize; 2],
    mask: u16,
    (depths, ids): (&mut [f32; SAMPLES], &mut [u32; SAMPLES]),
    id: u32,
) {
    for sample in samples_of(mask) {
        let depth = depth_at_sample(triangle, pixel, sample);
        if depth > depths[sample] {
            depths[sample] = depth;
            ids[sample] = id;
        }
    }
}

/// Calls `visit` with each pixel in the rows that has covered samples, and their mask.
fn scan(
    triangle: &ScreenTriangle,
    [row0, row1]: [usize; 2],
    mut visit: impl FnMut(usize, usize, u16),
) {
    let span = &triangle.span;
    let (mut steps, mut most) = ([[0_i64; SAMPLES]; 3], [0_i64; 3]);
    for ((edge, steps), most) in triangle.edges.iter().zip(&mut steps).zip(&mut most) {
        *steps = OFFSETS.map(|[x, y]| edge.a * x + edge.b * y);
        *most = steps.iter().copied().max().unwrap_or(0);
    }
    for y in span.y0.max(row0)..span.y1.min(row1) {
        let mut values =
            triangle.edges.map(|edge| edge.at(span.x0 as i64 * SUBPIXEL, y as i64 * SUBPIXEL));
        for x in span.x0..span.x1 {
            let touches = (0..3).all(|edge| values[edge] + most[edge] >= 0);
            let mask = if touches { coverage(&values, &steps) } else { 0 };
            if mask != 0 {
                visit(x, y, mask);
            }
            for (value, edge) in values.iter_mut().zip(&triangle.edges) {
                *value += edge.a * SUBPIXEL;
            }
        }
    }
}

/// The samples inside all three edges.
#[inline]
fn coverage(values: &[i64; 3], steps: &[[i64; SAMPLES]; 3]) -> u16 {
    let mut mask = 0;
    for sample in 0..SAMPLES {
        let outside = (values[0] + steps[0][sample])
            | (values[1] + steps[1][sample])
            | (values[2] + steps[2][sample]);
        mask |= u16::from(outside >= 0) << sample;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Corner;

    #[test]
    fn the_nearer_triangle_is_seen_whatever_the_order() {
        let flat =
            |depth: f32| [(0.0, 0.0), (0.0, 8.0), (8.0, 0.0)].map(|(x, y)| Corner { x, y, depth });
        let near = ScreenTriangle::new(flat(2.0), 8, 8).expect("it has area");
        let far = ScreenTriangle::new(flat(1.0), 8, 8).expect("it has area");
        for order in [[(&near, 0), (&far, 1)], [(&far, 1), (&near, 0)]] {
            let mut visibility = Visibility::new(8, 0, 8);
            order.into_iter().for_each(|(triangle, id)| visibility.draw(triangle, id, |_, _| true));
            assert_eq!(visibility.ids(1, 1), &[0; SAMPLES]);
            assert_eq!(visibility.ids(7, 7), &[NONE; SAMPLES]);
        }
    }
}
