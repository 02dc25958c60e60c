//! Splitting one joint's rotation over several links.

use glam::{Mat3, Vec3};

use super::link::{Freedom, LinkSpec};
use crate::{math::Rot, ops};

/// The angles of a joint's two or three hinges that together make `local`.
///
/// Two links (a swing about one axis, then a twist) and three (Euler angles) are decomposed with fixed axes. Of the two triples that give the same rotation the one that needs less is taken.
pub(crate) fn angles(specs: &[LinkSpec], local: Rot) -> [f32; 3] {
    // A link's own zero is the middle of its interval; here zero is where the axes are perpendicular.
    let before = |spec: &LinkSpec| spec.before * Rot::from_axis_angle(Vec3::Z, spec.rest_angle);
    // The axes of the hinges in the frame after the first `before`, when all angles are 0.
    let mut frame = Rot::IDENTITY;
    let mut axes = [Vec3::Z; 3];
    for (place, spec) in specs.iter().enumerate().take(3) {
        if place > 0 {
            frame = frame * before(spec);
        }
        axes[place] = frame.rotate(Vec3::Z);
        frame = frame * spec.after;
    }
    // local = before · (turns about the axes) · frame
    let turns = before(&specs[0]).inverse() * local * frame.inverse();
    let [a, b, c] = if specs.len() == 2 { [axes[0], axes[1], axes[0].cross(axes[1])] } else { axes };
    let rest = |place: usize| specs.get(place).map_or(0.0, |spec| spec.rest_angle);
    let from_middle = |place: usize, angle: f32| crate::d3::limit::wrap_angle(angle + rest(place));
    let candidates = candidates(turns, a, b, c);
    let [one, other] = candidates.map(|angles| std::array::from_fn(|place| from_middle(place, angles[place])));
    let mut chosen = if need(specs, one) <= need(specs, other) { one } else { other };
    if ops::cos(candidates[0][1]).abs() < NEARLY_LOCKED {
        // The first and the last angle are known well only together: the first is what the others leave inside their bounds.
        let turn = |place: usize, axis: Vec3| Rot::from_axis_angle(axis, inside(specs.get(place), chosen[place]) - rest(place));
        let left = turns * turn(2, c).inverse() * turn(1, b).inverse();
        chosen[0] = from_middle(0, 2.0 * ops::atan2(left.vector().dot(a), left.w));
    }
    chosen
}

/// Below this cosine of the middle angle the other two turn about nearly the same axis.
const NEARLY_LOCKED: f32 = 1e-2;

/// The angle, from the middle of a link's interval, that it can take.
fn inside(spec: Option<&LinkSpec>, angle: f32) -> f32 {
    match spec.map(|spec| spec.freedom) {
        Some(Freedom::Hinge { reach }) => angle.clamp(-reach, reach),
        _ => 0.0,
    }
}

/// How much the links must leave out of these angles.
fn need(specs: &[LinkSpec], angles: [f32; 3]) -> f32 {
    let left_out = |place: usize| match specs.get(place).map(|spec| spec.freedom) {
        Some(Freedom::Hinge { reach }) => (angles[place].abs() - reach).max(0.0) + 1e-4 * angles[place].abs(),
        _ => angles[place].abs(),
    };
    left_out(0) + left_out(1) + left_out(2)
}

/// The two triples of angles about three perpendicular axes, the first applied last.
fn candidates(q: Rot, a: Vec3, b: Vec3, c: Vec3) -> [[f32; 3]; 2] {
    let m = Mat3::from_cols(q.rotate(a), q.rotate(b), q.rotate(c));
    let at = |row: Vec3, column: usize| row.dot(m.col(column));
    let sign = if a.cross(b).dot(c) > 0.0 { 1.0 } else { -1.0 };
    let cos = (at(a, 0) * at(a, 0) + at(a, 1) * at(a, 1)).sqrt();
    let middle = ops::atan2(sign * at(a, 2), cos);
    let (outer, inner) = if cos > 1e-6 {
        (ops::atan2(-sign * at(b, 2), at(c, 2)), ops::atan2(-sign * at(a, 1), at(a, 0)))
    } else {
        (ops::atan2(sign * at(c, 1), at(b, 1)), 0.0)
    };
    let pi = std::f32::consts::PI;
    [[outer, middle, inner], [outer + pi, pi - middle, inner + pi]]
}
