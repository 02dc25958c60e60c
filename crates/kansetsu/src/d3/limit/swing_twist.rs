//! An elliptic cone for the swing and an interval for the twist.

use glam::{Quat, Vec3};

use super::{Bounds, check_length, check_numbers, clamp_angle};
use crate::{
    Error,
    math::{Rot, vector},
};

/// The turn, seen in the limit's frames, is `swing · twist`: a twist about Z, then a swing about an axis
/// across Z. The swing stays inside an ellipse, the twist inside an interval.
///
/// `rest_from_limit⁻¹ · turn · joint_from_limit = swing · twist`. With equal frames the rest pose is in the
/// middle; different ones move the middle elsewhere (an arm at rest in a T-pose stands near the edge of what
/// the shoulder may do).
///
/// The ellipse is measured in `tan(swing / 4)`, where the sphere of directions maps conformally to the plane:
/// `(mx / tan(swing_x / 4))² + (my / tan(swing_y / 4))² <= 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SwingTwist {
    /// The middle of the limit in the joint's rest frame: Z is the middle direction, X and Y the swing axes.
    pub rest_from_limit: Quat,
    /// The limit's frame fixed in the joint: Z is the direction that swings, mostly along the bone.
    pub joint_from_limit: Quat,
    /// The largest swing about the limit's X axis, radians in [0, π].
    pub swing_x: f32,
    /// The largest swing about the limit's Y axis, radians in [0, π].
    pub swing_y: f32,
    /// The least twist about Z, radians.
    pub twist_min: f32,
    /// The greatest twist about Z, radians. An interval of a full turn leaves the twist free.
    pub twist_max: f32,
}

impl SwingTwist {
    /// A circular cone of half angle `swing` around where `axis` is at rest, with the twist in
    /// `[twist_min, twist_max]`, all radians.
    #[must_use]
    pub fn cone(axis: Vec3, swing: f32, twist_min: f32, twist_max: f32) -> Self {
        let z = vector::unit(axis).unwrap_or(Vec3::Z);
        let frame = frame_with_z(z, vector::perpendicular(z, Vec3::Y));
        Self { rest_from_limit: frame, joint_from_limit: frame, swing_x: swing, swing_y: swing, twist_min, twist_max }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("a frame of a swing-twist limit", &self.rest_from_limit.to_array())?;
        check_length("a frame of a swing-twist limit", &self.joint_from_limit.to_array())?;
        check_numbers("an angle of a swing-twist limit", &[self.swing_x, self.swing_y, self.twist_min, self.twist_max])
    }

    pub(super) fn project(&self, turn: Rot) -> Rot {
        let (rest, joint) = self.frames();
        let (swing, twist) = split(rest.inverse() * turn * joint);
        let allowed_twist = clamp_angle(twist, self.twist_min, self.twist_max);
        let (mx, my) = (swing.x / (1.0 + swing.w), swing.y / (1.0 + swing.w));
        let (a, b) = self.radii();
        let size = ellipse_size(mx, my, a, b);
        if allowed_twist == twist && size <= 1.0 {
            return turn;
        }
        let scale = if size <= 1.0 { 1.0 } else { 1.0 / size.sqrt() };
        let (mx, my) = (mx * scale, my * scale);
        let squared = mx * mx + my * my;
        let swing = Rot::new(2.0 * mx, 2.0 * my, 0.0, 1.0 - squared).normalized();
        (rest * swing * Rot::from_axis_angle(Vec3::Z, allowed_twist) * joint.inverse()).normalized()
    }

    pub(super) fn active(&self, turn: Rot, tolerance: f32) -> Bounds {
        let (rest, joint) = self.frames();
        let (swing, twist) = split(rest.inverse() * turn * joint);
        let (mx, my) = (swing.x / (1.0 + swing.w), swing.y / (1.0 + swing.w));
        let (a, b) = self.radii();
        let near = ellipse_size(mx, my, (a - 0.25 * tolerance).max(1e-9), (b - 0.25 * tolerance).max(1e-9)) >= 1.0;
        let [min, max, _] = super::active_interval(twist, self.twist_min, self.twist_max, tolerance, ["twist_min", "twist_max"]);
        [near.then_some("swing"), min, max]
    }

    fn frames(&self) -> (Rot, Rot) {
        (Rot::from(self.rest_from_limit).normalized(), Rot::from(self.joint_from_limit).normalized())
    }

    fn radii(&self) -> (f32, f32) {
        let radius = |angle: f32| crate::ops::tan(0.25 * angle.clamp(0.0, std::f32::consts::PI));
        (radius(self.swing_x), radius(self.swing_y))
    }
}

/// `(swing, twist angle)` of a rotation about Z; the swing with `w >= 0`.
fn split(q: Rot) -> (Rot, f32) {
    let q = q.positive();
    let twist = 2.0 * crate::ops::atan2(q.z, q.w);
    ((q * Rot::from_axis_angle(Vec3::Z, -twist)).positive(), twist)
}

fn ellipse_size(x: f32, y: f32, a: f32, b: f32) -> f32 {
    let part = |value: f32, radius: f32| {
        if radius > 1e-9 {
            (value / radius) * (value / radius)
        } else if value.abs() < 1e-9 {
            0.0
        } else {
            1e12
        }
    };
    part(x, a) + part(y, b)
}

/// The frame with this Z axis and X as near as possible to `x`.
fn frame_with_z(z: Vec3, x: Vec3) -> Quat {
    let y = z.cross(x);
    Rot::from_matrix(&glam::Mat3::from_cols(x, y, z)).into()
}
