//! Keypoints of people in pictures: those of pose detectors, and those of figures.
//!
//! [`read`] accepts the JSON of OpenPose, COCO, COCO-WholeBody, MMPose, AlphaPose (Halpe), YOLO and
//! MediaPipe. The count of the points determines their order; coordinates are pixels or fractions
//! of the picture. Feet and the knuckles of hands are read where a file has them. [`body_points`]
//! returns the keypoints of a figure, [`observations`] joins both for
//! [`kansetsu_humanoid::keypoints`].

mod body_points;
mod fault;
mod layout;
mod person;
mod point;
mod poses;
mod read;
mod values;

pub use body_points::{BodyPoints, body_points, observations};
pub use person::Person;
pub use point::{ObservedPoint, Point, numbers};
pub use poses::{KeypointPoses, is_keypoints};
pub use read::read;
