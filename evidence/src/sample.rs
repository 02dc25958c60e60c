//! Turns inside a limit, by three numbers in [0, 1].
//!
//! The numbers are the limit's freedoms, so that 0 and 1 are its bounds and a smooth path of numbers is a smooth path of
//! allowed turns. The swing of a cone takes two: a square mapped onto the disc by P. Shirley, K. Chiu, "A low distortion map
//! between disk and square", Journal of Graphics Tools 2(3), 1997, so that the square's edge is the cone's.

use std::f32::consts::{FRAC_PI_4, PI, TAU};

use glam::{Quat, Vec3};
use kansetsu::d3::Limit;

use crate::random::Random;

/// Where a joint stands inside its limit.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub numbers: [f32; 3],
    /// Which of the numbers were put on a bound.
    pub fixed: [bool; 3],
}

/// Random numbers for a limit; each freedom stands exactly on a bound with probability `on_bound`.
pub fn stand(random: &mut Random, limit: Option<&Limit>, on_bound: f32) -> Stand {
    let mut stand = Stand { numbers: [random.unit(), random.unit(), random.unit()], fixed: [false; 3] };
    let freedoms: &[&[usize]] = match limit {
        None | Some(Limit::ReachCone(_)) => &[],
        Some(Limit::Hinge(_)) => &[&[0]],
        Some(Limit::Cone(_)) => &[&[0, 1]],
        Some(Limit::SwingTwist(limit)) if is_full(limit.twist_min, limit.twist_max) => &[&[0, 1]],
        Some(Limit::SwingTwist(_)) => &[&[0, 1], &[2]],
        Some(Limit::EulerBox(_)) => &[&[0], &[1], &[2]],
    };
    for freedom in freedoms {
        if random.chance(on_bound) {
            let index = freedom[usize::from(random.chance(0.5)) % freedom.len()];
            stand.numbers[index] = f32::from(u8::from(random.chance(0.5)));
            stand.fixed[index] = true;
        }
    }
    stand
}

/// The turn from rest for these numbers; `free_turn` is how far a joint without limit turns about each axis.
pub fn turn(limit: Option<&Limit>, [x, y, z]: [f32; 3], free_turn: f32) -> Quat {
    match limit {
        None => Quat::from_scaled_axis((Vec3::new(x, y, z) * 2.0 - 1.0) * free_turn),
        Some(Limit::Hinge(hinge)) => Quat::from_axis_angle(hinge.axis.normalize(), between(hinge.min, hinge.max, x)),
        Some(Limit::Cone(cone)) => {
            let axis = cone.axis.normalize();
            let to_center = Quat::from_rotation_arc(axis, cone.center.normalize());
            to_center * swing(axis, cone.angle, disc(x, y)) * Quat::from_axis_angle(axis, between(-PI, PI, z))
        }
        Some(Limit::SwingTwist(limit)) => {
            let (u, v) = disc(x, y);
            // The ellipse is one in tan(swing / 4).
            let (mx, my) = (u * (0.25 * limit.swing_x).tan(), v * (0.25 * limit.swing_y).tan());
            let swing = Quat::from_xyzw(2.0 * mx, 2.0 * my, 0.0, 1.0 - mx * mx - my * my).normalize();
            let twist = Quat::from_rotation_z(between(limit.twist_min, limit.twist_max, z));
            limit.rest_from_limit * swing * twist * limit.joint_from_limit.inverse()
        }
        Some(Limit::EulerBox(limit)) => {
            let mut q = Quat::IDENTITY;
            for axis in limit.order.axes() {
                q *= Quat::from_axis_angle(Vec3::AXES[axis], between(limit.min[axis], limit.max[axis], [x, y, z][axis]));
            }
            limit.frame * q * limit.frame.inverse()
        }
        Some(Limit::ReachCone(limit)) => {
            // Round the visible direction and out to the edge, as many near the middle as a disc has.
            let visible = limit.visible.normalize();
            let corners = limit.vertices.len();
            let at = x * corners as f32;
            let [a, b] = [at as usize, at as usize + 1].map(|index| limit.vertices[index % corners].normalize());
            let to = visible.lerp(a.lerp(b, at.fract()).normalize(), y.sqrt()).normalize();
            let twist = Quat::from_axis_angle(visible, between(limit.twist_min, limit.twist_max, z));
            Quat::from_rotation_arc(visible, to) * twist * Quat::from_rotation_arc(limit.axis.normalize(), visible)
        }
    }
}

