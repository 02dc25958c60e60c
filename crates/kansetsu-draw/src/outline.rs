//! Outlines of lines and circles.

use kansetsu::glam::Vec2;

/// A circle as a polygon with an error of less than a twentieth of a pixel.
pub(crate) fn circle(center: Vec2, radius: f32) -> Vec<Vec2> {
    arc(center, radius, 0.0, std::f32::consts::TAU)
}

/// A ring: the outer circle, and the inner one in the opposite orientation.
pub(crate) fn ring(center: Vec2, radius: f32, width: f32) -> Vec<Vec<Vec2>> {
    let inner = circle(center, (radius - 0.5 * width).max(0.0));
    vec![circle(center, radius + 0.5 * width), inner.into_iter().rev().collect()]
}

/// A line with round ends and corners: one outline for each of its parts, all of the same
/// orientation.
pub(crate) fn line(points: &[Vec2], width: f32) -> Vec<Vec<Vec2>> {
    points.windows(2).map(|ends| capsule(ends[0], ends[1], 0.5 * width)).collect()
}

/// The convex hull of points (A. M. Andrew, Another efficient algorithm for convex hulls in two
/// dimensions, Information Processing Letters 9(5), 1979).
pub(crate) fn hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = &Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for &point in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp_dot(point - a) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut sorted.iter());
    lower.extend(half(&mut sorted.iter().rev()));
    lower
}

fn capsule(from: Vec2, to: Vec2, radius: f32) -> Vec<Vec2> {
    let way = to - from;
    let start = libm::atan2f(way.y, way.x) - 0.5 * std::f32::consts::PI;
    let mut points = arc(to, radius, start, std::f32::consts::PI);
    points.extend(arc(from, radius, start + std::f32::consts::PI, std::f32::consts::PI));
    points
}

/// Points on a circle from one angle over a span, both ends included unless it closes.
fn arc(center: Vec2, radius: f32, start: f32, span: f32) -> Vec<Vec2> {
    let corners = (4.0 + 5.0 * radius.max(0.0).sqrt()).min(400.0);
    let count = (corners * span / std::f32::consts::TAU) as usize + 4;
    let closes = span >= std::f32::consts::TAU;
    let steps = if closes { count } else { count - 1 };
    let at = |step: usize| {
        let (sin, cos) = libm::sincosf(start + span * step as f32 / steps as f32);
        center + Vec2::new(cos, sin) * radius
    };
    (0..count).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_square_with_points_inside_is_the_square() {
        let points = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0), (1.0, 0.0)]
            .map(|(x, y)| Vec2::new(x, y));
        assert_eq!(
            hull(&points),
            [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Vec2::new(x, y))
        );
    }
}
