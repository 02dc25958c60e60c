//! The contents of the picture, and the camera position that fits them.

use kansetsu::glam::{Vec2, Vec3};

use crate::aim::Aim;

/// Collects the points that must be in the picture.
///
/// With perspective, a camera at (cx, cy, cz) in its own axes has the point (x, y, z) inside its
/// right edge if `x - cx <= t (cz - z)`. So only the largest `x + t z` matters, and likewise for
/// the other three edges. Four numbers describe all points, and the nearest camera position follows
/// in closed form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Framing {
    /// The largest `x + t z`, `-x + t z`, `y + t z`, `-y + t z` (t = 0 when orthographic).
    edges: [f32; 4],
    /// The smallest and the largest depth along the line of sight.
    depth: [f32; 2],
    low: Vec3,
    high: Vec3,
}

/// The camera position in the camera's axes.
pub(crate) struct Place {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
    /// Half the width of the free part of an orthographic picture, metres.
    pub(crate) half_width: f32,
}

impl Default for Framing {
    fn default() -> Self {
        let none = f32::NEG_INFINITY;
        Self {
            edges: [none; 4],
            depth: [f32::INFINITY, none],
            low: Vec3::INFINITY,
            high: Vec3::NEG_INFINITY,
        }
    }
}

impl Framing {
    /// Adds a point; points that are not finite or extremely far away are ignored.
    pub(crate) fn add(&mut self, aim: &Aim, point: Vec3) {
        let is_sensible = point.abs().max_element() < 1e9;
        if !is_sensible {
            return;
        }
        let [tx, ty] = if aim.perspective { aim.half_extent } else { [0.0; 2] };
        let (x, y, z) = (point.dot(aim.right), point.dot(aim.up), point.dot(aim.back));
        for (edge, reach) in
            self.edges.iter_mut().zip([x + tx * z, tx * z - x, y + ty * z, ty * z - y])
        {
            *edge = edge.max(reach);
        }
        self.depth = [self.depth[0].min(z), self.depth[1].max(z)];
        self.low = self.low.min(point);
        self.high = self.high.max(point);
    }

    /// The lowest and the highest corner of the bounding box; a metre around the origin if there
    /// are no points.
    pub(crate) fn bounds(&self) -> (Vec3, Vec3) {
        if self.low.cmple(self.high).all() {
            (self.low, self.high)
        } else {
            (Vec3::splat(-0.5), Vec3::splat(0.5))
        }
    }

    /// Half the diagonal of the bounding box, metres; never 0.
    pub(crate) fn radius(&self) -> f32 {
        let (low, high) = self.bounds();
        (0.5 * (high - low).length()).max(1e-4)
    }

    /// The nearest camera position that has every point in the picture.
    pub(crate) fn place(&self, aim: &Aim) -> Place {
        let (low, high) = self.bounds();
        let mut framing = *self;
        if self.depth[0] > self.depth[1] {
            [low, high].into_iter().for_each(|corner| framing.add(aim, corner));
        }
        let [right, left, top, bottom] = framing.edges;
        let [half_x, half_y] = aim.half_extent;
        let smallest = 0.02 * framing.radius();
        let size = Vec2::new(0.5 * (right + left) / half_x, 0.5 * (top + bottom) / half_y);
        // The gap between the two edges of each direction: with perspective the distance of the
        // camera, without it half the visible size.
        let need = size.max_element();
        let (x, y) = (0.5 * (right - left), 0.5 * (top - bottom));
        let z = if aim.perspective {
            need.max(framing.depth[1] + smallest / half_x)
        } else {
            framing.depth[1] + framing.radius()
        };
        Place { x, y, z, half_width: need.max(smallest) * half_x }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Camera, Lens, Picture, View};

    #[test]
    fn every_corner_is_inside_the_margins_and_some_touch_them() {
        let corners = (0..8).map(|i| {
            Vec3::new(
                (i & 1) as f32 * 3.0 - 7.0,
                (i >> 1 & 1) as f32 * 0.4,
                (i >> 2) as f32 * 2.0 + 5.0,
            )
        });
        for (azimuth, elevation) in [(0.0, 0.0), (33.0, 20.0), (200.0, -70.0), (90.0, 90.0)] {
            for lens in [
                Lens::default(),
                Lens::Orthographic,
                Lens::Perspective { field_of_view_deg: 100.0 },
            ] {
                let picture = Picture {
                    width: 400,
                    height: 300,
                    view: View { lens, ..View::new(azimuth, elevation) },
                    ..Picture::default()
                };
                let aim = Aim::new(&picture);
                let mut framing = Framing::default();
                corners.clone().for_each(|corner| framing.add(&aim, corner));
                let camera = Camera::new(&aim, &framing, &picture);
                let margin = 0.08 * 300.0;
                let free = corners.clone().map(|corner| camera.project(corner).expect("in front"));
                let least = free
                    .map(|p| p.x.min(400.0 - p.x).min(p.y).min(300.0 - p.y))
                    .fold(f32::INFINITY, f32::min);
                assert!((least - margin).abs() < 0.5, "{azimuth} {elevation} {lens:?}: {least}");
            }
        }
    }
}
