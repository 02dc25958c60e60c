//! A chain's joints as links with one simple freedom each.
//!
//! Every joint becomes one link (a free ball, a hinge, a ball with limits, or nothing that moves) or, for an Euler box,
//! three hinges at one place. Frames are chosen so that every hinge turns about Z with its interval symmetric about 0, and
//! every limited ball twists about Z, symmetric about 0, with its swing ellipse along X and Y:
//! `local = before · q · after` for the link's own rotation `q`.

use std::f32::consts::{PI, TAU};

use glam::Vec3;

use crate::{
    d3::limit::{EulerBox, Limit, SwingTwist},
    math::{Rot, vector},
    ops,
};

/// What a link may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Freedom {
    /// Nothing: it keeps the turn it has in the pose.
    Held,
    /// Nothing: its limit allows one turn only.
    Fixed,
    /// Everything.
    Free,
    /// A turn about Z in `[-reach, reach]`; `reach >= π` is everything.
    Hinge { reach: f32 },
    /// Swing inside an ellipse, twist inside an interval.
    Ball(Ball),
    /// Whatever its joint's limit allows, which only the limit itself knows; its rotation is the turn from rest.
    Polygon,
}

/// What brings the turns from rest of [`Freedom::Polygon`] inside.
pub(crate) trait Polygons {
    /// The nearest turn that the limit of this joint allows.
    fn project(&self, joint: usize, turn: Rot) -> Rot;
}

/// A limited ball: `q = swing · twist`, the swing in `m = tan(swing / 4) · axis`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    /// `1 / tan(limit / 4)` along x and y.
    pub(crate) inverse_radii: [f32; 2],
    /// Sine and cosine of half the twist limit; `None` when the twist is free.
    pub(crate) twist: Option<[f32; 2]>,
    /// The squared cosine of half the smaller swing limit: a swing whose cosine is larger is inside whatever its direction.
    pub(crate) inside: f32,
}

/// One link as the chain knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkSpec {
    /// Its joint's place in the chain.
    pub(crate) joint: usize,
    pub(crate) freedom: Freedom,
    pub(crate) before: Rot,
    pub(crate) after: Rot,
    /// Whether it is the first of its joint's links, and whether it is the last.
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    /// For a hinge: its angle at rest.
    pub(crate) rest_angle: f32,
    /// The joint's local rotation at rest.
    pub(crate) rest: Rot,
    /// Whether the same angle is the other way round in a chain that is mirrored on the planes x = 0 of its joints.
    pub(crate) turns_round: bool,
}

/// Below this an angle's interval is a point, radians.
const POINT: f32 = 1e-6;

/// Appends the links of the joint at place `joint`.
pub(crate) fn push_links(links: &mut Vec<LinkSpec>, joint: usize, rest: Rot, limit: Option<&Limit>, held: bool) {
    let start = links.len();
    if held {
        links.push(LinkSpec::new(joint, Freedom::Held, Rot::IDENTITY, Rot::IDENTITY));
    } else {
        match limit {
            None => links.push(LinkSpec::new(joint, Freedom::Free, Rot::IDENTITY, Rot::IDENTITY)),
            Some(Limit::Hinge(hinge)) => {
                let to_z = Rot::between(Vec3::Z, vector::unit(hinge.axis).unwrap_or(Vec3::X), Vec3::X);
                links.push(hinge_about_z(joint, rest * to_z, to_z.inverse(), (hinge.min, hinge.max)));
            }
            Some(Limit::Cone(cone)) => {
                let axis = vector::unit(cone.axis).unwrap_or(Vec3::X);
                let joint_from_limit = Rot::between(Vec3::Z, axis, Vec3::X);
                let rest_from_limit = Rot::between(axis, cone.center, Vec3::X) * joint_from_limit;
                push_swing_twist(links, joint, (rest * rest_from_limit, joint_from_limit.inverse()), [cone.angle; 2], (-PI, PI));
            }
            Some(Limit::SwingTwist(limit)) => {
                let SwingTwist { rest_from_limit, joint_from_limit, swing_x, swing_y, twist_min, twist_max } = *limit;
                let before = rest * Rot::from(rest_from_limit).normalized();
                let after = Rot::from(joint_from_limit).normalized().inverse();
                push_swing_twist(links, joint, (before, after), [swing_x, swing_y], (twist_min, twist_max));
            }
            Some(Limit::EulerBox(limit)) => push_euler(links, joint, rest, limit),
            Some(Limit::ReachCone(_)) => links.push(LinkSpec::new(joint, Freedom::Polygon, rest, Rot::IDENTITY)),
        }
    }
    links[start..].iter_mut().for_each(|link| link.rest = rest);
    links[start].is_first = true;
    if let Some(last) = links.last_mut() {
        last.is_last = true;
    }
}

