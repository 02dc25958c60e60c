//! Simple objects in a scene.

use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::Primitive;

/// A solid object of one colour.
#[derive(Clone, Debug)]
pub struct Prop {
    /// Its surface; texture, skin and material are ignored.
    pub surface: Primitive,
    /// Its transform in the world.
    pub world_from_prop: Affine3,
    /// Linear RGBA.
    pub color: [f32; 4],
}

impl Prop {
    /// A box with its center at `center_in_world` and sides along the axes, metres, in a warm light
    /// grey.
    #[must_use]
    pub fn cuboid(center_in_world: Vec3, size: Vec3) -> Self {
        Self {
            surface: Primitive::cuboid(size),
            world_from_prop: Affine3::from_translation(center_in_world),
            color: [0.47, 0.455, 0.435, 1.0],
        }
    }
}
