//! The convex hull of points in a plane, and the distance of a point from it.

use glam::Vec2;

/// The corners of the hull of `points`, counter-clockwise: the monotone chain (A. Andrew, "Another
/// efficient algorithm for convex hulls in two dimensions", Information Processing Letters 9(5),
/// 1979). Sorts the points; collinear points have fewer than three corners.
pub fn hull(points: &mut Vec<Vec2>, corners: &mut Vec<Vec2>) {
    corners.clear();
    points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        corners.extend_from_slice(points);
        return;
    }
    chain(points.iter().copied(), corners);
    corners.pop();
    chain(points.iter().rev().copied(), corners);
    corners.pop();
}

/// Adds one side of the hull, from sorted points.
fn chain(points: impl Iterator<Item = Vec2>, corners: &mut Vec<Vec2>) {
    let first = corners.len();
    for point in points {
        while let [.., a, b] = corners[first..]
            && (b - a).perp_dot(point - b) <= 0.0
        {
            corners.pop();
        }
        corners.push(point);
    }
}

/// The distance of `point` from the polygon with these corners, counter-clockwise. It is negative
/// inside, the distance to the nearest edge, and infinite without corners.
#[must_use]
pub fn outside(corners: &[Vec2], point: Vec2) -> f32 {
    nearest_edge(corners, point).map_or(f32::INFINITY, |edge| edge.outside)
}

/// The point of a hull's edge that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestEdge {
    /// The distance outside the hull; negative inside.
    pub outside: f32,
    /// The unit direction from the point into the hull: perpendicular to the edge, or to its
    /// corner.
    pub inwards: Vec2,
}

/// The edge of a hull, counter-clockwise, that is nearest to `point`; `None` without corners.
#[must_use]
pub fn nearest_edge(corners: &[Vec2], point: Vec2) -> Option<NearestEdge> {
    let mut nearest: Option<(f32, Vec2, Vec2)> = None;
    let mut is_inside = corners.len() > 2;
    for (index, &a) in corners.iter().enumerate() {
        let (edge, way) = (corners[(index + 1) % corners.len()] - a, point - a);
        let along = if edge == Vec2::ZERO {
            0.0
        } else {
            (way.dot(edge) / edge.length_squared()).clamp(0.0, 1.0)
        };
        let off = way - edge * along;
        is_inside &= edge.perp_dot(way) >= 0.0;
        if nearest.is_none_or(|(distance, ..)| off.length() < distance) {
            nearest = Some((off.length(), off, edge));
        }
    }
    let (distance, off, edge) = nearest?;
    let across = edge.perp().normalize_or(Vec2::X);
    let inwards = if is_inside || distance == 0.0 { across } else { -off / distance };
    Some(NearestEdge { outside: if is_inside { -distance } else { distance }, inwards })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hull_of(mut points: Vec<Vec2>) -> Vec<Vec2> {
        let mut corners = Vec::new();
        hull(&mut points, &mut corners);
        corners
    }

    #[test]
    fn the_hull_of_a_grid_is_its_square() {
        let grid =
            (0..5).flat_map(|x| (0..5).map(move |y| Vec2::new(x as f32, y as f32))).collect();
        let corners = hull_of(grid);
        assert_eq!(
            corners,
            [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::splat(4.0), Vec2::new(0.0, 4.0)]
        );
        for (point, expected) in [
            ([2.0, 2.0], -2.0),
            ([1.0, 3.5], -0.5),
            ([2.0, -3.0], 3.0),
            ([7.0, 8.0], 5.0),
            ([4.0, 1.0], 0.0),
        ] {
            let point = Vec2::from_array(point);
            assert!((outside(&corners, point) - expected).abs() < 1e-6, "{point}");
            // A step of that length along `inwards` ends on the border.
            let edge = nearest_edge(&corners, point).unwrap();
            assert!(outside(&corners, point + edge.inwards * edge.outside).abs() < 1e-6, "{point}");
            assert!(
                outside(&corners, point + edge.inwards * (edge.outside + 0.1)) < 0.0,
                "{point}"
            );
        }
    }

    #[test]
    fn a_line_and_a_point_have_no_inside() {
        let line = hull_of(vec![Vec2::ZERO, Vec2::X, Vec2::X * 2.0, Vec2::X]);
        assert_eq!(outside(&line, Vec2::new(1.0, 0.5)), 0.5);
        assert_eq!(outside(&hull_of(vec![Vec2::X; 4]), Vec2::ZERO), 1.0);
        assert_eq!(outside(&[], Vec2::ZERO), f32::INFINITY);
    }
}
