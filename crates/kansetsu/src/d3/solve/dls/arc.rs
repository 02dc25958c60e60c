//! A straight chain bent into an arc: the start that a straight chain needs.
//!
//! A straight chain sees no way to come nearer: every turn moves the tip sideways. So each joint between base and tip is
//! turned by the same angle x about one axis h, and the base turns the tip to the target. With lengths l_k the tip is at
//! distance |S(x)|, S(x) = Σ l_k e^{ikx}; Newton's method finds |S(x)| = d from a series for equal lengths. For joints
//! without limits this already is the answer; where x is more than a limit allows, it is cut short and damped least squares
//! goes on from there.
//!
//! The series: for n equal segments |S|/L = sin(u)/(n sin(u/n)) with u = n x/2; for large n it is sin(u)/u = 1 - y, and
//! u² = 6y + 1.8y² + 2.07y³ fits its inverse to 1 % up to a closed circle.

use glam::Vec3;

use super::{
    link::{Freedom, Polygons},
    links::Links,
};
use crate::{
    math::{Rot, vector},
    ops,
};

/// A chain whose tip is nearer to full length than this counts as straight.
const STRAIGHT: f32 = 1e-5;

/// What part of the smallest limit the arc uses: on the limit the first step would have no room.
pub(crate) const ROOM: f32 = 0.9;

/// Newton steps at most, and how near is near enough, in chain lengths.
const STEPS: usize = 4;
const NEAR: f32 = 1e-6;

/// In which plane a straight chain is bent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plane {
    /// That of the chain and the target, which leaves least for the base to turn.
    Nearest,
    /// Across the bend axis that the chain has at rest: what is then swivelled to a pole follows the target smoothly, also
    /// where the target crosses the chain's line.
    Meant,
}

/// Bends a straight chain towards the target (both in chain lengths). Leaves any other chain alone.
pub(crate) fn bend(links: &mut Links, polygons: &impl Polygons, target: Vec3, (plane, meant): (Plane, Vec3)) {
    if links.tip.length_squared() < (1.0 - STRAIGHT) * (1.0 - STRAIGHT) || links.links.len() < 3 {
        return;
    }
    let distance = target.length();
    let Some(axis) = bend_axis(links, target, (plane, meant)).filter(|_| distance < 1.0 - STRAIGHT) else { return };
    let line = links.tip;
    let angle = opening(links, distance).min(room(links));
    let (sin, cos) = ops::sin_cos(0.5 * angle);
    for index in 1..links.links.len() {
        turn(links, index, polygons, Bend { axis, angle, half: [sin, cos] });
    }
    // In the arc's plane: along the line, and across it.
    let (tip, _) = spread(links, angle);
    let tip = line * tip[0] + axis.cross(line) * tip[1];
    if matches!(links.links[0].freedom, Freedom::Hinge { .. }) {
        let flat = tip - axis * tip.dot(axis);
        let angle = ops::atan2(tip.cross(target).dot(axis), flat.dot(target));
        turn(links, 0, polygons, Bend { axis, angle, half: [0.0, 1.0] });
    } else {
        let aim = Rot::between(tip, target, axis);
        let link = &links.links[0];
        let local = link.parent.inverse() * aim * link.parent * link.q;
        links.set_rotation(0, local.normalized(), polygons);
    }
}

/// One turn for every joint: about an axis in model axes, with sine and cosine of half the angle.
#[derive(Clone, Copy)]
struct Bend {
    axis: Vec3,
    angle: f32,
    half: [f32; 2],
}

