//! Triangles in the world, ready for drawing.

use std::sync::Arc;

use kansetsu::glam::{Vec2, Vec3, Vec4};
use kansetsu_formats::{AlphaMode, Material, vertex_normals};

use crate::Texture;

/// Triangles with one material.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    /// World space.
    pub(crate) positions: Vec<Vec3>,
    /// Unit vectors in world space; as many as positions.
    pub(crate) normals: Vec<Vec3>,
    /// Empty, or as many as positions.
    pub(crate) uvs: Vec<Vec2>,
    /// Linear RGBA; empty, or as many as positions.
    pub(crate) colors: Vec<Vec4>,
    /// Counter-clockwise seen from the front; only triangles whose corners exist and are finite.
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) paint: Paint,
}

/// The material of a surface.
#[derive(Clone, Debug)]
pub(crate) struct Paint {
    /// Linear RGBA.
    pub(crate) base: Vec4,
    pub(crate) texture: Option<Arc<Texture>>,
    pub(crate) emissive: Vec3,
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
    pub(crate) alpha: AlphaMode,
    pub(crate) double_sided: bool,
    pub(crate) unlit: bool,
    /// 1 for an opaque figure, less for a ghost.
    pub(crate) opacity: f32,
}

impl Paint {
    pub(crate) fn new(material: &Material, texture: Option<Arc<Texture>>, opacity: f32) -> Self {
        Self {
            base: Vec4::from_array(material.base_color),
            texture,
            emissive: Vec3::from_array(material.emissive),
            metallic: material.metallic.clamp(0.0, 1.0),
            roughness: material.roughness.clamp(0.0, 1.0),
            alpha: material.alpha,
            double_sided: material.double_sided,
            unlit: material.unlit,
            opacity: opacity.clamp(0.0, 1.0),
        }
    }

    /// The material of surfaces without one: light clay.
    pub(crate) fn plain(color: [f32; 4], opacity: f32) -> Self {
        Self::new(
            &Material { base_color: color, double_sided: true, ..Material::default() },
            None,
            opacity,
        )
    }

    /// Whether it hides everything behind it.
    pub(crate) fn is_solid(&self) -> bool {
        self.alpha != AlphaMode::Blend && self.opacity >= 1.0
    }
}

impl Surface {
    /// Drops triangles that cannot be drawn, and computes missing normals.
    pub(crate) fn completed(mut self) -> Self {
        let positions = &self.positions;
        let finite = |corner: &u32| {
            positions.get(*corner as usize).is_some_and(|position| position.is_finite())
        };
        self.triangles.retain(|corners| corners.iter().all(finite));
        if self.normals.len() != self.positions.len() {
            self.normals = vertex_normals(&self.positions, &self.triangles);
        }
        if self.uvs.len() != self.positions.len() {
            self.uvs = Vec::new();
        }
        if self.colors.len() != self.positions.len() {
            self.colors = Vec::new();
        }
        self
    }
}
