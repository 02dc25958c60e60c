//! What a far light sees.

use kansetsu::glam::Vec3;

/// Parts of a texel that corners are rounded to: coarse enough for 32 bits to hold every product.
const SUBTEXEL: i32 = 16;

/// How near to the light the nearest surface is, over a square that holds the scene, seen along the
/// light.
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

/// A corner of a triangle as the light sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caster {
    /// Subtexels from the left and from the top.
    x: i32,
    y: i32,
    /// Nearness to the light, metres.
    depth: f32,
}

/// Which sides of a triangle stop light.
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
        // Two texels stay free on each side for blending.
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

    /// How large a texel is, metres.
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

    /// A vertex as the light sees it.
    #[inline]
    pub(crate) fn caster(&self, point: Vec3) -> Caster {
        let (x, y, depth) = self.place(point);
        // Everything that throws shadows is inside the map, so that numbers are positive and
        // rounding is cutting.
        let subtexel = |texels: f32| (texels * SUBTEXEL as f32 + 0.5) as i32;
        Caster { x: subtexel(x), y: subtexel(y), depth }
    }

    /// Puts a triangle into the map.
    pub(crate) fn draw(&mut self, corners: [Caster; 3], sides: Sides) {
        let [p, mut q, mut r] = corners;
        // Most triangles are smaller than a texel and miss every middle of one.
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

    /// Fills the texels from `x0` up to but without `x1`, and likewise for y, whose middles are
    /// inside.
    fn fill(&mut self, [p, q, r]: [Caster; 3], [x0, x1, y0, y1]: [usize; 4]) {
        let (left, top) =
            (x0 as i32 * SUBTEXEL + SUBTEXEL / 2, y0 as i32 * SUBTEXEL + SUBTEXEL / 2);
        let edge = |from: Caster, to: Caster| {
            let (a, b) = (from.y - to.y, to.x - from.x);
            (a * SUBTEXEL, b * SUBTEXEL, a * (left - from.x) + b * (top - from.y))
        };
        // An edge's value is twice the area between it and the place: the weight of the corner
        // across.
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

    /// The part of the light that reaches a point, 0 to 1, blended over 2 x 2 texels; `bias` metres
    /// towards the light are forgiven.
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
