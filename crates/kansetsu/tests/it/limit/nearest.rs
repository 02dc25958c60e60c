//! No allowed rotation is nearer than the projection.

use kansetsu::{
    d3::limit::{Limit, SwingTwist},
    glam::{Quat, Vec3},
};

use super::cases::{TURNS, angle, everything, nearest_of_all, small, turn, twisted_swings};
use crate::random::Random;

#[test]
fn nothing_allowed_is_nearer() {
    let random = &mut Random::new(31);
    for (name, limit) in nearest_of_all() {
        let allowed: Vec<Quat> = (0..400).map(|_| limit.project(random.rotation())).collect();
        let mut worst = 0.0_f32;
        for index in 0..TURNS {
            let turn = turn(&limit, random);
            let projected = limit.project(turn);
            let distance = angle(turn, projected);
            // All over the allowed rotations, and close by.
            let close = [1e-3, 0.02, 0.2, 1.0]
                .into_iter()
                .map(|size| limit.project((small(random, size) * projected).normalize()));
            let far = allowed.iter().copied().skip(index % 100).step_by(100);
            for other in close.chain(far) {
                worst = worst.max(distance - angle(turn, other));
            }
        }
        assert!(worst < 5e-6, "{name}: {worst}");
    }
}

/// With a limited twist: the swing with the smallest rotation at the allowed twist.
#[test]
fn no_swing_on_the_ellipse_is_nearer_at_the_same_twist() {
    let random = &mut Random::new(32);
    for (name, limit) in twisted_swings(random) {
        let Limit::SwingTwist(shape) = &limit else { continue };
        let inner = |turn: Quat| shape.rest_from_limit.inverse() * turn * shape.joint_from_limit;
        let (a, b) = ((shape.swing_x / 4.0).tan(), (shape.swing_y / 4.0).tan());
        let edge: Vec<Quat> = (0..720)
            .map(|i| (std::f32::consts::TAU * i as f32 / 720.0).sin_cos())
            .map(|(sin, cos)| (a * cos, b * sin))
            .map(|(x, y)| Quat::from_xyzw(2.0 * x, 2.0 * y, 0.0, 1.0 - x * x - y * y).normalize())
            .collect();
        for _ in 0..TURNS {
            let turn = turn(&limit, random);
            let (from, to) = (swing(inner(turn)), swing(inner(limit.project(turn))));
            let distance = angle(from, to);
            if distance < 1e-5 {
                continue;
            }
            let best = edge.iter().map(|&edge| angle(from, edge)).fold(f32::INFINITY, f32::min);
            assert!(distance <= best + 1e-5, "{name}: {distance} {best}");
        }
    }
}

fn swing(q: Quat) -> Quat {
    let q = if q.w < 0.0 { -q } else { q };
    let twist = Quat::from_xyzw(0.0, 0.0, q.z, q.w);
    if twist.length() < 1e-4 { q } else { q * twist.normalize().inverse() }
}

#[test]
fn the_twist_goes_to_its_nearest_bound_and_the_swing_stays() {
    let limit = Limit::SwingTwist(SwingTwist::cone(Vec3::Z, 1.0, -0.5, 0.8));
    let swing = Quat::from_rotation_x(0.6);
    for (twist, expected) in [(-2.0, -0.5), (0.3, 0.3), (1.0, 0.8), (3.0, 0.8)] {
        let projected = limit.project(swing * Quat::from_rotation_z(twist));
        assert!(angle(projected, swing * Quat::from_rotation_z(expected)) < 1e-6, "{twist}");
    }
}

/// A check of the measure: projecting a rotation that was moved straight off a bound restores it.
#[test]
fn nothing_is_farther_than_it_was_moved() {
    let random = &mut Random::new(33);
    for (name, limit) in everything() {
        for _ in 0..TURNS {
            let allowed = limit.project(random.rotation());
            let off = small(random, 0.5);
            let turn = (off * allowed).normalize();
            if angle(allowed, turn) > 1e-3 && !name.contains("twist") {
                assert!(limit.violation(turn) <= angle(allowed, turn) + 5e-6, "{name}");
            }
        }
    }
}
