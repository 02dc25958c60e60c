//! Limits from degrees.

use kansetsu::d3::{
    Limit,
    limit::{Hinge, SwingTwist},
};
use kansetsu::glam::Vec3;

use super::frame;

/// An elliptic cone whose middle is not the bone at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Socket {
    /// The direction of the bone at rest.
    pub bone: Vec3,
    /// The direction of the bone in the middle of the range.
    pub center: Vec3,
    /// The axis (made perpendicular to the middle) about which the bone swings by up to `about`,
    /// and perpendicular to it by up to `across`.
    pub axis: Vec3,
    /// Degrees.
    pub about: f32,
    /// Degrees.
    pub across: f32,
    /// The bounds of the twist about the bone, degrees; 0 at rest.
    pub twist: [f32; 2],
}

impl Socket {
    /// The limit, from degrees. The joint's frame is the rest's frame swung back onto the bone at
    /// rest, so that the rest pose has no twist.
    #[must_use]
    pub fn limit(&self) -> Limit {
        let (bone, middle) = (self.bone.normalize(), self.center.normalize());
        let rest_from_limit = frame::with_z_and_x(middle, self.axis);
        Limit::SwingTwist(SwingTwist {
            rest_from_limit,
            joint_from_limit: frame::product(frame::arc(middle, bone), rest_from_limit),
            swing_x: self.about.to_radians(),
            swing_y: self.across.to_radians(),
            twist_min: self.twist[0].to_radians(),
            twist_max: self.twist[1].to_radians(),
        })
    }
}

/// A hinge, degrees.
#[must_use]
pub fn hinge(axis: Vec3, min: f32, max: f32) -> Limit {
    Limit::Hinge(Hinge { axis: axis.normalize(), min: min.to_radians(), max: max.to_radians() })
}
