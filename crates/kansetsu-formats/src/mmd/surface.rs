//! The surface of a model file.

use kansetsu::glam::{Vec2, Vec3};

use crate::Material;

/// Vertices, triangles and materials; positions right-handed and in metres.
#[derive(Default)]
pub(super) struct Surface {
    pub(super) vertices: Vec<Vertex>,
    /// Three for each triangle, counter-clockwise.
    pub(super) indices: Vec<u32>,
    pub(super) parts: Vec<Part>,
}

/// A vertex.
pub(super) struct Vertex {
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    pub(super) uv: Vec2,
    /// Bones and weights; `None` for a missing bone.
    pub(super) weights: [(Option<usize>, f32); 4],
}

/// The next triangles, and their material.
pub(super) struct Part {
    pub(super) material: Material,
    /// The path of its picture.
    pub(super) texture: Option<String>,
    /// The number of its indices.
    pub(super) count: usize,
}

/// Metres per unit.
pub(super) const UNIT: f32 = 0.08;

/// A position of the file in metres.
pub(super) fn place([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(x, y, -z) * UNIT
}

/// Diffuse and ambient colour as one, with alpha.
pub(super) fn color(diffuse: [f32; 4], ambient: [f32; 3]) -> [f32; 4] {
    use crate::texture::linear;
    let part = |i: usize| linear(ambient[i] + LIGHT * diffuse[i]);
    [
        part(0),
        part(1),
        part(2),
        if diffuse[3].is_finite() { diffuse[3].clamp(0.0, 1.0) } else { 1.0 },
    ]
}

/// The brightness of MikuMikuDance's default light: 154 of 255.
const LIGHT: f32 = 0.604;
