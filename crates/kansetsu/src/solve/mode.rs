//! The mode of a step.

use super::constants::{POSTURE_STEP_CAP, STEP_CAP};

/// The mode of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// The strength of targets relative to the posture; `None` without a posture.
    pub(super) strength: Option<f64>,
    /// The factor by which the posture's weight is reduced.
    pub(super) penalty: f64,
    /// The tasks of a correction, which has no posture; `None` for other steps.
    pub(super) corrects: Option<Corrected>,
}

impl Mode {
    /// The largest rotation of a joint in a step, radians.
    pub(super) const fn cap(&self) -> f64 {
        if self.strength.is_some() { POSTURE_STEP_CAP } else { STEP_CAP }
    }
}

/// The tasks of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corrected {
    /// Pins, and targets that are nearly met.
    All,
    Pins,
}
