//! Wider limits.

use std::f32::consts::PI;

use kansetsu::{
    d3::{
        Limit,
        limit::{Cone, EulerBox, Hinge, SwingTwist},
    },
    glam::Quat,
};

/// A limit is widened by this much at a time, radians: 10 degrees.
const STEP: f32 = 0.174_533;
/// So often at most: by half a rotation.
const STEPS: usize = 18;
/// What counts as inside, radians.
const INSIDE: f32 = 1e-4;

/// The limit with one of its bounds moved outwards, ten degrees at a time, until it allows `turn`
/// (from rest) or that helps no more.
#[must_use]
pub fn relaxed(limit: &Limit, bound: &str, turn: Quat) -> Limit {
    let mut wider = limit.clone();
    for _ in 0..STEPS {
        if wider.violation(turn) < INSIDE {
            break;
        }
        let mut next = wider.clone();
        widen(&mut next, bound);
        // A polygon must not be turned inside out.
        if next.check().is_err() {
            break;
        }
        wider = next;
    }
    wider
}

fn widen(limit: &mut Limit, bound: &str) {
    match (limit, bound) {
        (Limit::Hinge(Hinge { min, .. }), "min") => *min -= STEP,
        (Limit::Hinge(Hinge { max, .. }), _) => *max += STEP,
        (Limit::Cone(Cone { angle, .. }), _) => *angle = (*angle + STEP).min(PI),
        (Limit::SwingTwist(SwingTwist { swing_x, swing_y, .. }), "swing") => {
            *swing_x = (*swing_x + STEP).min(PI);
            *swing_y = (*swing_y + STEP).min(PI);
        }
        (Limit::SwingTwist(SwingTwist { twist_min, .. }), "twist_min") => *twist_min -= STEP,
        (Limit::SwingTwist(SwingTwist { twist_max, .. }), _) => *twist_max += STEP,
        (Limit::EulerBox(EulerBox { min, max, .. }), bound) => {
            let Some(axis) = bound.chars().next().and_then(|first| "xyz".find(first)) else {
                return;
            };
            if bound.ends_with("min") { min[axis] -= STEP } else { max[axis] += STEP }
        }
        (Limit::ReachCone(limit), "twist_min") => limit.twist_min -= STEP,
        (Limit::ReachCone(limit), "twist_max") => limit.twist_max += STEP,
        // Away from the middle: every corner a little further out.
        (Limit::ReachCone(limit), _) => {
            let middle = limit.visible.normalize_or_zero();
            for corner in &mut limit.vertices {
                let away = (*corner - middle * corner.dot(middle)).normalize_or_zero();
                *corner = (corner.normalize_or_zero() + away * STEP).normalize_or(*corner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kansetsu::glam::Vec3;

    use super::*;

    #[test]
    fn what_a_limit_forbade_is_allowed_when_it_is_relaxed_and_no_more_than_needed() {
        let elbow = Limit::Hinge(Hinge::new(Vec3::Y, 0.0, 2.0));
        let turn = Quat::from_rotation_y(2.08);
        assert!(elbow.violation(turn) > 0.05);
        let wider = relaxed(&elbow, "max", turn);
        assert!(wider.violation(turn) < 1e-6);
        assert_eq!(wider, Limit::Hinge(Hinge::new(Vec3::Y, 0.0, 2.0 + STEP)));
        let neck = Limit::SwingTwist(SwingTwist::cone(Vec3::Y, 0.5, -0.5, 0.5));
        let turn = Quat::from_rotation_y(-0.9);
        assert!(neck.violation(turn) > 0.3);
        assert!(relaxed(&neck, "twist_min", turn).violation(turn) < 1e-5);
        assert!(relaxed(&neck, "twist_min", turn).check().is_ok());
    }
}
