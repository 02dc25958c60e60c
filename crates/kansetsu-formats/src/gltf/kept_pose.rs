//! The pose of a file whose nodes have the rest pose: `extras.kansetsu.pose` of the document, a
//! list of joints with their local transforms.
//!
//! The rest nodes of a VRM are its T-pose: every program that plays a motion on it measures the
//! motion from there. So the pose is not written into the nodes of a VRM. Other programs ignore the
//! extras and show the T-pose.

use kansetsu::d3::Pose;
use serde_json::Value;

use super::at::At;
use super::document::Document;
use super::extras::EXTRAS;
use super::rigs::numbers;
use crate::Figure;
use crate::rig::{pose_from_value, pose_value};

/// Key of the pose among our extras.
pub(super) const POSE: &str = "pose";

/// Applies the pose of the document's extras to the figure; an invalid one is a warning.
pub(super) fn read(root: &At<'_>, figure: &mut Figure, warnings: &mut Vec<String>) {
    let Some(at) = root.get("extras").and_then(|extras| extras.get(EXTRAS)?.get(POSE)) else {
        return;
    };
    match pose_from_value(at.value(), &figure.rig.skeleton, &numbers(&figure.nodes)) {
        Ok((pose, misfits)) => {
            figure.pose = Some(pose);
            warnings.extend(misfits.into_iter().map(|problem| format!("{}{problem}", at.path())));
        }
        Err(problem) => {
            warnings.push(format!("{}: {problem}; the figure is shown at rest", at.path()))
        }
    }
}

/// The entry of our extras for a pose beside rest nodes: `None` removes it, as for the rest pose
/// itself.
pub(super) fn value(document: &Document, figure: Option<&Figure>, pose: &Pose) -> Option<Value> {
    let skeleton = figure.map_or(&document.skeleton, |figure| &figure.rig.skeleton);
    let value = pose_value(skeleton, pose, &numbers(&document.node_of_joint));
    value.as_array().is_some_and(|entries| !entries.is_empty()).then_some(value)
}
