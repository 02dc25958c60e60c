//! Shadow maps of distant lights.

use kansetsu::glam::Vec3;

/// Subtexels per texel; corners are rounded to them. Coarse enough for products in 32 bits.
const SUBTEXEL: i32 = 16;

/// The depth of the surface nearest to the light, over a square that contains the scene, seen along
/// the light.
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

/// A corner of a triangle in light space.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caster {
    /// Subtexels from the left and from the top.
    x: i32,
    y: i32,
    /// Nearness to the light, metres.
    depth: f32,
}

/// The sides of a triangle that block light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// The front: enough for closed surfaces.
    Front,
    Both,
}

impl ShadowMap {
    /// An empty map of `size` x `size` texels for a light from the direction `to_light` (a unit
    /// vector) over a ball.
    pub(crate) fn new(to_light: Vec3, center: Vec3, radius: f32, size: usize) -> Self {
        let across = if to_light.y.abs() < 0.9 { Vec3::Y } else { Vec3::X };
        let right = across.cross(to_light).normalize();
        // Two texels stay free on each side for filtering.
        let scale = (size as f32 - 4.0) / (2.0 * radius);
        Self {
            size,
            depths: vec![f32::NEG_INFINITY; size * size],
            center,
            right,
            up: to_light.cross(right),
            to_light,
            scale,
        }
    }

    /// The size of a texel, metres.
    pub(crate) fn texel(&self) -> f32 {
        1.0 / self.scale
    }

    /// A point in texels and its nearness to the light, metres.
    #[inline]
    fn place(&self, point: Vec3) -> (f32, f32, f32) {
        let offset = point - self.center;
        let half = 0.5 * self.size as f32;
        (
            half + offset.dot(self.right) * self.scale,
            half - offset.dot(self.up) * self.scale,
            offset.dot(self.to_light),
        )
    }

    /// A vertex in light space.
    #[inline]
    pub(crate) fn caster(&self, point: Vec3) -> Caster {
        let (x, y, depth) = self.place(point);
        // Every shadow caster is inside the map, so that numbers are positive and truncation
        // rounds.
        let subtexel = |texels: f32| (texels * SUBTEXEL as f32 + 0.5) as i32;
        Caster { x: subtexel(x), y: subtexel(y), depth }
    }

    /// Draws a triangle into the map.
    pub(crate) fn draw(&mut self, corners: [Caster; 3], sides: Sides) {
        let [p, mut q, mut r] = corners;
        // Most triangles are smaller than a texel and cover no texel center.
        let middles = |a: i32, b: i32, c: i32| {
            let low = (a.min(b).min(c) + SUBTEXEL / 2 - 1) >> SUBTEXEL.ilog2();
            (
                low.max(0) as usize,
                ((a.max(b).max(c) + SUBTEXEL / 2) >> SUBTEXEL.ilog2()).max(0) as usize,
            )
        };
        let ((x0, x1), (y0, y1)) = (middles(p.x, q.x, r.x), middles(p.y, q.y, r.y));
        if x0 >= x1 || y0 >= y1 || x1 > self.size || y1 > self.size {
            return;
        }
        let area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
        if area == 0 || (area > 0 && sides == Sides::Front) {
            return;
        }
        if area < 0 {
            std::mem::swap(&mut q, &mut r);
        }
        self.fill([p, q, r], [x0, x1, y0, y1]);
    }

    /// Fills the texels with covered centers, from `x0` up to, but not including, `x1`, and
    /// likewise for y.
    fn fill(&mut self, [p, q, r]: [Caster; 3], [x0, x1, y0, y1]: [usize; 4]) {
        let (left, top) =
            (x0 as i32 * SUBTEXEL + SUBTEXEL / 2, y0 as i32 * SUBTEXEL + SUBTEXEL / 2);
        let edge = |from: Caster, to: Caster| {
            let (a, b) = (from.y - to.y, to.x - from.x);
            (a * SUBTEXEL, b * SUBTEXEL, a * (left - from.x) + b * (top - from.y))
        };
        // An edge's value is twice the area between it and the point: the weight of the opposite
        // corner.
        let edges = [edge(q, r), edge(r, p), edge(p, q)];
        let inverse = 1.0 / (edges[0].2 + edges[1].2 + edges[2].2) as f32;
        let mut starts = [edges[0].2, edges[1].2, edges[2].2];
        for y in y0..y1 {
            let mut values = starts;
            for texel in &mut self.depths[y * self.size + x0..y * self.size + x1] {
                if (values[0] | values[1] | values[2]) >= 0 {
                    let depth = (values[0] as f32 * p.depth
                        + values[1] as f32 * q.depth
                        + values[2] as f32 * r.depth)
                        * inverse;
                    *texel = texel.max(depth);
                }
                for (value, edge) in values.iter_mut().zip(&edges) {
                    *value += edge.0;
                }
            }
            for (start, edge) in starts.iter_mut().zip(&edges) {
                *start += edge.1;
            }
        }
    }

    /// The fraction of the light that reaches a point, 0 to 1, filtered over 2 x 2 texels; `bias`
    /// is a depth tolerance toward the light, metres.
    #[inline]
    pub(crate) fn light_at(&self, point: Vec3, bias: f32) -> f32 {
        let (x, y, depth) = self.place(point);
        let (x, y) = (x - 0.5, y - 0.5);
        let last = (self.size - 2) as f32;
        if !(x >= 0.0 && y >= 0.0 && x <= last && y <= last) {
            return 1.0;
        }
        let (x0, y0) = (x as u32 as usize, y as u32 as usize);
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let first = y0 * self.size + x0;
        let nearest = depth + bias;
        let lit = |texel: usize| if self.depths[texel] <= nearest { 1.0 } else { 0.0 };
        let upper = lit(first) * (1.0 - fx) + lit(first + 1) * fx;
        let lower = lit(first + self.size) * (1.0 - fx) + lit(first + self.size + 1) * fx;
        upper * (1.0 - fy) + lower * fy
    }
}
