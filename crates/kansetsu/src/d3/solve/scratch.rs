//! Reusable memory of solvers.

use super::{piece::Piece, segments::Segment};
use crate::{
    d3::Report,
    kinematics::State,
    math::Rot,
    solve::{Attempts, Problem},
};

/// Reusable memory of solvers, so that a solve allocates nothing once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) report: Report,
    pub(crate) state: State,
    pub(crate) segments: Vec<Segment>,
    pub(crate) rotations: Vec<Rot>,
    pub(crate) problem: Problem,
    pub(crate) attempts: Attempts,
    pub(crate) pieces: Vec<Piece>,
}
