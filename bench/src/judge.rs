//! An independent check: forward kinematics and limits again, in double precision.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};
use kansetsu::d3::{Limit, Pose, Skeleton};

/// The tolerance of limits, radians.
pub const VIOLATION: f64 = 1e-4;

/// The tolerance of the tip.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Metres.
    pub distance: f64,
    /// Radians.
    pub angle: f64,
}

impl Tolerance {
    /// A thousandth of the chain and half a degree.
    pub fn of_length(length: f32) -> Self {
        Self { distance: 1e-3 * f64::from(length), angle: 0.5_f64.to_radians() }
    }
}

/// The position and rotation of every joint, in model space.
pub fn forward(skeleton: &Skeleton, pose: &Pose) -> Vec<(DVec3, DQuat)> {
    let mut world: Vec<(DVec3, DQuat)> = Vec::with_capacity(skeleton.len());
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        let (parent, frame) =
            joint.parent.map_or((DVec3::ZERO, DQuat::IDENTITY), |parent| world[parent]);
        world.push((
            parent + frame * local.translation.as_dvec3(),
            frame * local.rotation.as_dquat().normalize(),
        ));
    }
    world
}

/// Whether every joint is inside its limit.
pub fn holds_limits(skeleton: &Skeleton, limits: &[Option<Limit>], pose: &Pose) -> bool {
    skeleton.joints().iter().zip(limits).zip(&pose.locals).all(|((joint, limit), local)| {
        let turn = (joint.rest.rotation.as_dquat().normalize().inverse()
            * local.rotation.as_dquat().normalize())
        .normalize();
        limit.as_ref().is_none_or(|limit| violation(limit, turn) <= VIOLATION)
    })
}

/// The violation of the limit by a rotation from rest, radians.
fn violation(limit: &Limit, turn: DQuat) -> f64 {
    match limit {
        Limit::Hinge(hinge) => {
            let (swing, twist) = split(turn, hinge.axis.as_dvec3().normalize());
            swing.max(outside(twist, f64::from(hinge.min), f64::from(hinge.max)))
        }
        Limit::Cone(cone) => {
            (turn * cone.axis.as_dvec3()).angle_between(cone.center.as_dvec3())
                - f64::from(cone.angle)
        }
        Limit::SwingTwist(limit) => {
            let q = limit.rest_from_limit.as_dquat().normalize().inverse()
                * turn
                * limit.joint_from_limit.as_dquat().normalize();
            let (_, twist) = split(q, DVec3::Z);
            let swing = q * DQuat::from_rotation_z(-twist);
            let swing = if swing.w < 0.0 { -swing } else { swing };
            let (x, y) = (swing.x / (1.0 + swing.w), swing.y / (1.0 + swing.w));
            let (a, b) =
                ((0.25 * f64::from(limit.swing_x)).tan(), (0.25 * f64::from(limit.swing_y)).tan());
            let ratio = (x / a).hypot(y / b);
            let swing_outside =
                if ratio > 1.0 { 4.0 * x.hypot(y) * (1.0 - 1.0 / ratio) } else { 0.0 };
            swing_outside.max(outside(
                twist,
                f64::from(limit.twist_min),
                f64::from(limit.twist_max),
            ))
        }
        _ => f64::INFINITY,
    }
}

/// The swing's angle and the signed twist about `axis`.
fn split(q: DQuat, axis: DVec3) -> (f64, f64) {
    let q = if q.w < 0.0 { -q } else { q };
    let along = q.xyz().dot(axis);
    let twist = 2.0 * along.atan2(q.w);
    let across = (q.xyz() - axis * along).length();
    (2.0 * across.atan2(along.hypot(q.w)), twist)
}

/// The distance of an angle from an interval on the circle.
pub fn outside(angle: f64, min: f64, max: f64) -> f64 {
    let offset = angle - 0.5 * (min + max);
    (offset - TAU * (offset / TAU).round()).abs() - 0.5 * (max - min)
}