/// An open side ends half a turn from rest; a full turn has no bounds.
fn between(min: f32, max: f32, part: f32) -> f32 {
    let (min, max) = if is_full(min, max) { (-PI, PI) } else { (min.max(-PI), max.min(min.max(-PI) + TAU)) };
    // Both ends exactly, which min + part * (max - min) does not give.
    min * (1.0 - part) + max * part
}

fn is_full(min: f32, max: f32) -> bool {
    max - min >= TAU
}

/// Uniform over the cap; the disc's rim is the cap's.
fn swing(axis: Vec3, angle: f32, (u, v): (f32, f32)) -> Quat {
    let squared = (u * u + v * v).min(1.0);
    if squared == 0.0 {
        return Quat::IDENTITY;
    }
    // 1 - cos grows as the square of the disc's radius: in half angles, which keep their digits.
    let half = (squared.sqrt() * (0.5 * angle).sin()).clamp(-1.0, 1.0).asin();
    let across = axis.any_orthonormal_vector();
    let side = (across * u + axis.cross(across) * v).normalize();
    Quat::from_axis_angle(side, if squared >= 1.0 - 1e-6 { angle } else { 2.0 * half })
}

/// The unit square onto the unit disc.
fn disc(x: f32, y: f32) -> (f32, f32) {
    let (a, b) = (2.0 * x - 1.0, 2.0 * y - 1.0);
    if a == 0.0 && b == 0.0 {
        return (0.0, 0.0);
    }
    let (radius, angle) = if a.abs() > b.abs() { (a, FRAC_PI_4 * b / a) } else { (b, 2.0 * FRAC_PI_4 - FRAC_PI_4 * a / b) };
    (radius * angle.cos(), radius * angle.sin())
}

#[cfg(test)]
mod tests {
    use kansetsu::d3::limit::{Cone, EulerBox, EulerOrder, Hinge, ReachCone, SwingTwist};

    use super::*;
    use crate::check;

    #[test]
    fn every_stand_is_inside_and_bounds_are_bounds() {
        let corners = vec![Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -0.5, 0.8), Vec3::new(0.3, -0.5, -0.4)];
        let limits = [
            Limit::Hinge(Hinge::new(Vec3::Y, -0.4, 2.0)),
            Limit::Hinge(Hinge::free(Vec3::Z)),
            Limit::Cone(Cone::around(Vec3::X, 1.2)),
            Limit::SwingTwist(SwingTwist::elliptic(Vec3::Y, Vec3::X, [0.4, 1.7]).with_twist(-0.3, 0.9)),
            Limit::EulerBox(EulerBox { frame: Quat::IDENTITY, order: EulerOrder::Yxz, min: Vec3::splat(-0.5), max: Vec3::splat(0.8) }),
            Limit::ReachCone(ReachCone::new(Vec3::X, corners).with_twist(-0.3, 0.9)),
        ];
        let mut random = Random::scattered(1);
        for index in 0..2_000 {
            let limit = &limits[index % limits.len()];
            let stand = stand(&mut random, Some(limit), 0.7);
            let turn = turn(Some(limit), stand.numbers, 1.0);
            assert!(check::violation(limit, glam::DQuat::IDENTITY, turn.as_dquat()) < 1e-6, "{limit:?} {stand:?}");
        }
    }
}
