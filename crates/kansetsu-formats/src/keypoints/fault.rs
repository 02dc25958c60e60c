//! Errors and bounds of keypoint files.

use crate::Error;

/// The largest coordinate of a keypoint, pixels.
pub(super) const FARTHEST: f64 = 1e6;

/// A file that is not as expected.
pub(super) fn malformed(place: &str, problem: String) -> Error {
    Error::Malformed { format: "keypoints", place: place.to_owned(), problem }
}
