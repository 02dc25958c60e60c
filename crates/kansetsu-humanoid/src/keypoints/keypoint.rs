//! A point of the body that is seen in a picture.

use kansetsu::glam::{Vec2, Vec3};

/// A point of the body that is seen in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keypoint {
    /// The joint that it goes with.
    pub joint: usize,
    /// Where it is in the joint's own frame, metres; zero is the joint itself.
    pub offset: Vec3,
    /// Where it is seen, pixels, x to the right and y down.
    pub pixel: Vec2,
    /// How far it is to be trusted, in (0, 1].
    pub confidence: f32,
}
