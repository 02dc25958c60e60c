//! Random turns inside a limit.

use std::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};
use kansetsu::d3::Limit;

use crate::random::Random;

/// A turn from rest that `limit` allows; each freedom stands exactly on a bound with probability `on_bound`.
pub fn turn(random: &mut Random, limit: Option<&Limit>, on_bound: f32) -> Quat {
    match limit {
        None => random.rotation(),
        Some(Limit::Hinge(hinge)) => Quat::from_axis_angle(hinge.axis.normalize(), interval(random, hinge.min, hinge.max, on_bound)),
        Some(Limit::Cone(cone)) => {
            let axis = cone.axis.normalize();
            let twist = Quat::from_axis_angle(axis, random.range(-PI, PI));
            let to_center = Quat::from_rotation_arc(axis, cone.center.normalize());
            swing(random, axis, cone.angle, on_bound, to_center) * twist
        }
        Some(Limit::SwingTwist(limit)) => {
            let angle = random.range(0.0, TAU);
            let radius = if random.chance(on_bound) { 1.0 } else { random.unit().sqrt() };
            // The ellipse is one in tan(swing / 4).
            let (mx, my) = (radius * angle.cos() * (0.25 * limit.swing_x).tan(), radius * angle.sin() * (0.25 * limit.swing_y).tan());
            let swing = Quat::from_xyzw(2.0 * mx, 2.0 * my, 0.0, 1.0 - mx * mx - my * my).normalize();
            let twist = Quat::from_rotation_z(interval(random, limit.twist_min, limit.twist_max, on_bound));
            limit.rest_from_limit * swing * twist * limit.joint_from_limit.inverse()
        }
        Some(Limit::EulerBox(limit)) => {
            let mut q = Quat::IDENTITY;
            for axis in limit.order.axes() {
                q *= Quat::from_axis_angle(Vec3::AXES[axis], interval(random, limit.min[axis], limit.max[axis], on_bound));
            }
            limit.frame * q * limit.frame.inverse()
        }
        Some(limit @ Limit::ReachCone(_)) => limit.project(random.rotation()),
    }
}

fn interval(random: &mut Random, min: f32, max: f32, on_bound: f32) -> f32 {
    let (min, max) = if max - min >= TAU { (-PI, PI) } else { (min, max) };
    match (random.chance(on_bound) && max - min < TAU, random.chance(0.5)) {
        (true, true) => min,
        (true, false) => max,
        _ => random.range(min, max),
    }
}

/// Uniform over the cap, or on its rim.
fn swing(random: &mut Random, axis: Vec3, angle: f32, on_bound: f32, to_center: Quat) -> Quat {
    let cos = if random.chance(on_bound) { angle.cos() } else { 1.0 - random.unit() * (1.0 - angle.cos()) };
    let across = axis.any_orthonormal_vector();
    let side = Quat::from_axis_angle(axis, random.range(0.0, TAU)) * across;
    to_center * Quat::from_axis_angle(side, cos.clamp(-1.0, 1.0).acos())
}
