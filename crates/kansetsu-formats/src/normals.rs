//! Normals for surfaces whose file has none.

use kansetsu::glam::Vec3;

/// For each vertex the mean of its triangles' normals, weighted by the angle at the vertex. The
/// result does not depend on the triangulation of a face (Thürmer and Wüthrich, Computing Vertex
/// Normals from Polygonal Facets, Journal of Graphics Tools 3(1), 1998). Triangles without an area,
/// and those with missing vertices, are ignored.
///
/// A vertex without a triangle has +Y.
#[must_use]
pub fn vertex_normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for corners in triangles {
        let [Some(&a), Some(&b), Some(&c)] = corners.map(|corner| positions.get(corner as usize))
        else {
            continue;
        };
        let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
        for (corner, angle) in corners.iter().zip([angle(a, b, c), angle(b, c, a), angle(c, a, b)])
        {
            sums[*corner as usize] += normal * angle;
        }
    }
    sums.into_iter().map(|sum| sum.normalize_or(Vec3::Y)).collect()
}

/// The angle at `a`, radians.
fn angle(a: Vec3, b: Vec3, c: Vec3) -> f32 {
    let (u, v) = (b - a, c - a);
    libm::atan2f(u.cross(v).length(), u.dot(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_of_a_box_looks_along_its_diagonal_however_its_faces_are_cut() {
        let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
        let positions: Vec<Vec3> = (0..8).map(corner).collect();
        // The three faces at corner 7, two of them cut through it and one not.
        let triangles = [[1, 3, 7], [1, 7, 5], [2, 6, 7], [2, 7, 3], [4, 5, 6], [5, 7, 6]];
        let normal = vertex_normals(&positions, &triangles)[7];
        assert!(normal.distance(Vec3::ONE.normalize()) < 1e-6, "{normal}");
    }
}
