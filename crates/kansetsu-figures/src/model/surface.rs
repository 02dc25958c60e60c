//! Triangles without material and weights.

use glam::Vec3;

/// A closed surface: positions, unit normals, three indices per triangle, counter-clockwise from
/// outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) indices: Vec<u32>,
}

impl Surface {
    /// The mirror image of the surface at the plane x = 0.
    pub(crate) fn mirrored(&self) -> Self {
        let mirror = |v: &Vec3| Vec3::new(-v.x, v.y, v.z);
        Self {
            positions: self.positions.iter().map(mirror).collect(),
            normals: self.normals.iter().map(mirror).collect(),
            indices: self.indices.chunks_exact(3).flat_map(|t| [t[0], t[2], t[1]]).collect(),
        }
    }

    /// The same surface, scaled along the axes and then moved.
    pub(crate) fn placed(&self, scale: Vec3, offset: Vec3) -> Self {
        Self {
            positions: self.positions.iter().map(|&p| p * scale + offset).collect(),
            normals: self.normals.iter().map(|&n| (n / scale).normalize()).collect(),
            indices: self.indices.clone(),
        }
    }
}
