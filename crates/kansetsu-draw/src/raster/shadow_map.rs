//! What a far light sees.

use kansetsu::glam::Vec3;

use super::{
    Corner, ScreenTriangle,
    screen_triangle::{Edge, SUBPIXEL},
};

/// How near to the light the nearest surface is, over a square that holds the scene, seen along the light.
pub(crate) struct ShadowMap {
    size: usize,
    depths: Vec<f32>,
    center: Vec3,
    right: Vec3,
    up: Vec3,
    to_light: Vec3,
    /// Texels per metre.
    scale: f32,
}

impl ShadowMap {
    /// An empty map of `size` x `size` texels for a light from the direction `to_light` (a unit vector) over a ball.
    pub(crate) fn new(to_light: Vec3, center: Vec3, radius: f32, size: usize) -> Self {
        let across = if to_light.y.abs() < 0.9 { Vec3::Y } else { Vec3::X };
        let right = across.cross(to_light).normalize();
        // Two texels stay free on each side for blending.
        let scale = (size as f32 - 4.0) / (2.0 * radius);
        Self { size, depths: vec![f32::NEG_INFINITY; size * size], center, right, up: to_light.cross(right), to_light, scale }
    }

    /// How large a texel is, metres.
    pub(crate) fn texel(&self) -> f32 {
        1.0 / self.scale
    }

    /// A point in texels and its nearness to the light, metres.
    #[inline]
    pub(crate) fn place(&self, point: Vec3) -> Corner {
        let offset = point - self.center;
        let half = 0.5 * self.size as f32;
        let (x, y) = (half + offset.dot(self.right) * self.scale, half - offset.dot(self.up) * self.scale);
        Corner { x, y, depth: offset.dot(self.to_light) }
    }

    /// Puts a triangle (see [`Self::place`]) into the map.
    pub(crate) fn draw(&mut self, corners: [Corner; 3]) {
        let Some(triangle) = ScreenTriangle::new(corners, self.size, self.size) else { return };
        let span = triangle.span;
        let half = SUBPIXEL / 2;
        for y in span.y0..span.y1 {
            let at = |edge: &Edge| edge.at(span.x0 as i64 * SUBPIXEL + half, y as i64 * SUBPIXEL + half);
            let mut values = [at(&triangle.edges[0]), at(&triangle.edges[1]), at(&triangle.edges[2])];
            for x in span.x0..span.x1 {
                if (values[0] | values[1] | values[2]) >= 0 {
                    let depth = triangle.depth_at(x as f32 + 0.5, y as f32 + 0.5);
                    let texel = &mut self.depths[y * self.size + x];
                    *texel = texel.max(depth);
                }
                for (value, edge) in values.iter_mut().zip(&triangle.edges) {
                    *value += edge.a * SUBPIXEL;
                }
            }
        }
    }

    /// The part of the light that reaches a point, 0 to 1, blended over 2 x 2 texels; `bias` metres towards the
    /// light are forgiven.
    #[inline]
    pub(crate) fn light_at(&self, point: Vec3, bias: f32) -> f32 {
        let Corner { x, y, depth } = self.place(point);
        let (x, y) = (x - 0.5, y - 0.5);
        let last = (self.size - 2) as f32;
        if !(x >= 0.0 && y >= 0.0 && x <= last && y <= last) {
            return 1.0;
        }
        let (x0, y0) = (x as usize, y as usize);
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let first = y0 * self.size + x0;
        let lit = |texel: usize| f32::from(u8::from(self.depths[texel] <= depth + bias));
        let upper = lit(first) * (1.0 - fx) + lit(first + 1) * fx;
        let lower = lit(first + self.size) * (1.0 - fx) + lit(first + self.size + 1) * fx;
        upper * (1.0 - fy) + lower * fy
    }
}
