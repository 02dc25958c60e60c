//! The limits of spring joints.
//!
//! Source: VRM Consortium, "VRMC_springBone_limit 1.0-draft". The frame of a limit has +Y along the
//! tail at rest: the smallest rotation from +Y of the joint to the tail, then the rotation of the
//! limit.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::{Quat, Vec3};

use crate::{math::Rot, ops};

/// The directions that the tail of a spring joint may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpringLimit {
    /// At most `angle` from +Y.
    Cone {
        /// Radians; π or more limits nothing.
        angle: f32,
        /// The rotation of the frame of the limit.
        rotation: Quat,
    },
    /// In the plane of Y and Z, at most `angle` from +Y.
    Hinge {
        /// Radians; π or more allows the whole plane.
        angle: f32,
        /// The rotation of the frame of the limit.
        rotation: Quat,
    },
    /// At most `pitch` about X, and at most `yaw` out of the plane of Y and Z.
    Spherical {
        /// Radians; at most π.
        pitch: f32,
        /// Radians; at most π/2.
        yaw: f32,
        /// The rotation of the frame of the limit.
        rotation: Quat,
    },
}

impl SpringLimit {
    /// The smallest rotation from +Y to a tail: a limit without a rotation has this frame. About X
    /// for a tail along -Y.
    #[must_use]
    pub fn frame_of(tail: Vec3) -> Quat {
        Rot::between(Vec3::Y, tail, Vec3::X).into()
    }

    /// The nearest allowed direction to the unit vector `direction` in the rest space of the joint,
    /// whose tail at rest has the direction `axis`.
    pub(super) fn clamp(&self, axis: Vec3, direction: Vec3) -> Vec3 {
        let (Self::Cone { rotation, .. }
        | Self::Hinge { rotation, .. }
        | Self::Spherical { rotation, .. }) = *self;
        let frame = Rot::from(Self::frame_of(axis)) * Rot::from(rotation).normalized();
        frame.rotate(self.clamp_in_frame(frame.inverse().rotate(direction)))
    }

    fn clamp_in_frame(&self, direction: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = direction;
        match *self {
            Self::Cone { angle, .. } => {
                let across = (x * x + z * z).sqrt();
                if ops::atan2(across, y) <= angle {
                    return direction;
                }
                let (sin, cos) = ops::sin_cos(angle.clamp(0.0, PI));
                let scale = if across > 0.0 { sin / across } else { 0.0 };
                Vec3::new(x * scale, cos, z * scale)
            }
            Self::Hinge { angle, .. } => on_sphere(ops::atan2(z, y), 0.0, [angle, 0.0]),
            Self::Spherical { pitch, yaw, .. } => {
                on_sphere(ops::atan2(z, y), ops::asin(x), [pitch, yaw.clamp(0.0, FRAC_PI_2)])
            }
        }
    }
}

/// The direction at an angle about X from +Y and an angle out of the plane of Y and Z, both
/// clamped.
fn on_sphere(pitch: f32, yaw: f32, [most_pitch, most_yaw]: [f32; 2]) -> Vec3 {
    let within = |angle: f32, most: f32| angle.max(-most).min(most.max(0.0));
    let (sin_pitch, cos_pitch) = ops::sin_cos(within(pitch, most_pitch));
    let (sin_yaw, cos_yaw) = ops::sin_cos(within(yaw, most_yaw));
    Vec3::new(sin_yaw, cos_yaw * cos_pitch, cos_yaw * sin_pitch)
}
