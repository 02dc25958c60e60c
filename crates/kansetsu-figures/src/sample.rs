//! Random poses inside limits: the source of reachable goals.
//!
//! A rotation inside a limit has three coordinates in [0, 1], the limit's freedoms. Their ends 0
//! and 1 are its bounds, and a smooth path of coordinates is a smooth path of allowed rotations.
//! The swing of a cone takes two: a square mapped onto the disc by P. Shirley, K. Chiu, "A low
//! distortion map between disk and square", Journal of Graphics Tools 2(3), 1997, so that the
//! square's edge is the cone's.

use std::f32::consts::{FRAC_PI_4, PI, TAU};

use glam::{Quat, Vec3};
use kansetsu::d3::{Limit, Pose, Skeleton};

/// Seeded numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// A reproducible sequence per seed; those of neighbouring seeds differ.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD1B5_4A32_D192_ED03) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// A pose in which every joint of the skeleton has a random rotation inside its limit. `limits` has
/// one entry per joint; joints without one rotate by up to `free_turn` radians about each axis.
#[must_use]
pub fn pose(
    skeleton: &Skeleton,
    limits: &[Option<Limit>],
    free_turn: f32,
    random: &mut Random,
) -> Pose {
    let mut pose = skeleton.rest_pose();
    for (local, limit) in pose.locals.iter_mut().zip(limits) {
        let numbers = [random.unit(), random.unit(), random.unit()];
        local.rotation = (local.rotation * turn(limit.as_ref(), numbers, free_turn)).normalize();
    }
    pose
}

/// The rotation from rest for these coordinates; `free_turn` is the range of a joint without a
/// limit about each axis.
#[must_use]
pub fn turn(limit: Option<&Limit>, [x, y, z]: [f32; 3], free_turn: f32) -> Quat {
    match limit {
        None => Quat::from_scaled_axis((Vec3::new(x, y, z) * 2.0 - 1.0) * free_turn),
        Some(Limit::Hinge(hinge)) => {
            Quat::from_axis_angle(hinge.axis.normalize(), between(hinge.min, hinge.max, x))
        }
        Some(Limit::Cone(cone)) => {
            let axis = cone.axis.normalize();
            let to_center = Quat::from_rotation_arc(axis, cone.center.normalize());
            to_center
                * swing(axis, cone.angle, disc(x, y))
                * Quat::from_axis_angle(axis, between(-PI, PI, z))
        }
        Some(Limit::SwingTwist(limit)) => {
            let (u, v) = disc(x, y);
            // The ellipse is defined in tan(swing / 4).
            let (mx, my) =
                (u * libm::tanf(0.25 * limit.swing_x), v * libm::tanf(0.25 * limit.swing_y));
            let swing =
                Quat::from_xyzw(2.0 * mx, 2.0 * my, 0.0, 1.0 - mx * mx - my * my).normalize();
            let twist = Quat::from_rotation_z(between(limit.twist_min, limit.twist_max, z));
            limit.rest_from_limit * swing * twist * limit.joint_from_limit.inverse()
        }
        Some(Limit::EulerBox(limit)) => {
            let mut q = Quat::IDENTITY;
            for axis in limit.order.axes() {
                q *= Quat::from_axis_angle(
                    Vec3::AXES[axis],
                    between(limit.min[axis], limit.max[axis], [x, y, z][axis]),
                );
            }
            limit.frame * q * limit.frame.inverse()
        }
        Some(Limit::ReachCone(limit)) => {
            // Around the visible direction and out to the edge, with the density of a disc.
            let visible = limit.visible.normalize();
            let corners = limit.vertices.len();
            let at = x * corners as f32;
            let [a, b] = [at as usize, at as usize + 1]
                .map(|index| limit.vertices[index % corners].normalize());
            let to = visible.lerp(a.lerp(b, at.fract()).normalize(), y.sqrt()).normalize();
            let twist =
                Quat::from_axis_angle(visible, between(limit.twist_min, limit.twist_max, z));
            Quat::from_rotation_arc(visible, to)
                * twist
                * Quat::from_rotation_arc(limit.axis.normalize(), visible)
        }
    }
}

/// An open side ends half a turn from rest; a full turn has no bounds.
fn between(min: f32, max: f32, part: f32) -> f32 {
    let (min, max) =
        if is_full(min, max) { (-PI, PI) } else { (min.max(-PI), max.min(min.max(-PI) + TAU)) };
    // Both ends are exact; min + part * (max - min) is not.
    min * (1.0 - part) + max * part
}

fn is_full(min: f32, max: f32) -> bool {
    max - min >= TAU
}

/// Uniform over the cap; the disc's rim is the cap's rim.
fn swing(axis: Vec3, angle: f32, (u, v): (f32, f32)) -> Quat {
    let squared = (u * u + v * v).min(1.0);
    if squared == 0.0 {
        return Quat::IDENTITY;
    }
    // 1 - cos is the square of the disc's radius: in half angles, which keep their digits.
    let half = libm::asinf((squared.sqrt() * libm::sinf(0.5 * angle)).clamp(-1.0, 1.0));
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
    let (radius, angle) = if a.abs() > b.abs() {
        (a, FRAC_PI_4 * b / a)
    } else {
        (b, 2.0 * FRAC_PI_4 - FRAC_PI_4 * a / b)
    };
    (radius * libm::cosf(angle), radius * libm::sinf(angle))
}
