//! Where a limited ball meets its bounds.
//!
//! Swing and twist of a ball, in the frame it turns in, with swing half-angle sine s and cosine c, unit swing axis n
//! across Z: `n` grows the swing, `g = c Z + s (n × Z)` changes the twist (by 1/c per radian) and slides the swing, and
//! `k = s Z - c (n × Z)` slides the swing with the twist unchanged. They are orthonormal. In m = tan(swing/4) n a step moves
//! conformally, by (1 + m²)/4 per radian: that gives an ellipse's normal without trigonometry.

use glam::Vec3;

use super::link::Ball;
use crate::math::Rot;

/// A direction, in the frame the ball turns in, and how far it may go along it, radians.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) direction: Vec3,
    pub(crate) amount: f32,
}

/// The bound that a wanted step of a ball goes past, found by trying: what the projection takes away is the direction
/// that the bound holds.
#[inline]
pub(crate) fn stop_by_trying(project: impl Fn(Rot) -> Rot, q: Rot, parent: Rot, turn_in_model: Vec3) -> Option<Stop> {
    let turn = parent.inverse().rotate(turn_in_model);
    let tried = (Rot::from_parts(turn * 0.5, 1.0) * q).normalized();
    let allowed = project(tried);
    if allowed == tried {
        return None;
    }
    let excess = (tried * allowed.inverse()).rotation_vector();
    let size = excess.length();
    (size > 1e-7).then(|| Stop { direction: excess / size, amount: turn.dot(excess) / size - size })
}

/// The bounds that a wanted step of a ball goes past: of the twist and of the swing.
#[inline]
pub(crate) fn stops(ball: &Ball, q: Rot, parent: Rot, turn_in_model: Vec3) -> [Option<Stop>; 2] {
    let size = turn_in_model.length();
    let (swing, [tz, tw]) = Ball::split(q);
    let sin = (swing.sin[0] * swing.sin[0] + swing.sin[1] * swing.sin[1]).sqrt();
    let (nx, ny) = if sin > 1e-6 { (swing.sin[0] / sin, swing.sin[1] / sin) } else { (1.0, 0.0) };
    let cos = swing.cos.max(1e-3);
    let mut kept = None;
    let mut turn = || *kept.get_or_insert_with(|| parent.inverse().rotate(turn_in_model));

    let g = Vec3::new(sin * ny, -sin * nx, cos);
    let twist = ball.twist.and_then(|[limit_sin, limit_cos]| {
        // Twice the sine of half of what is left: the angle itself to third order, and never more than it.
        let above = 2.0 * (limit_sin * tw - limit_cos * tz);
        let below = 2.0 * (limit_sin * tw + limit_cos * tz);
        if size < above.min(below) * cos {
            return None;
        }
        let step = turn().dot(g);
        if step > above * cos {
            Some(Stop { direction: g, amount: above * cos })
        } else if step < -below * cos {
            Some(Stop { direction: g, amount: -below * cos })
        } else {
            None
        }
    });

    let [ia, ib] = ball.inverse_radii;
    let [mx, my] = swing.m;
    let ratio = ball.swing_size(swing.m).sqrt();
    let m_squared = mx * mx + my * my;
    // Not nearer to the bound than the shorter radius leaves.
    if size < 4.0 * (1.0 - ratio) * cos / (ia.max(ib) * (1.0 + m_squared)) {
        return [twist, None];
    }
    let (gx, gy) = if ratio > 1e-4 { (mx * ia * ia, my * ib * ib) } else { (nx * ia * ia, ny * ib * ib) };
    let length = (gx * gx + gy * gy).sqrt().max(1e-12);
    let (gx, gy) = (gx / length, gy / length);
    let (along_n, along_k) = (gx * nx + gy * ny, gy * nx - gx * ny);
    let n = Vec3::new(nx, ny, 0.0);
    let k = Vec3::new(-cos * ny, cos * nx, sin);
    let mut normal = n * along_n + k * along_k;
    let mut stretch = 1.0;
    if twist.is_none() {
        let full = normal + g * (along_k * sin / cos);
        stretch = 1.0 / full.length();
        normal = full * stretch;
    }
    // The rate of sqrt(size) along its gradient is |gradient| = length / ratio in m, and m moves by (1 + m²)/4 per radian.
    let rate = if ratio > 1e-4 { length / ratio } else { ia.max(ib) };
    let left = (1.0 - ratio) / rate * 4.0 / (1.0 + m_squared) * stretch;
    let swing = (turn().dot(normal) > left).then_some(Stop { direction: normal, amount: left });
    [twist, swing]
}
