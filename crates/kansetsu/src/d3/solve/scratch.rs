//! Reusable memory of solvers.

use glam::Affine3;

use super::{fabrik_tree::Tree, segments::Segment};
use crate::{
    d3::{Report, Transform},
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
    pub(crate) tree: Tree,
    pub(crate) aim: AimScratch,
}

/// Memory for [`AimChain`](super::AimChain).
#[derive(Clone, Debug, Default)]
pub(crate) struct AimScratch {
    /// The map from each joint's parent space to the space of the base's parent.
    pub(super) base_from_parent: Vec<Affine3>,
    pub(super) locals: Vec<Transform>,
}
