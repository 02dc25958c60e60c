//! The convex hull of points in a plane, and how far outside of it a point is.

use glam::Vec2;

/// The corners, counter-clockwise: the monotone chain (A. Andrew, "Another efficient algorithm for convex hulls in two dimensions",
/// Information Processing Letters 9(5), 1979). Fewer than three where the points lie on a line.
pub(super) fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut corners = chain(points.iter().copied());
    corners.pop();
    let mut upper = chain(points.iter().rev().copied());
    upper.pop();
    corners.extend(upper);
    corners
}

/// One side of the hull, of points in order.
fn chain(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut corners: Vec<Vec2> = Vec::new();
    for point in points {
        while let [.., a, b] = corners[..]
            && (b - a).perp_dot(point - b) <= 0.0
        {
            corners.pop();
        }
        corners.push(point);
    }
    corners
}

/// How far `point` is outside of the polygon with these corners, counter-clockwise; negative inside, by the way to the nearest edge. Infinite
/// without any corner.
pub(super) fn outside(corners: &[Vec2], point: Vec2) -> f32 {
    let edges = (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]);
    let mut nearest = f32::INFINITY;
    let mut is_inside = corners.len() > 2;
    for [a, b] in edges {
        let (edge, way) = (b - a, point - a);
        let along = if edge == Vec2::ZERO { 0.0 } else { (way.dot(edge) / edge.length_squared()).clamp(0.0, 1.0) };
        nearest = nearest.min((way - edge * along).length());
        is_inside &= edge.perp_dot(way) >= 0.0;
    }
    if is_inside { -nearest } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_grid_is_its_square() {
        let grid = (0..5).flat_map(|x| (0..5).map(move |y| Vec2::new(x as f32, y as f32))).collect();
        let corners = hull(grid);
        assert_eq!(corners, [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::splat(4.0), Vec2::new(0.0, 4.0)]);
        for (point, expected) in [([2.0, 2.0], -2.0), ([1.0, 3.5], -0.5), ([2.0, -3.0], 3.0), ([7.0, 8.0], 5.0), ([4.0, 1.0], 0.0)] {
            assert!((outside(&corners, Vec2::from_array(point)) - expected).abs() < 1e-6, "{point:?}");
        }
    }

    #[test]
    fn a_line_and_a_point_have_no_inside() {
        let line = hull(vec![Vec2::ZERO, Vec2::X, Vec2::X * 2.0, Vec2::X]);
        assert_eq!(outside(&line, Vec2::new(1.0, 0.5)), 0.5);
        assert_eq!(outside(&hull(vec![Vec2::X; 4]), Vec2::ZERO), 1.0);
        assert_eq!(outside(&[], Vec2::ZERO), f32::INFINITY);
    }
}
