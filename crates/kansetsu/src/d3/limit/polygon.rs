//! A polygon of great arcs on the sphere, star-shaped around a visible point.

use std::borrow::Cow;

use glam::Vec3;

use super::direction::Foot;
use crate::math::vector;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polygon<'a> {
    visible: Vec3,
    vertices: Cow<'a, [Vec3]>,
    /// 1 if the vertices are counter-clockwise around the visible point as seen from outside the
    /// sphere, else -1.
    pub(super) winding: f32,
}

impl<'a> Polygon<'a> {
    pub(super) fn new(visible: Vec3, vertices: Cow<'a, [Vec3]>) -> Self {
        let mut polygon = Self { visible, vertices, winding: 1.0 };
        let sum: f32 = polygon.edges().map(|[a, b]| visible.dot(a.cross(b))).sum();
        polygon.winding = if sum < 0.0 { -1.0 } else { 1.0 };
        polygon
    }

    pub(super) fn into_owned(self) -> Polygon<'static> {
        Polygon {
            visible: self.visible,
            vertices: Cow::Owned(self.vertices.into_owned()),
            winding: self.winding,
        }
    }

    /// The nearest point of the edge for a direction outside; `None` inside.
    pub(super) fn nearest(&self, d: Vec3) -> Option<Foot> {
        if self.contains(d) { None } else { Some(self.foot(d)) }
    }

    /// Whether the direction is in one of the triangles of the edges and the visible point. Without
    /// vertices everything is inside.
    fn contains(&self, d: Vec3) -> bool {
        let side = |from: Vec3, to: Vec3| self.winding * across(from, to).dot(d);
        // Both triangles at a spoke evaluate the same value, so that no direction falls between
        // them. Spokes come first: they reject most triangles.
        let inside = |[a, b]: [Vec3; 2]| {
            side(self.visible, a) >= 0.0 && side(self.visible, b) <= 0.0 && side(a, b) >= 0.0
        };
        self.vertices.is_empty() || self.edges().any(inside)
    }

    /// The nearest point of the edges; the first in a tie.
    fn foot(&self, d: Vec3) -> Foot {
        let mut best = corner(self.visible, d);
        let mut least = f32::INFINITY;
        for [a, b] in self.edges() {
            let foot = foot_on_arc(a, b, d);
            // The chord is compared, not the cosine: next to an edge the cosines of all candidates
            // are 1.
            let squared = foot.point.distance_squared(d);
            if squared < least {
                (best, least) = (foot, squared);
            }
        }
        best
    }

    /// The edges within `tolerance` radians of the direction, at most two (a corner has two).
    pub(super) fn near_edges(&self, d: Vec3, tolerance: f32) -> [Option<usize>; 2] {
        let near = |[a, b]: [Vec3; 2]| {
            foot_on_arc(a, b, d).point.distance_squared(d) <= tolerance * tolerance
        };
        let mut found =
            self.edges().enumerate().filter(|(_, edge)| near(*edge)).map(|(index, _)| index);
        [found.next(), found.next()]
    }

    /// Both ends of every edge, as unit vectors.
    pub(super) fn edges(&self) -> impl Iterator<Item = [Vec3; 2]> + '_ {
        let unit = |v: Vec3| vector::unit(v).unwrap_or(self.visible);
        let count = self.vertices.len();
        (0..count).map(move |i| [unit(self.vertices[i]), unit(self.vertices[(i + 1) % count])])
    }
}

/// `a × b`, accurate for neighbours.
fn across(a: Vec3, b: Vec3) -> Vec3 {
    a.cross(b - a)
}

fn foot_on_arc(a: Vec3, b: Vec3, d: Vec3) -> Foot {
    let nearest_end = if a.distance_squared(d) <= b.distance_squared(d) { a } else { b };
    let Some(normal) = vector::unit(across(a, b)) else { return corner(nearest_end, d) };
    let in_plane = |v: Vec3| vector::unit(v - normal * normal.dot(v));
    // Orthogonalized twice: near the arc's pole the first step leaves a component along the normal.
    // At the pole every point is equally near.
    let at_pole = normal.cross(d).length_squared() < 1e-12;
    let Some(point) = in_plane(d).and_then(in_plane).filter(|_| !at_pole) else {
        return corner(nearest_end, d);
    };
    let on_arc = a.cross(point).dot(normal) >= 0.0 && point.cross(b).dot(normal) >= 0.0;
    if on_arc {
        Foot { point, tangent: normal.cross(point), curvature: [0.0, 1.0] }
    } else {
        corner(nearest_end, d)
    }
}

fn corner(point: Vec3, d: Vec3) -> Foot {
    let tangent =
        vector::unit(d.cross(point)).unwrap_or_else(|| vector::perpendicular(point, Vec3::Y));
    Foot { point, tangent, curvature: [1.0, 0.0] }
}
