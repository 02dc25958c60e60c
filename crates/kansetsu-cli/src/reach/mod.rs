//! Converts command-line arguments to the targets, pins and options of a session, and reports back
//! to output.

mod blend;
mod options;
mod posing;
mod targets;

pub(crate) use posing::{Posing, STEPS, Solved};
