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
            surface: cuboid(size),
            world_from_prop: Affine3::from_translation(center_in_world),
            color: [0.47, 0.455, 0.435, 1.0],
        }
    }
}

/// A box around the origin: 6 faces of 4 corners each, for sharp edges.
fn cuboid(size: Vec3) -> Primitive {
    let mut surface = Primitive::default();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_a_box_look_outwards() {
        let surface = cuboid(Vec3::new(1.0, 2.0, 3.0));
        for triangle in surface.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| surface.positions[triangle[corner] as usize]);
            let normal = (b - a).cross(c - a).normalize();
            assert!(normal.distance(surface.normals[triangle[0] as usize]) < 1e-6);
            assert!(normal.dot(a) > 0.0);
        }
    }
}
