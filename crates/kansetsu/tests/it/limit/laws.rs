//! Projection is idempotent, continuous, and commutes with mirrors.

use kansetsu::glam::{Quat, Vec3};

use super::cases::{TURNS, angle, everything, nearest_of_all, small, turn};
use crate::random::Random;

#[test]
fn projecting_twice_is_projecting_once_to_the_bit() {
    let random = &mut Random::new(21);
    for (name, limit) in everything() {
        let prepared = limit.prepare();
        for _ in 0..TURNS {
            let turn = turn(&limit, random);
            let once = limit.project(turn);
            assert!(
                once.is_finite() && (once.length() - 1.0).abs() < 1e-6,
                "{name}: {turn} -> {once}"
            );
            assert_eq!(limit.project(once), once, "{name}: {turn}");
            assert_eq!(limit.violation(once), 0.0, "{name}: {turn}");
            assert_eq!(prepared.project(turn), once, "{name}");
        }
    }
}

#[test]
fn the_violation_is_the_angle_to_the_projection() {
    let random = &mut Random::new(22);
    for (name, limit) in everything() {
        for _ in 0..TURNS {
            let turn = turn(&limit, random);
            let expected = angle(turn, limit.project(turn));
            assert!(
                (limit.violation(turn) - expected).abs() < 1e-6,
                "{name}: {} {expected}",
                limit.violation(turn)
            );
        }
    }
}

/// The nearest rotation moves about as fast as the input, except for jumps between two that are
/// equally near. A jump never occurs next to the allowed range of a hinge or a cone without
/// corners; otherwise it is at most twice the violation.
#[test]
fn the_nearest_turn_moves_continuously() {
    let random = &mut Random::new(23);
    const STEP: f32 = 1e-3;
    for (name, limit) in everything() {
        let is_smooth = !name.starts_with("box") && !name.starts_with("star");
        let mut jumps = 0;
        for _ in 0..TURNS {
            let one = turn(&limit, random);
            let other = (small(random, STEP) * one).normalize();
            let moved = angle(limit.project(one), limit.project(other));
            if moved > 8.0 * STEP {
                jumps += 1;
                let violation = limit.violation(one);
                assert!(
                    violation > 0.1 || !is_smooth,
                    "{name}: {one} {violation} outside jumps by {moved}"
                );
                // The distance of two that are equally near is bounded; a limited twist is measured
                // separately.
                assert!(
                    moved < 2.0 * violation + 8.0 * STEP || name.contains("twist"),
                    "{name}: {one} {violation} outside jumps by {moved}"
                );
            }
        }
        // The set of discontinuities is a surface: steps seldom meet it.
        assert!(jumps < TURNS / 200, "{name}: {jumps}");
    }
}

#[test]
fn a_mirrored_limit_allows_the_mirror_images() {
    let random = &mut Random::new(24);
    for (name, limit) in everything() {
        for normal in [Vec3::X, Vec3::Y, random.direction() * 4.0] {
            let mirrored = limit.mirrored(normal);
            let half_turn = Quat::from_axis_angle(normal.normalize(), std::f32::consts::PI);
            let image = |turn: Quat| (half_turn * turn * half_turn.inverse()).normalize();
            for _ in 0..TURNS {
                let turn = turn(&limit, random);
                let (here, there) = (limit.violation(turn), mirrored.violation(image(turn)));
                // Next to a discontinuity of a limited twist the two projections may differ.
                let is_near_cut = name.contains("twist") && here.min(there) > 1.0;
                assert!(
                    (here - there).abs() < 1e-3 || is_near_cut,
                    "{name} {normal}: {here} {there}"
                );
            }
        }
    }
}

#[test]
fn turning_the_rest_frame_turns_the_answer() {
    // The other quaternion of the same rotation is equivalent.
    let random = &mut Random::new(25);
    for (name, limit) in nearest_of_all() {
        for _ in 0..TURNS {
            let turn = turn(&limit, random);
            assert!(angle(limit.project(turn), limit.project(-turn)) < 1e-5, "{name}");
        }
    }
}
