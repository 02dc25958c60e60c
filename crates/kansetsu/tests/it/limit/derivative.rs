//! The derivative against finite differences.

use kansetsu::{
    d3::limit::Limit,
    glam::{Mat3, Quat, Vec3},
};

use super::cases::{TURNS, everything, turn};
use crate::random::Random;

const STEP: f32 = 4e-3;

/// The rotation vector from `b` to `a` on the left: `a = exp(v) b`.
fn between(a: Quat, b: Quat) -> Vec3 {
    let d = (a.as_dquat() * b.as_dquat().inverse()).normalize();
    let d = if d.w < 0.0 { -d } else { d };
    let sin = d.xyz().length();
    if sin < 1e-12 { Vec3::ZERO } else { (d.xyz() * (2.0 * sin.atan2(d.w) / sin)).as_vec3() }
}

/// The difference to one side.
fn one_sided(limit: &Limit, turn: Quat, step: f32) -> Mat3 {
    let here = limit.project(turn);
    let column = |axis: Vec3| {
        between(limit.project((Quat::from_scaled_axis(axis * step) * turn).normalize()), here)
            / step
    };
    Mat3::from_cols(column(Vec3::X), column(Vec3::Y), column(Vec3::Z))
}

fn difference(a: Mat3, b: Mat3) -> f32 {
    (0..3).map(|i| (a.col(i) - b.col(i)).length()).fold(0.0, f32::max)
}

/// The change of the derivative over the step: large at a kink or a discontinuity, and `None` if
/// other bounds are active.
fn change(limit: &Limit, turn: Quat, here: Mat3) -> Option<f32> {
    let names = |turn: Quat| limit.active_bounds(limit.project(turn), 1e-4).collect::<Vec<_>>();
    let held = names(turn);
    let mut most = 0.0_f32;
    for v in [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z] {
        let there = (Quat::from_scaled_axis(v * 1.5 * STEP) * turn).normalize();
        if names(there) != held {
            return None;
        }
        most = most.max(difference(limit.project_with_derivative(there).derivative, here));
    }
    Some(most)
}

#[test]
fn the_derivative_agrees_with_differences() {
    let random = &mut Random::new(51);
    for (name, limit) in everything().into_iter().filter(|(name, _)| !is_narrow(name)) {
        let mut tested = 0;
        for _ in 0..TURNS / 4 {
            let turn = turn(&limit, random);
            let found = limit.project_with_derivative(turn);
            assert_eq!(found.rotation, limit.project(turn));
            assert!(found.derivative.is_finite());
            let Some(change) = change(&limit, turn, found.derivative) else { continue };
            let (ahead, behind) = (one_sided(&limit, turn, STEP), one_sided(&limit, turn, -STEP));
            // The derivative may be equal on both sides of a discontinuity, and of a sliver between
            // two kinks; differences detect them.
            if change < 0.02 && difference(ahead, behind) < 0.02 {
                tested += 1;
                let numeric = (ahead + behind) * 0.5;
                let off = difference(found.derivative, numeric);
                assert!(
                    off < 5e-4 + change,
                    "{name}: {turn} {} outside: {}\nis not {numeric}",
                    limit.violation(turn),
                    found.derivative
                );
            }
        }
        assert!(tested > TURNS / 10, "{name}: {tested}");
    }
}

#[test]
fn inside_the_derivative_is_the_identity() {
    let random = &mut Random::new(52);
    for (_, limit) in everything() {
        let turn = random.rotation();
        if limit.violation(turn) == 0.0 {
            assert_eq!(limit.project_with_derivative(turn).derivative, Mat3::IDENTITY);
        }
    }
}

/// Narrower than the step: differences include both bounds at once.
fn is_narrow(name: &str) -> bool {
    name.contains("0.00017") || name.contains("-0.1 0.1")
}
