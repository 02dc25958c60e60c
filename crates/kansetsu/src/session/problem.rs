//! What a session asks of the solver.

use super::plan::Moves;
use crate::d3::{
    Goal,
    solve::{Body, Root},
};

/// Targets and pins in a pose, and the body that meets them.
pub(super) struct Problem {
    /// Targets, then pins, then planted feet, without those that are held.
    pub(super) goals: Vec<Goal>,
    /// Pins that hold and take no part.
    pub(super) held: Vec<Goal>,
    /// The goal of each pin, also of those that are held.
    pub(super) pins: Vec<Goal>,
    pub(super) planted: Vec<Goal>,
    pub(super) moves: Moves,
    pub(super) body: Body,
    pub(super) root: Root,
}

impl Problem {
    /// All goals, also those that take no part.
    pub(super) fn all(&self) -> Vec<Goal> {
        [&self.goals[..], &self.held].concat()
    }
}

/// Where a problem takes the placements of pins and feet from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placements {
    /// From the pose.
    Pose,
    /// From the step before, if there was one.
    Kept,
    /// From the frame of a motion, for feet in the air as well.
    Motion,
}
