//! A camera that a project keeps, and the time when a motion cuts to it.

use serde::{Deserialize, Serialize};

use crate::viewport::Camera;

/// A camera that the project keeps under a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bookmark {
    /// Its name: not empty, and unique in the project.
    pub name: String,
    /// The camera.
    pub camera: Camera,
    /// The time when a motion cuts to it, seconds, at least 0; `None` without a cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<f32>,
}

/// Cuts are on frames: of times that differ by less than this, seconds, one is a rounded other.
pub(super) const SAME_FRAME: f32 = 1e-4;

impl Bookmark {
    /// Whether a motion cuts to it at this time, seconds.
    #[must_use]
    pub fn cuts_at(&self, time: f32) -> bool {
        self.cut.is_some_and(|cut| (cut - time).abs() < SAME_FRAME)
    }

    /// What is wrong with it.
    pub(super) fn problem(&self) -> Option<&'static str> {
        if self.name.trim().is_empty() {
            Some("a camera bookmark needs a name")
        } else if !self.camera.is_sound() {
            Some("no camera looks with these numbers")
        } else if self.cut.is_some_and(|cut| !cut.is_finite() || cut < 0.0) {
            Some("a cut is at a time of 0 seconds or later")
        } else {
            None
        }
    }
}
