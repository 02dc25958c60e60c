//! A person in a picture.

use kansetsu::glam::Vec2;

use super::point::ObservedPoint;

/// One person of a file: the visible keypoints.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The place of the person in the file, for example `people[0]`.
    pub place: String,
    /// The keypoints, each at most once.
    pub points: Vec<ObservedPoint>,
    /// The picture's width and height in pixels, if the file has them.
    pub size: Option<Vec2>,
}

impl Person {
    /// The picture's size. If the file has none: a picture around the keypoints, larger by half,
    /// and at least as high as wide.
    #[must_use]
    pub fn size_or_guess(&self) -> Vec2 {
        self.size.unwrap_or_else(|| {
            let ends = self
                .points
                .iter()
                .fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], seen| {
                    [low.min(seen.pixel), high.max(seen.pixel)]
                });
            let side = 1.5 * (ends[1] - ends[0]).max_element();
            if side > 0.0 && side.is_finite() {
                (0.5 * (ends[0] + ends[1]) + 0.5 * side).max(Vec2::splat(side))
            } else {
                Vec2::ONE
            }
        })
    }
}
