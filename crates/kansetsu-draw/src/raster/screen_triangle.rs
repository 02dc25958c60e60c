//! A triangle on a grid of samples.
//!
//! Coverage is decided in integers: corners are rounded to 1/256 of a pixel, and a sample belongs
//! to a triangle if it is on the inner side of all three edges (Pineda, A Parallel Algorithm for
//! Polygon Rasterization, SIGGRAPH 1988). A sample on an edge belongs to the triangle that has the
//! edge on its left or top, so that neighbours leave neither gaps nor overlaps.

/// Subpixels per pixel; corners are rounded to them.
pub(crate) const SUBPIXEL: i64 = 256;

/// A corner: pixels from the upper left, and a value for linear interpolation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Corner {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) depth: f32,
}

/// One edge: `a x + b y + c >= 0` inside, in subpixels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) c: i64,
}

/// Pixels from `x0` up to, but not including, `x1`, and likewise for y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) x0: usize,
    pub(crate) x1: usize,
    pub(crate) y0: usize,
    pub(crate) y1: usize,
}

/// A triangle prepared for coverage tests of samples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScreenTriangle {
    pub(crate) edges: [Edge; 3],
    /// The pixels it may touch.
    pub(crate) span: Span,
    /// Whether it is clockwise on the screen (y down), as back faces are.
    pub(crate) is_back: bool,
    /// Depth at the pixel origin (0, 0) of the span, and its slope per pixel.
    depth: [f32; 3],
    depth_range: [f32; 2],
}

impl ScreenTriangle {
    /// `None` if it has no area or lies outside `width` x `height` pixels.
    pub(crate) fn new(corners: [Corner; 3], width: usize, height: usize) -> Option<Self> {
        let mut points = corners.map(|corner| [fixed(corner.x), fixed(corner.y)]);
        let [p, q, r] = points;
        let area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        if area == 0 {
            return None;
        }
        // With y down, counter-clockwise in the world is a negative area here.
        let is_back = area > 0;
        if !is_back {
            points.swap(1, 2);
        }
        let span = span(&points, width, height)?;
        let [p, q, r] = points;
        let edges = [Edge::new(p, q), Edge::new(q, r), Edge::new(r, p)];
        let depths = corners.map(|corner| corner.depth);
        let range =
            [depths[0].min(depths[1]).min(depths[2]), depths[0].max(depths[1]).max(depths[2])];
        Some(Self { edges, span, is_back, depth: plane(&corners, &span), depth_range: range })
    }

    /// The depth at a point, pixels from the upper left of the picture.
    #[inline]
    pub(crate) fn depth_at(&self, x: f32, y: f32) -> f32 {
        let [origin, across, down] = self.depth;
        let depth = origin + across * (x - self.span.x0 as f32) + down * (y - self.span.y0 as f32);
        depth.clamp(self.depth_range[0], self.depth_range[1])
    }
}

impl Edge {
    fn new(from: [i64; 2], to: [i64; 2]) -> Self {
        let (a, b) = (from[1] - to[1], to[0] - from[0]);
        let owns_samples_on_it = a > 0 || (a == 0 && b > 0);
        Self { a, b, c: -(a * from[0] + b * from[1]) - i64::from(!owns_samples_on_it) }
    }

    /// Its value at a point in subpixels.
    #[inline]
    pub(crate) fn at(&self, x: i64, y: i64) -> i64 {
        self.a * x + self.b * y + self.c
    }
}

fn fixed(pixels: f32) -> i64 {
    // Rounded by truncation, far above zero: `round` would call a function on processors without a
    // rounding instruction.
    const ABOVE: i64 = 1 << 40;
    (f64::from(pixels) * SUBPIXEL as f64 + (ABOVE as f64 + 0.5)) as i64 - ABOVE
}

/// The pixels in the bounding box of the points.
fn span(points: &[[i64; 2]; 3], width: usize, height: usize) -> Option<Span> {
    let reach = |axis: usize, limit: usize| {
        let [p, q, r] = points.map(|point| point[axis]);
        let low = p.min(q).min(r).div_euclid(SUBPIXEL).max(0);
        let high = (p.max(q).max(r).div_euclid(SUBPIXEL) + 1).min(limit as i64);
        (low < high).then_some((low as usize, high as usize))
    };
    let ((x0, x1), (y0, y1)) = (reach(0, width)?, reach(1, height)?);
    Some(Span { x0, x1, y0, y1 })
}

/// Depth as a plane over the picture: its value at the span's origin and its slopes.
fn plane(corners: &[Corner; 3], span: &Span) -> [f32; 3] {
    let [p, q, r] =
        corners.map(|corner| [f64::from(corner.x), f64::from(corner.y), f64::from(corner.depth)]);
    let (ux, uy, uz) = (q[0] - p[0], q[1] - p[1], q[2] - p[2]);
    let (vx, vy, vz) = (r[0] - p[0], r[1] - p[1], r[2] - p[2]);
    let area = ux * vy - uy * vx;
    let (across, down) = if area == 0.0 {
        (0.0, 0.0)
    } else {
        ((uz * vy - vz * uy) / area, (ux * vz - vx * uz) / area)
    };
    let origin = p[2] + across * (span.x0 as f64 - p[0]) + down * (span.y0 as f64 - p[1]);
    [origin as f32, across as f32, down as f32]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(triangle: &ScreenTriangle, x: usize, y: usize) -> bool {
        let (x, y) = (x as i64 * SUBPIXEL + SUBPIXEL / 2, y as i64 * SUBPIXEL + SUBPIXEL / 2);
        triangle.edges.iter().all(|edge| edge.at(x, y) >= 0)
    }

    #[test]
    fn a_fan_of_triangles_covers_each_pixel_once() {
        let corner = |x: f32, y: f32| Corner { x, y, depth: 0.0 };
        let rim: Vec<Corner> = [
            (0.0, 0.0),
            (7.5, 0.0),
            (16.0, 0.0),
            (16.0, 9.5),
            (16.0, 16.0),
            (3.5, 16.0),
            (0.0, 16.0),
            (0.0, 4.5),
        ]
        .map(|(x, y)| corner(x, y))
        .into();
        let middle = corner(8.5, 7.5);
        let fan: Vec<ScreenTriangle> = (0..8)
            .filter_map(|i| ScreenTriangle::new([middle, rim[i], rim[(i + 1) % 8]], 16, 16))
            .collect();
        for pixel in 0..256 {
            let owners =
                fan.iter().filter(|triangle| covers(triangle, pixel % 16, pixel / 16)).count();
            assert_eq!(owners, 1, "pixel {} {}", pixel % 16, pixel / 16);
        }
    }

    #[test]
    fn a_triangle_without_area_is_none() {
        let corner = |x: f32| Corner { x, y: x, depth: 0.0 };
        assert!(ScreenTriangle::new([corner(0.0), corner(5.0), corner(9.0)], 16, 16).is_none());
    }
}