impl Freedom {
    /// Whether it can move at all.
    #[inline]
    pub(crate) fn moves(&self) -> bool {
        !matches!(self, Self::Held | Self::Fixed)
    }

    /// Whether bounds hold it where it can move.
    pub(crate) fn is_bounded(&self) -> bool {
        match self {
            Self::Hinge { reach } => *reach < PI,
            Self::Ball(_) | Self::Polygon => true,
            Self::Free | Self::Held | Self::Fixed => false,
        }
    }
}

impl LinkSpec {
    fn new(joint: usize, freedom: Freedom, before: Rot, after: Rot) -> Self {
        Self { joint, freedom, before, after, is_first: false, is_last: false, rest_angle: 0.0, rest: Rot::IDENTITY, turns_round: true }
    }
}

fn hinge_about_z(joint: usize, before: Rot, after: Rot, (min, max): (f32, f32)) -> LinkSpec {
    let [min, max] = crate::d3::limit::bounds(min, max).unwrap_or([-PI, PI]);
    let center = 0.5 * min + 0.5 * max;
    let reach = 0.5 * (max - min);
    let freedom = if reach <= POINT { Freedom::Fixed } else { Freedom::Hinge { reach: if reach >= PI { TAU } else { reach } } };
    let rest_angle = crate::d3::limit::wrap_angle(-center);
    LinkSpec { rest_angle, ..LinkSpec::new(joint, freedom, before * Rot::from_axis_angle(Vec3::Z, center), after) }
}

/// A swing-twist joint: a ball, or hinges where a part of it cannot move.
fn push_swing_twist(links: &mut Vec<LinkSpec>, joint: usize, (before, after): (Rot, Rot), swing: [f32; 2], (min, max): (f32, f32)) {
    let [x, y] = swing.map(|angle| angle.clamp(0.0, PI));
    let about_x = Rot::between(Vec3::Z, Vec3::X, Vec3::Y);
    let about_y = Rot::between(Vec3::Z, Vec3::Y, Vec3::X);
    if x <= POINT || y <= POINT {
        // No area to swing in: a hinge about the axis that is left, then the twist.
        let (to_axis, reach) = if y <= POINT { (about_x, x) } else { (about_y, y) };
        links.push(hinge_about_z(joint, before * to_axis, to_axis.inverse(), (-reach, reach)));
        links.push(hinge_about_z(joint, Rot::IDENTITY, after, (min, max)));
        return;
    }
    let [min, max] = crate::d3::limit::bounds(min, max).unwrap_or([-PI, PI]);
    let (center, reach) = (0.5 * min + 0.5 * max, 0.5 * (max - min));
    let twist = (reach < PI - POINT).then(|| ops::sin_cos(0.5 * reach).into());
    let after = Rot::from_axis_angle(Vec3::Z, center) * after;
    let inverse_radii = [x, y].map(|angle| 1.0 / ops::tan(0.25 * angle));
    let inside = ops::cos(0.5 * x.min(y));
    let inside = inside.max(0.0) * inside.max(0.0);
    links.push(LinkSpec::new(joint, Freedom::Ball(Ball { inverse_radii, twist, inside }), before, after));
}

