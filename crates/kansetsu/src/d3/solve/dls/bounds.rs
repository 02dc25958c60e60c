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

/// How a ball stands to its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Sine and cosine of half the swing, and its axis (as tan(swing / 4)).
    sin: [f32; 2],
    cos: f32,
    m: [f32; 2],
    /// The part of the swing's bound that the swing takes.
    ratio: f32,
    stretch: f32,
    /// How far the twist may go down and up.
    room: Option<[f32; 2]>,
    /// Shorter steps reach no bound, and not the swing's: the squares of their lengths.
    free: f32,
    free_of_swing: f32,
}

impl Edge {
    #[inline]
    pub(crate) fn new(ball: &Ball, q: Rot) -> Self {
        let (swing, [tz, tw]) = Ball::split(q);
        let cos = swing.cos.max(1e-3);
        // Twice the sine of half of what is left: the angle itself to third order, and never more than it.
        let room = ball
            .twist
            .map(|[limit_sin, limit_cos]| [limit_sin * tw + limit_cos * tz, limit_sin * tw - limit_cos * tz].map(|room| 2.0 * room * cos));
        let [ia, ib] = ball.inverse_radii;
        let [mx, my] = swing.m;
        let ratio = ball.swing_size(swing.m).sqrt();
        let stretch = 4.0 / (1.0 + mx * mx + my * my);
        // Not nearer to the bound than the shorter radius leaves.
        let swing_room = ((1.0 - ratio) * stretch * cos / ia.max(ib)).max(0.0);
        let least = room.map_or(swing_room, |[below, above]| swing_room.min(above).min(below).max(0.0));
        Self { sin: swing.sin, cos, m: swing.m, ratio, stretch, room, free: least * least, free_of_swing: swing_room * swing_room }
    }

    /// What holds a wanted step: of the twist and of the swing.
    ///
    /// The step that is nearest to the wanted one inside both bounds, which are not perpendicular, is held by the twist alone,
    /// by the swing alone, or by both. What is locked then is what the nearest step asks for; anything else makes the active set
    /// go round in circles.
    #[inline]
    pub(crate) fn stops(&self, ball: &Ball, parent: Rot, turn_in_model: Vec3) -> [Option<Stop>; 2] {
        let squared = turn_in_model.length_squared();
        if squared < self.free { [None, None] } else { self.stops_near(ball, parent.inverse().rotate(turn_in_model)) }
    }

