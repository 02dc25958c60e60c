//! What a step looks for.

use super::constants::{POSTURE_STEP_CAP, STEP_CAP};

/// What a step looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// The strength of targets beside the posture; `None` without a posture.
    pub(super) strength: Option<f64>,
    /// How many times less the posture weighs.
    pub(super) penalty: f64,
    /// What takes part in a correction, which has no posture; `None` for other steps.
    pub(super) corrects: Option<Corrected>,
}

impl Mode {
    /// No joint rotates by more than this in a step, radians.
    pub(super) const fn cap(&self) -> f64 {
        if self.strength.is_some() { POSTURE_STEP_CAP } else { STEP_CAP }
    }
}

/// What a correction meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corrected {
    /// Pins, and targets that are nearly met.
    All,
    Pins,
}
