//! Keypoints of people in pictures: those of OpenPose and COCO detectors, and those of figures.
//!
//! [`read`] accepts OpenPose JSON (`people`, each with `pose_keypoints_2d` of 18 or 25 points), a
//! COCO file (`annotations`), a list of COCO results, or one of their entries. [`body_points`]
//! returns the keypoints of a figure, [`observations`] joins both for
//! [`kansetsu_humanoid::keypoints`].
//!
//! Sources: the OpenPose documentation, "Output" (fields) and "Keypoint ordering" (BODY_25 and the
//! 18 points of its COCO model); the COCO data format (cocodataset.org, "Data format", "Keypoint
//! detection"; "Results format").

mod body_points;
mod person;
mod point;
mod poses;
mod read;

pub use body_points::{BodyPoints, body_points, observations};
pub use person::Person;
pub use point::{ObservedPoint, Point, numbers};
pub use poses::{KeypointPoses, is_keypoints};
pub use read::read;
