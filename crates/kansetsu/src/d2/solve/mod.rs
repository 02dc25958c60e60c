//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (convenient) and `solve_with` (with a
//! [`Scratch`], for the hot path). [`Solver`] is any of them, for a chain or for a [`Body`] with
//! several goals. The parameters are documented in [`crate::d3::solve`].

mod aim;
mod aim_chain;
mod auto;
mod body;
mod ccd;
mod chain_pose;
mod dls;
mod elbow;
mod fabrik;
mod fabrik_tree;
mod in_space;
mod scratch;
mod solver;
mod tip_goal;
mod two_bone;
mod whole_body;

pub use aim::Aim;
pub use aim_chain::AimChain;
pub use auto::Auto;
pub use body::Body;
pub use ccd::Ccd;
pub(super) use chain_pose::check;
pub use dls::Dls;
pub use elbow::{Elbow, ElbowPlace};
pub use fabrik::Fabrik;
pub use fabrik_tree::FabrikTree;
pub use scratch::Scratch;
pub use solver::Solver;
pub use two_bone::TwoBone;
pub(crate) use two_bone::two_joints;
pub use whole_body::WholeBody;

pub use crate::d3::solve::{Root, Scope};
