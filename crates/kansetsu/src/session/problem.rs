//! A session's problem for the solver.

use super::plan::Moves;
use crate::d3::{
    Goal,
    solve::{Body, Root},
};

/// Targets and pins in a pose, and the body that meets them.
pub(super) struct Problem {
    /// Targets, then pins, then planted feet, without pins that are already met.
    pub(super) goals: Vec<Goal>,
    /// Pins that are already met and not part of the solve.
    pub(super) held: Vec<Goal>,
    /// The goal of each pin, also of those that are already met.
    pub(super) pins: Vec<Goal>,
    pub(super) planted: Vec<Goal>,
    pub(super) moves: Moves,
    pub(super) body: Body,
    pub(super) root: Root,
}

impl Problem {
    /// All goals, also those that are not part of the solve.
    pub(super) fn all(&self) -> Vec<Goal> {
        [&self.goals[..], &self.held].concat()
    }
}

/// The source of the placements of pins and feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placements {
    /// From the pose.
    Pose,
    /// From the previous step, if there was one.
    Kept,
    /// From the frame of a motion, for feet in the air as well.
    Motion,
}
