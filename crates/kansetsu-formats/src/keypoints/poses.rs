//! How a figure stands as a person in a picture does.

use kansetsu::glam::Vec2;
use kansetsu_humanoid::{
    keypoints::{Lens, PoseEstimate, PoseEstimator},
    prior::Prior,
};
use serde::{Deserialize, Serialize};

use super::{body_points, observations, read, read::malformed};
use crate::{Error, Figure};

/// For how far open the lens of a picture is taken, degrees from its lower to its upper edge.
const FIELD_OF_VIEW_DEG: f32 = 40.0;

/// What the points of a picture came to. It is passed on as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeypointPoses {
    /// How large the picture is, pixels.
    pub size: Vec2,
    /// The answers, the likeliest first: one or two.
    pub estimates: Vec<PoseEstimate>,
}

impl KeypointPoses {
    /// The pose of the person of whom most is seen in a file of points, for a figure that stands as
    /// its file has it.
    ///
    /// # Errors
    /// Those of [`read`](read()) and of [`PoseEstimator::estimates`]; [`Error::Malformed`] for a
    /// figure that is no human body.
    pub fn of(figure: &Figure, points: &[u8]) -> Result<Self, Error> {
        let people = read(points)?;
        let most = people.into_iter().rev().max_by_key(|person| person.points.len());
        let person = most.ok_or_else(|| malformed("people", "there is nobody".to_owned()))?;
        let wanted =
            || malformed(&person.place, "a figure with hips, arms and legs is wanted".to_owned());
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

/// Whether a file holds points of people in pictures.
#[must_use]
pub fn is_keypoints(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let is_other = ["\"asset\"", "\"kansetsu_"].iter().any(|word| text.contains(word));
    text.trim_start().starts_with(['{', '['])
        && !is_other
        && ["\"pose_keypoints_2d\"", "\"keypoints\""].iter().any(|word| text.contains(word))
}
