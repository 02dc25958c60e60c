//! Splitting one joint's rotation over several links.

use glam::{Mat3, Vec3};

use super::{
    link::{Freedom, LinkSpec},
    links::Links,
};
use crate::{math::Rot, ops};

/// Sets the links of the joint that starts at `first` so that together they are `local`, or nearly.
///
/// Two links (a swing about one axis, then a twist) and three (Euler angles) are decomposed with fixed axes; each angle
/// is then brought inside its interval. Of the two triples that give the same rotation the one that needs less is taken.
pub(crate) fn take(links: &mut Links, specs: &[LinkSpec], first: usize, local: Rot) {
    let count = specs[first..].iter().position(|spec| spec.is_last).map_or(1, |last| last + 1);
    let specs = &specs[first..first + count];
    // Axes of the hinges in the frame after the first `before`, when all angles are 0.
    let before = specs[0].before;
    let mut frame = Rot::IDENTITY;
    let mut axes = [Vec3::Z; 3];
    for (place, spec) in specs.iter().enumerate().take(3) {
        if place > 0 {
            frame = frame * spec.before;
        }
        axes[place] = frame.rotate(Vec3::Z);
        frame = frame * spec.after;
    }
    // local = before · (turns about the axes) · frame
    let turns = before.inverse() * local * frame.inverse();
    let [a, b, c] = if count == 2 { [axes[0], axes[1], axes[0].cross(axes[1])] } else { axes };
    let best =
        candidates(turns, a, b, c).into_iter().min_by(|x, y| need(links, first, count, *x).total_cmp(&need(links, first, count, *y)));
    for (place, angle) in best.unwrap_or([0.0; 3]).into_iter().enumerate().take(count) {
        let link = &mut links.links[first + place];
        if let Freedom::Hinge { reach } = link.freedom {
            link.set_angle(crate::d3::limit::wrap_angle(angle).clamp(-reach, reach));
        }
    }
}

/// How much the links must leave out of these angles.
fn need(links: &Links, first: usize, count: usize, angles: [f32; 3]) -> f32 {
    (0..3)
        .map(|place| {
            let angle = crate::d3::limit::wrap_angle(angles[place]).abs();
            match links.links.get(first + place).filter(|_| place < count).map(|link| link.freedom) {
                Some(Freedom::Hinge { reach }) => (angle - reach).max(0.0) + 1e-4 * angle,
                _ => angle,
            }
        })
        .sum()
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