/// The axis about which all joints can turn: a hinge's, or across the chain and the target.
fn bend_axis(links: &Links, target: Vec3, (plane, meant): (Plane, Vec3)) -> Option<Vec3> {
    let mut hinge: Option<Vec3> = None;
    for link in &links.links {
        match (link.freedom, hinge) {
            (Freedom::Held | Freedom::Fixed, _) => return None,
            (Freedom::Hinge { .. }, None) => hinge = Some(link.axis),
            (Freedom::Hinge { .. }, Some(axis)) if link.axis.dot(axis).abs() < 0.9999 => return None,
            _ => {}
        }
    }
    if let Some(axis) = hinge {
        // To the side with more room.
        let bias: f32 = links
            .links
            .iter()
            .skip(1)
            .map(|link| if matches!(link.freedom, Freedom::Hinge { .. }) { -link.angle * link.axis.dot(axis) } else { 0.0 })
            .sum();
        let towards = axis.dot(links.tip.cross(target));
        let sign = if bias.abs() > 1e-3 { bias } else { towards };
        return Some(if sign < 0.0 { -axis } else { axis });
    }
    // The chain curls towards the target, which leaves least for the base to turn.
    let across = links.tip.cross(target);
    let line = vector::unit(links.tip)?;
    if plane == Plane::Nearest && across.length_squared() > 1e-12 * target.length_squared() {
        vector::unit(across)
    } else {
        Some(vector::perpendicular(line, meant))
    }
}

/// The angle at every joint that brings the tip to this distance, in chain lengths.
fn opening(links: &Links, distance: f32) -> f32 {
    let y = 1.0 - distance;
    let mut angle = 2.0 * (y * (6.0 + y * (1.8 + y * 2.07))).sqrt() / links.segment_count as f32;
    for _ in 0..STEPS {
        let ([re, im], [slope_re, slope_im]) = spread(links, angle);
        let length = (re * re + im * im).sqrt();
        let slope = (re * slope_re + im * slope_im) / length.max(1e-9);
        let miss = length - distance;
        if miss.abs() < NEAR || slope.abs() < 1e-9 {
            break;
        }
        angle = (angle - miss / slope).clamp(0.25 * angle, 2.0 * angle);
    }
    angle
}

/// S(x) and dS/dx, each along the first segment and across it.
fn spread(links: &Links, angle: f32) -> ([f32; 2], [f32; 2]) {
    let (sin, cos) = ops::sin_cos(angle);
    // Horner's scheme from the tip: S = l_0 + e^{ix} (l_1 + e^{ix} (...)), and its slope beside it.
    let (mut re, mut im, mut slope_re, mut slope_im) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    for link in links.links.iter().rev() {
        let (turned_re, turned_im) = (re * cos - im * sin, re * sin + im * cos);
        // d(e^{ix} S)/dx = e^{ix} (dS/dx + i S)
        (slope_re, slope_im) = (slope_re * cos - slope_im * sin - turned_im, slope_re * sin + slope_im * cos + turned_re);
        (re, im) = (turned_re + link.length, turned_im);
    }
    ([re, im], [slope_re, slope_im])
}

/// The largest angle that every joint between base and tip may turn.
fn room(links: &Links) -> f32 {
    let mut room = std::f32::consts::PI;
    for link in &links.links[1..] {
        match link.freedom {
            Freedom::Hinge { reach } => room = room.min(ROOM * 2.0 * reach),
            Freedom::Ball(ball) => {
                let radius = 1.0 / ball.inverse_radii[0].max(ball.inverse_radii[1]);
                room = room.min(ROOM * 4.0 * ops::atan2(radius, 1.0));
            }
            _ => {}
        }
    }
    room
}

/// Turns one link as far as its limit allows.
#[inline]
fn turn(links: &mut Links, index: usize, polygons: &impl Polygons, bend: Bend) {
    let link = &mut links.links[index];
    if let Freedom::Hinge { reach } = link.freedom {
        let wanted = link.angle + bend.angle * link.axis.dot(bend.axis);
        link.set_angle(if reach < std::f32::consts::PI { wanted.clamp(-reach, reach) } else { wanted });
    } else {
        let [sin, cos] = bend.half;
        let turned = Rot::from_parts(link.parent.inverse().rotate(bend.axis) * sin, cos) * link.q;
        links.set_rotation(index, turned, polygons);
    }
}
