//! Reusable memory of solvers.

use glam::Affine2;

use crate::{d2::Report, d3};

/// Reusable memory of solvers, so that a solve allocates nothing once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) report: Report,
    /// The pose in the plane z = 0.
    pub(super) pose: d3::Pose,
    pub(super) in_space: d3::solve::Scratch,
    pub(super) maps: Vec<Affine2>,
    /// The original rotations of the chain, to undo a solve.
    pub(super) kept: Vec<f32>,
    /// The same, for a solver that calls two others.
    pub(super) before: Vec<f32>,
    pub(super) aim: d3::solve::AimChain,
    pub(super) goals: Vec<d3::Goal>,
    pub(super) body_maps: Vec<Affine2>,
}
