//! An elliptic cone for the swing and an interval for the twist.

use glam::{Quat, Vec3};

use super::{
    check::{check_length, check_numbers},
    cone::half_opening,
    ellipse::Ellipse,
    interval::Interval,
    swing_limit::{Region, SwingLimit},
};
use crate::{
    Error,
    math::{Rot, angle::check_bounds, vector},
};

/// The rotation, in the limit's frames, is `swing · twist`: a twist about Z, then a swing about an
/// axis perpendicular to Z. The swing stays inside an ellipse, the twist inside an interval.
///
/// `rest_from_limit⁻¹ · turn · joint_from_limit = swing · twist`. With equal frames the rest pose
/// is in the middle; different frames shift the middle (an arm at rest in a T-pose is near the edge
/// of the shoulder's range).
///
/// The ellipse is measured in `tan(swing / 4)`, where the sphere of swings maps conformally to the
/// plane: `(mx / tan(swing_x / 4))² + (my / tan(swing_y / 4))² <= 1`.
///
/// The nearest allowed rotation with a free twist is the smallest rotation to the cone: the
/// direction moves to the nearest direction on the elliptic cone, along a great circle. With a
/// limited twist, the twist is clamped to its nearest bound on the circle, and the swing to the
/// nearest allowed swing at the same twist. Both are exact: the nearest point of the ellipse on the
/// sphere, not a scaling towards the middle. The projection is discontinuous only where two points
/// of the edge are equally near (behind a wide cone, at a swing of half a turn) and where the twist
/// is opposite to the middle of its interval. With a limited twist the swing of half a turn, where
/// the twist is undefined, is such a place too; next to it the twist moves 1 / cos(swing / 2) times
/// as fast as the rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SwingTwist {
    /// The middle of the limit in the joint's rest frame: Z is the middle direction, X and Y the
    /// swing axes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rest_from_limit: Quat,
    /// The limit's frame fixed in the joint: Z is the limited direction, mostly along the bone.
    #[cfg_attr(feature = "serde", serde(default))]
    pub joint_from_limit: Quat,
    /// The largest swing about the limit's X axis, radians; clamped to [0, π].
    pub swing_x: f32,
    /// The largest swing about the limit's Y axis, radians; clamped to [0, π].
    pub swing_y: f32,
    /// The lower bound of the twist about Z, radians. Intervals wrap as for a hinge; an infinite
    /// bound leaves its side open.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::least::open", with = "crate::open::least")
    )]
    pub twist_min: f32,
    /// The upper bound of the twist about Z, radians. An interval of a full turn leaves the twist
    /// free.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest::open", with = "crate::open::greatest")
    )]
    pub twist_max: f32,
}

impl SwingTwist {
    /// A circular cone of half angle `swing` around `axis` at rest, with the twist in `[twist_min,
    /// twist_max]`, all radians.
    #[must_use]
    pub fn cone(axis: Vec3, swing: f32, twist_min: f32, twist_max: f32) -> Self {
        Self::elliptic(axis, Vec3::Y, [swing, swing]).with_twist(twist_min, twist_max)
    }

    /// An elliptic cone around `axis` at rest, with a free twist.
    ///
    /// `across` is the axis of swings up to `swings[0]` radians either way (it is made
    /// perpendicular to `axis`); the axis perpendicular to both has swings up to `swings[1]`.
    ///
    /// ```
    /// use kansetsu::{d3::limit::{Limit, SwingTwist}, glam::{Quat, Vec3}};
    ///
    /// // An arm along X with swings up to 0.5 about Z (up and down) and 1.5 about Y (forward, back).
    /// let shoulder = Limit::SwingTwist(SwingTwist::elliptic(Vec3::X, Vec3::Z, [0.5, 1.5]).with_twist(-0.8, 0.8));
    /// assert!(shoulder.violation(Quat::from_rotation_y(1.4)) == 0.0);
    /// assert!((shoulder.violation(Quat::from_rotation_z(1.4)) - 0.9).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn elliptic(axis: Vec3, across: Vec3, swings: [f32; 2]) -> Self {
        let z = vector::unit(axis).unwrap_or(Vec3::Z);
        let frame =
            frame_with_z(z, vector::perpendicular(z, vector::unit(across).unwrap_or(Vec3::Y)));
        let [swing_x, swing_y] = swings;
        let (twist_min, twist_max) = (f32::NEG_INFINITY, f32::INFINITY);
        Self {
            rest_from_limit: frame,
            joint_from_limit: frame,
            swing_x,
            swing_y,
            twist_min,
            twist_max,
        }
    }

    /// The same cone with the twist in `[min, max]`, radians.
    #[must_use]
    pub const fn with_twist(self, min: f32, max: f32) -> Self {
        Self { twist_min: min, twist_max: max, ..self }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_length("a frame of a swing-twist limit", &self.rest_from_limit.to_array())?;
        check_length("a frame of a swing-twist limit", &self.joint_from_limit.to_array())?;
        check_numbers("a swing of a swing-twist limit", &[self.swing_x, self.swing_y])?;
        check_bounds("a twist bound of a swing-twist limit", self.twist_min, self.twist_max)
    }

    pub(super) fn prepare(&self) -> SwingLimit<'static> {
        use std::f32::consts::PI;
        let swing = |angle: f32| if angle.is_nan() { PI } else { angle.clamp(0.0, PI) };
        let (x, y) = (swing(self.swing_x), swing(self.swing_y));
        let region = if x != y {
            Region::Ellipse(Ellipse::new(x, y))
        } else if x >= PI {
            Region::Free
        } else {
            Region::Circle(half_opening(x))
        };
        SwingLimit {
            rest_from_limit: Rot::from(self.rest_from_limit).normalized(),
            joint_from_limit: Rot::from(self.joint_from_limit).normalized(),
            region,
            twist: Interval::new(self.twist_min, self.twist_max),
        }
    }
}

/// The frame with this Z axis and this X axis, perpendicular unit vectors.
pub(super) fn frame_with_z(z: Vec3, x: Vec3) -> Quat {
    Rot::from_matrix(&glam::Mat3::from_cols(x, z.cross(x), z)).into()
}
