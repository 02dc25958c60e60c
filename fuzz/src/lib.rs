//! Fuzzing on stable Rust: damaged files, random problems and random sequences of calls.
//!
//! A [`Target`] turns bytes into a check of what a format, a solver or an interface promises: no
//! panic, no broken result, no more time, memory and stack than [`bounds`] states. [`Fuzzer`] makes
//! the bytes: it mutates seeds and keeps every input whose [`Outcome`] is new. An outcome is the
//! text of the error or of the warnings without its numbers; so new paths are found without
//! instrumented code.
//!
//! `cargo xtask fuzz` runs the targets. An input that breaks a promise is shrunk and written to
//! `target/fuzz`. It becomes a file in `corpus`, which the tests replay, and a test with a name.

pub mod bounds;
mod checks;
mod fuzzer;
mod mutate;
mod outcome;
mod seeds;
mod shrink;
mod target;
mod targets;
mod worker;

pub use fuzzer::{Find, Fuzzer, Tally};
pub use outcome::Outcome;
pub use target::{Check, Target};
pub use targets::all;
pub use worker::{Ended, Worker};
