//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (convenient) and `solve_with` (with a
//! [`Scratch`], for the hot path). [`Solver`] is any of them, as in `--solver` and in rig files.
//!
//! # Which solver
//!
//! | task | solver | method | cost of a solve |
//! | --- | --- | --- | --- |
//! | anything with one chain | [`Auto`] | [`TwoBone`] where it applies and limits allow it, else [`Dls`] | that of the selected solver |
//! | an arm or a leg, without active limits | [`TwoBone`] | the law of cosines, with pole, soft reach and twist | constant, no rounds |
//! | a chain with limits, an orientation, a line or a plane | [`Dls`] | damped least squares with limits inside every step | about 1 µs per joint and step; 3-8 steps, more with restarts |
//! | a rope, a tail, with an even bend | [`Fabrik`] | forward and backward reaching | linear in the joints, times about as many rounds as joints |
//! | a chain that should curl from its tip | [`Ccd`] | each joint in order points the tip at the target | linear in the joints, times up to 200 rounds |
//! | one joint that aims: an eye, a turret, a camera | [`Aim`] | a line and a sphere, in closed form | constant |
//! | spine, neck and head that aim together | [`AimChain`] | shares of one rotation | linear in the joints, times 2-4 rounds |
//! | several goals and pins over a body | [`WholeBody`] | damped least squares for all goals at once | see there |
//! | the same with FABRIK, for comparison | [`FabrikTree`] | forward and backward reaching on a tree | see there |
//!
//! When in doubt use [`Auto`] for a chain and [`WholeBody`] for a [`Body`]. All solvers respect
//! limits, and all reports are measured by forward kinematics of the returned pose. A goal that is
//! not reached is not an error: see [`super::Outcome`]. [`Ccd`] and [`Fabrik`] stop short where
//! limits make them cycle, and reach orientations only as far as the tip alone can rotate.

mod aim;
mod aim_chain;
mod aim_within;
mod auto;
mod ccd;
mod dls;
mod even;
mod even_four;
mod fabrik;
mod fabrik_tree;
mod four;
mod in_plane;
mod loaded;
mod pair;
mod pair_four;
mod pair_limited;
mod piece;
mod pole;
mod rounds;
mod scratch;
mod segments;
mod sight;
mod solver;
pub(crate) mod swivel;
mod tip_pole;
pub(crate) mod two_bone;

pub(crate) use crate::solve::FRAME_ROTATION;
pub use crate::solve::{Body, GoalPose, Root, TrackingState, WholeBody};
pub use aim::Aim;
pub use aim_chain::AimChain;
pub use auto::Auto;
pub use ccd::Ccd;
pub use dls::Dls;
pub use fabrik::Fabrik;
pub use fabrik_tree::FabrikTree;
pub(crate) use four::{FourResults, Wide};
pub use scratch::Scratch;
pub use solver::{Scope, Solver};
pub use tip_pole::TipPole;
pub use two_bone::TwoBone;
