//! A keypoint of a picture.

use kansetsu::glam::{Vec2, Vec3};

/// A point of the body in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keypoint {
    /// The joint of the point.
    pub joint: usize,
    /// The position in the joint's own frame, metres; zero is the joint itself.
    pub offset: Vec3,
    /// The position in the picture, pixels, x to the right and y down.
    pub pixel: Vec2,
    /// The confidence of the point, in (0, 1].
    pub confidence: f32,
}
