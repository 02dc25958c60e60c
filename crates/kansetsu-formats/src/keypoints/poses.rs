//! The pose of a figure like a person in a picture.

use kansetsu::glam::Vec2;
use kansetsu_humanoid::{
    keypoints::{Lens, PoseEstimate, PoseEstimator},
    prior::Prior,
};
use serde::{Deserialize, Serialize};

use super::{body_points, fault::malformed, observations, read};
use crate::{Error, Figure};

/// The assumed vertical field of view of a picture's lens, degrees.
const FIELD_OF_VIEW_DEG: f32 = 40.0;

/// The result for the keypoints of a picture, exchanged as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeypointPoses {
    /// The size of the picture, pixels.
    pub size: Vec2,
    /// The estimates, the likeliest first: one or two.
    pub estimates: Vec<PoseEstimate>,
}

impl KeypointPoses {
    /// The pose of the person with the most visible keypoints in a file, for a figure in the pose
    /// of its file.
    ///
    /// # Errors
    /// Those of [`read`](read()) and of [`PoseEstimator::estimates`]; [`Error::Malformed`] for a
    /// figure that is not a human body.
    pub fn of(figure: &Figure, points: &[u8]) -> Result<Self, Error> {
        let people = read(points)?;
        let most = people.into_iter().rev().max_by_key(|person| person.points.len());
        let person = most.ok_or_else(|| malformed("people", "there is nobody".to_owned()))?;
        let wanted = || malformed(&person.place, "the figure needs hips, arms and legs".to_owned());
        let humanoid = figure.rig.humanoid().ok_or_else(wanted)?;
        let size = person.size_or_guess();
        let keypoints = observations(&body_points(figure), &person.points);
        let estimator =
            PoseEstimator { rig: &figure.rig, humanoid: &humanoid, prior: Prior::people() };
        let estimates = estimator.estimates(
            &keypoints,
            Lens::new(size, FIELD_OF_VIEW_DEG)?,
            &figure.saved_pose(),
        )?;
        Ok(Self { size, estimates })
    }
}

/// Whether a file has keypoints of people in pictures.
#[must_use]
pub fn is_keypoints(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let is_other = ["\"asset\"", "\"kansetsu_"].iter().any(|word| text.contains(word));
    text.trim_start().starts_with(['{', '['])
        && !is_other
        && WORDS.iter().any(|word| text.contains(word))
}

/// Keys of the files of pose detectors.
const WORDS: [&str; 6] = [
    "\"pose_keypoints_2d\"",
    "\"keypoints\"",
    "\"instance_info\"",
    "\"pose_landmarks\"",
    "\"poseLandmarks\"",
    "\"landmarks\"",
];
