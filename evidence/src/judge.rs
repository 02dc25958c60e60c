//! An independent judge: forward kinematics and limits again, in double precision, from nothing but
//! the returned rotations.

use glam::{DQuat, DVec3};
use kansetsu::d3::{
    Limit, Pose, Skeleton,
    limit::{EulerBox, ReachCone},
};

/// The position and rotation of every joint in model space.
#[must_use]
pub fn forward(skeleton: &Skeleton, pose: &Pose) -> Vec<(DVec3, DQuat)> {
    let mut world: Vec<(DVec3, DQuat)> = Vec::with_capacity(skeleton.len());
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        let rotation = local.rotation.as_dquat().normalize();
        let translation = local.translation.as_dvec3();
        world.push(match joint.parent {
            Some(parent) => {
                let (position, frame) = world[parent];
                (position + frame * translation, frame * rotation)
            }
            None => (translation, rotation),
        });
    }
    world
}

/// The tolerance of limits, radians.
pub const TOLERANCE: f64 = 1e-4;

/// The number of joints outside their limits by more than [`TOLERANCE`].
#[must_use]
pub fn violations(skeleton: &Skeleton, limits: &[Option<Limit>], pose: &Pose) -> usize {
    let joints = skeleton.joints().iter().zip(limits).zip(&pose.locals);
    joints
        .filter(|((joint, limit), local)| {
            limit.as_ref().is_some_and(|limit| {
                violation(limit, joint.rest.rotation.as_dquat(), local.rotation.as_dquat())
                    > TOLERANCE
            })
        })
        .count()
}

/// The violation of a joint's limit, radians.
#[must_use]
pub fn violation(limit: &Limit, rest: DQuat, local: DQuat) -> f64 {
    let turn = (rest.normalize().inverse() * local.normalize()).normalize();
    match limit {
        Limit::Hinge(hinge) => {
            let axis = hinge.axis.as_dvec3().normalize();
            let (swing, twist) = split(turn, axis);
            swing.max(outside(twist, f64::from(hinge.min), f64::from(hinge.max)))
        }
        Limit::Cone(cone) => {
            (turn * cone.axis.as_dvec3()).angle_between(cone.center.as_dvec3())
                - f64::from(cone.angle)
        }
        Limit::SwingTwist(limit) => {
            let q = limit.rest_from_limit.as_dquat().normalize().inverse()
                * turn
                * limit.joint_from_limit.as_dquat().normalize();
            let (_, twist) = split(q, DVec3::Z);
            let swing = q * DQuat::from_rotation_z(-twist);
            let swing = if swing.w < 0.0 { -swing } else { swing };
            let (mx, my) = (swing.x / (1.0 + swing.w), swing.y / (1.0 + swing.w));
            let (a, b) =
                ((0.25 * f64::from(limit.swing_x)).tan(), (0.25 * f64::from(limit.swing_y)).tan());
            let ratio = ((mx / a).powi(2) + (my / b).powi(2)).sqrt();
            let swing_outside =
                if ratio > 1.0 { 4.0 * mx.hypot(my) * (1.0 - 1.0 / ratio) } else { 0.0 };
            swing_outside.max(outside(
                twist,
                f64::from(limit.twist_min),
                f64::from(limit.twist_max),
            ))
        }
        Limit::EulerBox(limit) => outside_box(limit, turn),
        Limit::ReachCone(limit) => {
            let (axis, visible) =
                (limit.axis.as_dvec3().normalize(), limit.visible.as_dvec3().normalize());
            let to = turn * axis;
            let twist = DQuat::from_rotation_arc(visible, to).inverse()
                * turn
                * DQuat::from_rotation_arc(visible, axis);
            let twist_outside = outside(
                split(twist, visible).1,
                f64::from(limit.twist_min),
                f64::from(limit.twist_max),
            );
            outside_polygon(limit, visible, to).max(twist_outside)
        }
    }
}

/// How far a rotation is outside a box of Euler angles, radians.
fn outside_box(limit: &EulerBox, turn: DQuat) -> f64 {
    let frame = limit.frame.as_dquat().normalize();
    let [heading, pitch, bank] = limit.order.axes();
    let q = frame.inverse() * turn * frame;
    let column = |axis: usize| q * DVec3::AXES[axis];
    let at = |row: usize, axis: usize| column(axis)[row];
    let sign = if (pitch + 3 - heading) % 3 == 1 { 1.0 } else { -1.0 };
    let cos = at(heading, heading).hypot(at(heading, pitch));
    let mut angles = DVec3::ZERO;
    angles[pitch] = (sign * at(heading, bank)).atan2(cos);
    angles[heading] = (-sign * at(pitch, bank)).atan2(at(bank, bank));
    angles[bank] = (-sign * at(heading, pitch)).atan2(at(heading, heading));
    let mut flipped = angles;
    flipped[heading] += std::f64::consts::PI;
    flipped[pitch] = std::f64::consts::PI - angles[pitch];
    flipped[bank] += std::f64::consts::PI;
    let intervals = (limit.min.as_dvec3(), limit.max.as_dvec3());
    // The three turns that bring it inside are an upper bound, and the search is slow.
    let beyond: f64 =
        (0..3).map(|axis| outside(angles[axis], intervals.0[axis], intervals.1[axis])).sum();
    if beyond < 5e-5 {
        return beyond;
    }
    [angles, flipped]
        .into_iter()
        .map(|start| nearest_in_box(q, [heading, pitch, bank], start, intervals))
        .fold(f64::MAX, f64::min)
}

