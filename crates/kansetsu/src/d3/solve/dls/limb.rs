//! A limb at rest bent to its target: the start that an arm or a leg needs.
//!
//! Of a chain whose first joint turns all ways and that has one hinge, the law of cosines says how far the hinge bends so that the tip
//! is as far from the base as the target, and the least turn of the base leads it there. Where limits leave both, this already is the answer;
//! else damped least squares goes on from as near as they allow.

use std::f32::consts::PI;

use glam::Vec3;

use super::{
    link::{Freedom, Polygons},
    links::Links,
};
use crate::{math::Rot, ops};

/// Bends a limb to the target (in chain lengths). Gives whether it is one.
pub(crate) fn bend(links: &mut Links, polygons: &impl Polygons, target: Vec3) -> bool {
    let Some(hinge) = only_hinge(links) else { return false };
    let link = &links.links[hinge];
    let Freedom::Hinge { reach } = link.freedom else { return false };
    // |u + v|² with v turned about the axis: what lies along it, and what turns.
    let (u, v, axis) = (link.position - links.base, link.r, link.axis);
    let along = axis * v.dot(axis);
    let (cos, sin) = (u.dot(v - along), u.dot(axis.cross(v)));
    let size = (cos * cos + sin * sin).sqrt();
    if size < LEAST {
        return false;
    }
    let wanted = 0.5 * (target.length_squared() - u.length_squared() - v.length_squared()) - u.dot(along);
    let part = (wanted / size).clamp(-1.0, 1.0);
    let (middle, half) = (ops::atan2(sin, cos), ops::atan2(((1.0 - part) * (1.0 + part)).sqrt(), part));
    // Of the two bends the one nearer to the middle of its range: the other ends where the limb is straight.
    let [one, other] = [middle + half, middle - half].map(|turn| crate::d3::limit::wrap_angle(link.angle + turn));
    let angle = if one.abs() <= other.abs() + ALIKE { one } else { other };
    links.links[hinge].set_angle(if reach < PI { angle.clamp(-reach, reach) } else { angle });
    links.forward();
    let aim = Rot::between(links.tip, target, axis);
    let base = &links.links[0];
    let local = base.parent.inverse() * aim * base.parent * base.q;
    links.set_rotation(0, local.normalized(), polygons);
    true
}

/// Below this product of lengths (in chain lengths) a bend changes no distance.
const LEAST: f32 = 1e-3;

/// Bends so alike, radians, are as near to the middle as each other.
const ALIKE: f32 = 1e-3;

/// The one hinge behind a base that turns all ways.
fn only_hinge(links: &Links) -> Option<usize> {
    let is_hinge = |freedom: Freedom| matches!(freedom, Freedom::Hinge { .. });
    let mut hinges = links.links.iter().enumerate().filter(|(_, link)| is_hinge(link.freedom)).map(|(index, _)| index);
    let (hinge, None) = (hinges.next()?, hinges.next()) else { return None };
    let first = links.links.first()?.freedom;
    (hinge > 0 && first.moves() && !is_hinge(first)).then_some(hinge)
}