    /// The same for a step that may be long enough to reach a bound, in the frame that the ball turns in.
    fn stops_near(&self, ball: &Ball, turn: Vec3) -> [Option<Stop>; 2] {
        let Self { cos, ratio, stretch, room, .. } = *self;
        let ([ia, ib], [mx, my]) = (ball.inverse_radii, self.m);
        let sin = (self.sin[0] * self.sin[0] + self.sin[1] * self.sin[1]).sqrt();
        let (nx, ny) = if sin > 1e-6 { (self.sin[0] / sin, self.sin[1] / sin) } else { (1.0, 0.0) };
        let g = Vec3::new(sin * ny, -sin * nx, cos);
        let held_twist = |step: f32| {
            room.and_then(|[below, above]| {
                if step > above {
                    Some(above)
                } else if step < -below {
                    Some(-below)
                } else {
                    None
                }
            })
        };
        let twist_alone = held_twist(turn.dot(g));
        let twist_stop = |amount: f32| Some(Stop { direction: g, amount });
        if turn.length_squared() < self.free_of_swing {
            return [twist_alone.and_then(twist_stop), None];
        }

        let (gx, gy) = if ratio > 1e-4 { (mx * ia * ia, my * ib * ib) } else { (nx * ia * ia, ny * ib * ib) };
        let length = (gx * gx + gy * gy).sqrt().max(1e-12);
        let (gx, gy) = (gx / length, gy / length);
        let (along_n, along_k) = (gx * nx + gy * ny, gy * nx - gx * ny);
        let n = Vec3::new(nx, ny, 0.0);
        let k = Vec3::new(-cos * ny, cos * nx, sin);
        // The swing's bound across g, and with the slide that a twist along g brings.
        let (across, slide) = (n * along_n + k * along_k, along_k * sin / cos);
        // The rate of sqrt(size) along its gradient is |gradient| = length / ratio in m, and m moves by (1 + m²)/4 per radian.
        let rate = if ratio > 1e-4 { length / ratio } else { ia.max(ib) };
        let left = (1.0 - ratio) / rate * stretch;

        // By the twist alone (or by nothing)?
        let twist = twist_alone.unwrap_or_else(|| turn.dot(g));
        if turn.dot(across) + slide * twist <= left {
            return [twist_alone.and_then(twist_stop), None];
        }
        // By the swing alone?
        let full = across + g * slide;
        let squared = 1.0 + slide * slide;
        let twist = turn.dot(g) - slide * (turn.dot(full) - left) / squared;
        let Some(twist) = held_twist(twist) else {
            let shrink = 1.0 / squared.sqrt();
            return [None, Some(Stop { direction: full * shrink, amount: left * shrink })];
        };
        [twist_stop(twist), Some(Stop { direction: across, amount: left - slide * twist })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        d3::solve::dls::{link::compose, seeds::Random},
        ops,
    };

    /// Smooth numbers that show no pattern, in [-1, 1].
    fn number(case: usize, which: usize) -> f32 {
        ops::sin((case * 7 + which) as f32 * 1.618 + (case % 31) as f32)
    }

    fn ball(case: usize) -> Ball {
        let twist = (!case.is_multiple_of(5)).then(|| ops::sin_cos(0.4 + 0.3 * number(case, 0)).into());
        Ball { inverse_radii: [2.0 + number(case, 1), 3.0 + number(case, 2)], twist, inside: 1.0 }
    }

    /// A rotation inside the ball's bounds, often on one or both.
    fn stand(case: usize, ball: &Ball) -> Rot {
        let (sin, cos) = ops::sin_cos(3.0 * number(case, 3));
        let radius = (1.0 + 0.3 * number(case, 4)).min(1.0);
        let m = [radius * cos / ball.inverse_radii[0], radius * sin / ball.inverse_radii[1]];
        let twist = ball.twist.map_or([0.0, 1.0], |[sin, cos]| ops::sin_cos(number(case, 5).signum() * ops::atan2(sin, cos)).into());
        compose(m, twist)
    }

    /// By how much a small step goes past each bound, radians or parts of the swing.
    fn excess(ball: &Ball, q: Rot, step: Vec3) -> [f32; 2] {
        let moved = (Rot::from_parts(step * 0.5, 1.0) * q).normalized();
        let (swing, [tz, tw]) = Ball::split(moved);
        let twist = ball.twist.map_or(-1.0, |[sin, cos]| 2.0 * (tz.abs() * cos - tw * sin));
        [twist, ball.swing_size(swing.m).sqrt() - 1.0]
    }

    fn held(step: Vec3, stops: &[Option<Stop>; 2]) -> Vec3 {
        stops.iter().flatten().fold(step, |step, stop| step + stop.direction * (stop.amount - step.dot(stop.direction)))
    }

    #[test]
    fn a_held_step_stays_inside_and_none_inside_is_nearer() {
        let mut random = Random::new(5);
        let mut counts = [0; 4];
        for case in 0..4_000 {
            let ball = ball(case);
            let q = stand(case, &ball);
            let wanted = Vec3::new(number(case, 6), number(case, 7), number(case, 8)) * 2e-3;
            let stops = Edge::new(&ball, q).stops(&ball, Rot::IDENTITY, wanted);
            counts[usize::from(stops[0].is_some()) + 2 * usize::from(stops[1].is_some())] += 1;
            let step = held(wanted, &stops);
            let [twist, swing] = excess(&ball, q, step);
            assert!(twist < 1e-5 && swing < 3e-5, "{case}: past the bounds by {twist}, {swing}");
            for _ in 0..20 {
                let other = step + random.turn(super::super::link::Freedom::Free).0.vector() * 4e-4;
                if excess(&ball, q, other).iter().all(|&past| past < -1e-5) {
                    assert!(other.distance(wanted) > step.distance(wanted) - 1e-5, "{case}: {other} is nearer to {wanted} than {step}");
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "not all kinds came up: {counts:?}");
    }
}