/// How far a direction is from the polygon that is seen from `visible`, radians.
fn outside_polygon(limit: &ReachCone, visible: DVec3, to: DVec3) -> f64 {
    let corner = |index: usize| limit.vertices[index % limit.vertices.len()].as_dvec3().normalize();
    let edges = || (0..limit.vertices.len()).map(|index| [corner(index), corner(index + 1)]);
    // Neighbouring triangles overlap by less than the rounding error between them.
    let is_inside = |[a, b]: [DVec3; 2]| {
        let side = visible.dot(a.cross(b)).signum();
        [visible.cross(a), a.cross(b), b.cross(visible)]
            .iter()
            .all(|normal| side * normal.dot(to) >= -1e-9)
    };
    if edges().any(is_inside) {
        return 0.0;
    }
    edges().map(|edge| to_arc(to, edge)).fold(f64::MAX, f64::min)
}

/// The angle from a direction to the shorter great arc between two others.
fn to_arc(to: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let normal = a.cross(b).normalize();
    let is_beside = normal.cross(a).dot(to) >= 0.0 && b.cross(normal).dot(to) >= 0.0;
    if is_beside {
        normal.dot(to).abs().asin()
    } else {
        to.angle_between(a).min(to.angle_between(b))
    }
}

/// The angle of the swing and the signed angle of the twist about `axis`.
fn split(q: DQuat, axis: DVec3) -> (f64, f64) {
    let q = if q.w < 0.0 { -q } else { q };
    let along = DVec3::new(q.x, q.y, q.z).dot(axis);
    let twist = 2.0 * along.atan2(q.w);
    let swing = q * DQuat::from_axis_angle(axis, -twist);
    (2.0 * DVec3::new(swing.x, swing.y, swing.z).length().atan2(swing.w.abs()), twist)
}

/// The angle from `q` to the nearest product of three rotations inside their intervals: one
/// rotation at a time is optimized for the others. (Single angles are meaningless near gimbal
/// lock.)
fn nearest_in_box(q: DQuat, axes: [usize; 3], start: DVec3, (min, max): (DVec3, DVec3)) -> f64 {
    let turn = |axis: usize, angle: f64| DQuat::from_axis_angle(DVec3::AXES[axis], angle);
    let mut angles =
        DVec3::from_array(std::array::from_fn(|axis| inside(start[axis], min[axis], max[axis])));
    let [heading, pitch, bank] = axes;
    for _ in 0..200 {
        let h = q * (turn(pitch, angles[pitch]) * turn(bank, angles[bank])).inverse();
        angles[heading] = inside(split(h, DVec3::AXES[heading]).1, min[heading], max[heading]);
        let p = turn(heading, -angles[heading]) * q * turn(bank, -angles[bank]);
        angles[pitch] = inside(split(p, DVec3::AXES[pitch]).1, min[pitch], max[pitch]);
        let b = (turn(heading, angles[heading]) * turn(pitch, angles[pitch])).inverse() * q;
        angles[bank] = inside(split(b, DVec3::AXES[bank]).1, min[bank], max[bank]);
    }
    (turn(heading, angles[heading]) * turn(pitch, angles[pitch]) * turn(bank, angles[bank]))
        .angle_between(q)
}

/// The angle in the interval that is nearest on the circle.
fn inside(angle: f64, min: f64, max: f64) -> f64 {
    let tau = std::f64::consts::TAU;
    let [min, max] = closed(min, max);
    let (center, reach) = (0.5 * (min + max), (0.5 * (max - min)).max(0.0));
    let offset = (angle - center) - tau * ((angle - center) / tau).round();
    center + offset.clamp(-reach, reach)
}

/// The distance of an angle from an interval on the circle, radians; 0 inside.
#[must_use]
pub fn outside(angle: f64, min: f64, max: f64) -> f64 {
    let tau = std::f64::consts::TAU;
    let [min, max] = closed(min, max);
    if max - min >= tau {
        return 0.0;
    }
    let (center, reach) = (0.5 * (min + max), (0.5 * (max - min)).max(0.0));
    let offset = (angle - center) - tau * ((angle - center) / tau).round();
    (offset.abs() - reach).max(0.0)
}

/// An open side ends half a turn from rest.
fn closed(min: f64, max: f64) -> [f64; 2] {
    let half_turn = std::f64::consts::PI;
    [
        if min == f64::NEG_INFINITY { -half_turn } else { min },
        if max == f64::INFINITY { half_turn } else { max },
    ]
}
