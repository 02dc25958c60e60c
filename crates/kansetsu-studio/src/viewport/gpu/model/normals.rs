//! Normals for surfaces whose file has none.

use kansetsu::glam::Vec3;

/// For each vertex the mean of its triangles' normals, weighted by the angle at the vertex, so that it does not matter how
/// a face is cut into triangles (Thürmer and Wüthrich, Computing Vertex Normals from Polygonal Facets, Journal of Graphics
/// Tools 3(1), 1998).
pub(crate) fn of_triangles(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for corners in indices.as_chunks::<3>().0 {
        let [a, b, c] = corners.map(|corner| positions.get(corner as usize).copied().unwrap_or_default());
        let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
        let angles = [(b - a).angle_between(c - a), (c - b).angle_between(a - b), (a - c).angle_between(b - c)];
        for (corner, angle) in corners.iter().zip(angles) {
            if let Some(sum) = sums.get_mut(*corner as usize) {
                *sum += normal * angle;
            }
        }
    }
    sums.into_iter().map(|sum| sum.normalize_or(Vec3::Y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_of_a_box_looks_along_its_diagonal_however_its_faces_are_cut() {
        let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
        let positions: Vec<Vec3> = (0..8).map(corner).collect();
        // The three faces at corner 7, two of them cut through it and one not.
        let indices = [1, 3, 7, 1, 7, 5, 2, 6, 7, 2, 7, 3, 4, 5, 6, 5, 7, 6];
        let normal = of_triangles(&positions, &indices)[7];
        assert!(normal.distance(Vec3::ONE.normalize()) < 1e-5, "{normal}");
    }
}
