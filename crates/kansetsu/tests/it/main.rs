//! Public behaviour of the core.

#![expect(clippy::unwrap_used, clippy::tests_outside_test_module, reason = "tests")]

mod aim;
mod aim_chain;
mod blend;
mod build;
mod classic;
mod d2;
mod dls;
mod euler;
mod fabrik_tree;
mod filter;
mod frame;
mod goal;
mod interval;
mod limit;
mod matching;
mod mirror;
mod pole;
mod random;
mod rounds;
mod skeleton;
mod twist;
mod two_bone;
