//! Public behaviour of the core.

#![expect(clippy::unwrap_used, clippy::tests_outside_test_module, reason = "tests")]

mod aim;
mod aim_chain;
mod angles;
mod batch;
mod blend;
mod build;
mod classic;
mod d2;
mod dls;
mod euler;
mod extremes;
mod fabrik_tree;
mod filter;
mod frame;
mod goal;
mod ground;
mod interval;
mod limit;
mod limited_limb;
mod matching;
mod mirror;
mod numbers;
mod pole;
#[expect(dead_code, reason = "the evidence and the bench use more of it")]
mod random;
mod rounds;
#[cfg(feature = "serde")]
mod serde;
mod skeleton;
mod solver;
mod springs;
mod straight;
mod stretched;
mod twist;
mod two_bone;
mod whole_body;
