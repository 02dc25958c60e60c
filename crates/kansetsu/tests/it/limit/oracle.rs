//! Whether a rotation is allowed, straight from the definitions, in double precision.

use kansetsu::{
    d3::limit::{EulerBox, Limit, SwingTwist},
    glam::{DMat3, DQuat, DVec3, Quat},
};

use super::cases::{TURNS, everything, turn};
use crate::random::Random;

const TAU: f64 = std::f64::consts::TAU;
const PI: f64 = std::f64::consts::PI;

/// The distance of an angle from an interval on the circle.
fn beyond(angle: f64, min: f32, max: f32) -> f64 {
    let min = if min.is_finite() { f64::from(min) } else { -PI };
    let max = if max.is_finite() { f64::from(max) } else { PI };
    let (middle, reach) = (0.5 * (min + max), (0.5 * (max - min)).max(0.0));
    let offset = angle - middle;
    ((offset - TAU * (offset / TAU).round()).abs() - reach).max(0.0)
}

fn swing_twist(q: DQuat) -> ([f64; 3], f64) {
    let q = if q.w < 0.0 { -q } else { q };
    let twist = DQuat::from_xyzw(0.0, 0.0, q.z, q.w).normalize();
    let swing = q * twist.inverse();
    let below = 1.0 + swing.w;
    ([swing.x / below, swing.y / below, swing.w], 2.0 * q.z.atan2(q.w))
}

fn swing_twist_excess(limit: &SwingTwist, turn: DQuat) -> f64 {
    let (rest, joint) = (
        limit.rest_from_limit.as_dquat().normalize(),
        limit.joint_from_limit.as_dquat().normalize(),
    );
    let ([x, y, w], twist) = swing_twist(rest.inverse() * turn * joint);
    let radius = |angle: f32| (f64::from(angle) / 4.0).tan().max(1e-7);
    let (a, b) = (radius(limit.swing_x), radius(limit.swing_y));
    let value = (x / a).powi(2) + (y / b).powi(2) - 1.0;
    let slope = 2.0 * ((x / (a * a)).powi(2) + (y / (b * b)).powi(2)).sqrt();
    let swing = if value <= 0.0 { 0.0 } else { value / slope * 4.0 / (1.0 + x * x + y * y) };
    // The accuracy of the twist is that of the cosine of half the swing.
    swing.max(beyond(twist, limit.twist_min, limit.twist_max) * w)
}

/// The smaller excess of the two triples.
fn euler_excess(limit: &EulerBox, turn: DQuat) -> f64 {
    let frame = limit.frame.as_dquat().normalize();
    let m = DMat3::from_quat(frame.inverse() * turn * frame);
    let [i, j, k] = limit.order.axes();
    let sign = if (j + 3 - i) % 3 == 1 { 1.0 } else { -1.0 };
    let cos = m.col(i)[i].hypot(m.col(j)[i]);
    let pitch = (sign * m.col(k)[i]).atan2(cos);
    let heading = (-sign * m.col(k)[j]).atan2(m.col(k)[k]);
    let bank = (-sign * m.col(j)[i]).atan2(m.col(i)[i]);
    let excess = |heading: f64, pitch: f64, bank: f64| {
        // The accuracy of heading and bank is that of the cosine of the pitch.
        let turns =
            beyond(heading, limit.min[i], limit.max[i]) + beyond(bank, limit.min[k], limit.max[k]);
        turns * cos + beyond(pitch, limit.min[j], limit.max[j])
    };
    let pair = |h: f64, b: f64| excess(h, pitch, b).min(excess(h + PI, PI - pitch, b + PI));
    pair(heading, bank)
}

/// Radians, to first order.
fn excess(limit: &Limit, turn: Quat) -> f64 {
    let turn = turn.as_dquat().normalize();
    let angle = |a: DVec3, b: DVec3| a.cross(b).length().atan2(a.dot(b));
    match limit {
        Limit::Hinge(hinge) => {
            let axis = hinge.axis.as_dvec3().normalize();
            let off = 2.0 * turn.xyz().reject_from(axis).length();
            off.max(beyond(2.0 * turn.xyz().dot(axis).atan2(turn.w), hinge.min, hinge.max))
        }
        Limit::Cone(cone) => {
            angle(turn * cone.axis.as_dvec3(), cone.center.as_dvec3()) - f64::from(cone.angle)
        }
        Limit::SwingTwist(limit) => swing_twist_excess(limit, turn),
        Limit::EulerBox(limit) => euler_excess(limit, turn),
        Limit::ReachCone(cone) => {
            let visible = cone.visible.as_dvec3().normalize();
            let d = turn * cone.axis.as_dvec3().normalize();
            let count = cone.vertices.len();
            let corner = |i: usize| cone.vertices[i % count].as_dvec3().normalize();
            let height = |a: DVec3, b: DVec3| a.cross(b).normalize().dot(d);
            let sector = |i: usize| {
                height(visible, corner(i))
                    .min(height(corner(i + 1), visible))
                    .min(height(corner(i), corner(i + 1)))
            };
            let inside = (0..count).map(sector).fold(f64::NEG_INFINITY, f64::max);
            let axis = cone.axis.as_dvec3().normalize();
            let twist = DQuat::from_rotation_arc(visible, d).inverse()
                * turn
                * DQuat::from_rotation_arc(visible, axis);
            let twist = 2.0 * twist.xyz().dot(visible).atan2(twist.w);
            // The accuracy of the twist is that of the cosine of half the swing.
            let half = (0.5 * (1.0 + visible.dot(d))).max(0.0).sqrt();
            (-inside).max(beyond(twist, cone.twist_min, cone.twist_max) * half)
        }
    }
}

#[test]
fn a_projected_turn_is_allowed_by_the_definition() {
    let random = &mut Random::new(41);
    for (name, limit) in everything() {
        for _ in 0..TURNS {
            let turn = turn(&limit, random);
            let found = excess(&limit, limit.project(turn));
            assert!(
                found < 7e-6,
                "{name}: {turn} is brought to {} which is {found} outside",
                limit.project(turn)
            );
        }
    }
}

#[test]
fn an_allowed_turn_is_left_alone() {
    let random = &mut Random::new(42);
    let mut inside = 0;
    for (name, limit) in everything() {
        for _ in 0..TURNS {
            let turn = turn(&limit, random);
            if excess(&limit, turn) <= 0.0 {
                inside += 1;
                assert_eq!(limit.project(turn), turn, "{name}");
                assert_eq!(limit.violation(turn), 0.0, "{name}");
            }
        }
    }
    assert!(inside > 10_000, "{inside}");
}
