//! The size of a run.

use serde::{Deserialize, Serialize};

/// The number of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// Targets inside the limits, and on them.
    pub inside: usize,
    pub on_limits: usize,
    /// Solves that are timed, in sequence on one core.
    pub timed: usize,
    /// Smooth paths of a problem.
    pub paths: usize,
    /// Maximum number of steps of a path or sweep.
    pub steps: usize,
    /// Sweeps of each kind.
    pub sweeps: usize,
    /// Problems that are moved, rotated, scaled and mirrored.
    pub moved: usize,
    /// Invalid cases per solver.
    pub senseless: usize,
    /// Frames of a body in use.
    pub frames: usize,
    /// The random draw; 0 judges.
    #[serde(default)]
    pub draw: u64,
}

impl Scale {
    pub const FULL: Self = Self {
        inside: 100_000,
        on_limits: 10_000,
        timed: 4_000,
        paths: 1_000,
        steps: 3_000,
        sweeps: 40,
        moved: 2_000,
        senseless: 1_000_000,
        frames: 10_000,
        draw: 0,
    };
    pub const QUICK: Self = Self {
        inside: 2_000,
        on_limits: 1_000,
        timed: 1_000,
        paths: 20,
        steps: 3_000,
        sweeps: 4,
        moved: 200,
        senseless: 10_000,
        frames: 1_000,
        draw: 0,
    };
    #[cfg(test)]
    pub const TEST: Self = Self {
        inside: 40,
        on_limits: 20,
        timed: 1,
        paths: 1,
        steps: 40,
        sweeps: 1,
        moved: 10,
        senseless: 300,
        frames: 100,
        draw: 0,
    };
}