fn push_euler(links: &mut Vec<LinkSpec>, joint: usize, rest: Rot, limit: &EulerBox) {
    let frame = Rot::from(limit.frame).normalized();
    let mut before = rest * frame;
    let axes = limit.order.axes();
    // As `Limit::mirrored` does it: about an axis of the frame the two other angles turn round, else none.
    let along = frame.inverse().rotate(Vec3::X).abs();
    let is_aligned = along.max_element() > 1.0 - 1e-6;
    for (place, &axis) in axes.iter().enumerate() {
        let to_axis = Rot::between(Vec3::Z, Vec3::AXES[axis], Vec3::X);
        let last = place + 1 == axes.len();
        let after = if last { to_axis.inverse() * frame.inverse() } else { to_axis.inverse() };
        let hinge = hinge_about_z(joint, before * to_axis, after, (limit.min[axis], limit.max[axis]));
        links.push(LinkSpec { turns_round: is_aligned && along[axis] < 0.5, ..hinge });
        before = Rot::IDENTITY;
    }
}

impl Ball {
    /// Swing and twist: `(m, twist sine, twist cosine)` of the halved twist.
    #[inline]
    pub(crate) fn split(q: Rot) -> (Swing, [f32; 2]) {
        let q = q.positive();
        let half = (q.z * q.z + q.w * q.w).sqrt();
        // At a swing of 180° the twist is undefined: none is as good as any.
        let (tz, tw) = if half > 1e-9 { (q.z / half, q.w / half) } else { (0.0, 1.0) };
        let scale = 1.0 / (1.0 + half);
        let (x, y) = (q.x * tw - q.y * tz, q.y * tw + q.x * tz);
        (Swing { m: [x * scale, y * scale], sin: [x, y], cos: half }, [tz, tw])
    }

    /// How large the swing is: 1 on the bound (the square of the ratio).
    #[inline]
    pub(crate) fn swing_size(&self, m: [f32; 2]) -> f32 {
        let (x, y) = (m[0] * self.inverse_radii[0], m[1] * self.inverse_radii[1]);
        x * x + y * y
    }

    /// The nearest rotation inside, with the swing brought in radially.
    #[inline]
    pub(crate) fn project(&self, q: Rot) -> Rot {
        // Without a square root: the cosine of half the swing is the length of (z, w), of half the twist w over it.
        let untwisted = self.twist.is_none_or(|[sin, cos]| q.z.abs() * cos <= q.w.abs() * sin);
        if untwisted && q.z * q.z + q.w * q.w >= self.inside {
            return q;
        }
        let (swing, twist) = Self::split(q);
        let size = self.swing_size(swing.m);
        let clamped = self.clamp_twist(twist);
        if size <= 1.0 && clamped == twist {
            return q;
        }
        let shrink = if size <= 1.0 { 1.0 } else { 1.0 / size.sqrt() };
        compose([swing.m[0] * shrink, swing.m[1] * shrink], clamped)
    }

    #[inline]
    pub(crate) fn clamp_twist(&self, [z, w]: [f32; 2]) -> [f32; 2] {
        match self.twist {
            Some([sin, cos]) if z.abs() * cos > w * sin => [sin.copysign(z), cos],
            _ => [z, w],
        }
    }
}

/// The swing of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swing {
    /// `tan(swing / 4)` times the swing's axis.
    pub(crate) m: [f32; 2],
    /// `sin(swing / 2)` times the swing's axis.
    pub(crate) sin: [f32; 2],
    /// `cos(swing / 2)`.
    pub(crate) cos: f32,
}

/// The rotation with this swing and this twist.
#[inline]
pub(crate) fn compose([mx, my]: [f32; 2], [tz, tw]: [f32; 2]) -> Rot {
    let squared = mx * mx + my * my;
    let scale = 1.0 / (1.0 + squared);
    let (x, y, w) = (2.0 * mx * scale, 2.0 * my * scale, (1.0 - squared) * scale);
    Rot::new(x * tw + y * tz, y * tw - x * tz, w * tz, w * tw)
}
