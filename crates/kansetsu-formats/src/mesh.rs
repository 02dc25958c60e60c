//! Surfaces, skins, materials, images.

use kansetsu::glam::{Affine3, Vec2, Vec3};

/// A surface attached to the skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Its name; may be empty.
    pub name: String,
    /// The attachment: a joint or a skin.
    pub attachment: Attachment,
    /// Whether its file hides it. It moves and is saved like the others, but is not drawn.
    pub is_hidden: bool,
    /// Its parts, one material each.
    pub primitives: Vec<Primitive>,
}

/// The attachment of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// It moves rigidly with a joint.
    Joint(usize),
    /// A skin (index into [`Figure::skins`](crate::Figure::skins)) moves its vertices.
    Skin(usize),
}

impl Default for Attachment {
    fn default() -> Self {
        Self::Joint(0)
    }
}

/// Triangles of one material. Per-vertex lists are empty or as long as `positions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Primitive {
    /// Vertex positions, in the joint's space or, with a skin, in the skin's space; morph targets'
    /// rest weights are already applied.
    pub positions: Vec<Vec3>,
    /// Unit normals, or empty.
    pub normals: Vec<Vec3>,
    /// Texture coordinates for the base colour texture, (0, 0) at the upper left, or empty.
    pub uvs: Vec<Vec2>,
    /// Linear RGBA that multiplies the base colour, or empty.
    pub colors: Vec<[f32; 4]>,
    /// `influences_per_vertex` entries for each vertex; empty without a skin.
    pub influences: Vec<Influence>,
    /// The number of influences of each vertex.
    pub influences_per_vertex: usize,
    /// Three vertex indices per triangle, counter-clockwise seen from the front.
    pub indices: Vec<u32>,
    /// Index into [`Figure::materials`](crate::Figure::materials).
    pub material: Option<usize>,
}

impl Primitive {
    /// A box around the origin: 6 faces of 4 corners each, for sharp edges. `size` is its width,
    /// height and depth, metres.
    #[must_use]
    pub fn cuboid(size: Vec3) -> Self {
        let mut surface = Self::default();
        for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let normal = Vec3::AXES[axis] * sign;
            let (u, v) = (Vec3::AXES[(axis + 1) % 3] * sign, Vec3::AXES[(axis + 2) % 3]);
            let first = surface.positions.len() as u32;
            for corner in [-u - v, u - v, u + v, v - u] {
                surface.positions.push((normal + corner) * size * 0.5);
                surface.normals.push(normal);
            }
            surface.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
        surface
    }
}

/// The influence of one joint of the skin on a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influence {
    /// Index into [`Skin::joints`].
    pub joint: u32,
    /// The weight; the weights of a vertex should sum to 1, but files do not guarantee it.
    pub weight: f32,
}

/// The joints that move a mesh, with their bind pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Joint indices in the skeleton.
    pub joints: Vec<usize>,
    /// `joint_from_mesh` at the time of binding, one per joint.
    pub inverse_bind: Vec<Affine3>,
}

/// The look of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name; may be empty.
    pub name: String,
    /// Linear RGBA.
    pub base_color: [f32; 4],
    /// Index into [`Figure::images`](crate::Figure::images), multiplied with `base_color`.
    pub base_color_image: Option<usize>,
    /// Emitted linear RGB light.
    pub emissive: [f32; 3],
    /// Metalness, 0 to 1.
    pub metallic: f32,
    /// Roughness, 0 to 1.
    pub roughness: f32,
    /// The meaning of alpha.
    pub alpha: AlphaMode,
    /// Whether the back is visible too.
    pub double_sided: bool,
    /// Whether it is drawn in its colour without shading.
    pub unlit: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: [1.0; 4],
            base_color_image: None,
            emissive: [0.0; 3],
            metallic: 0.0,
            roughness: 0.8,
            alpha: AlphaMode::Opaque,
            double_sided: false,
            unlit: false,
        }
    }
}

/// The meaning of a material's alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum AlphaMode {
    /// Ignored.
    #[default]
    Opaque,
    /// Drawn if alpha is at least this, otherwise not.
    Mask(f32),
    /// Blended with the background.
    Blend,
}

/// An image of a file, unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Its name; may be empty.
    pub name: String,
    /// "image/png", "image/jpeg", or empty if the file does not state it.
    pub mime_type: String,
    /// The encoded bytes.
    pub bytes: Vec<u8>,
}

impl Primitive {
    /// The number of triangles.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.indices.len() / 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_a_box_look_outwards() {
        let surface = Primitive::cuboid(Vec3::new(1.0, 2.0, 3.0));
        for triangle in surface.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| surface.positions[triangle[corner] as usize]);
            let normal = (b - a).cross(c - a).normalize();
            assert!(normal.distance(surface.normals[triangle[0] as usize]) < 1e-6);
            assert!(normal.dot(a) > 0.0);
        }
    }
}
