//! From words on the command line to the targets, pins and options of a session, and back to what
//! is printed.

mod blend;
mod options;
mod posing;
mod targets;

pub(crate) use posing::{Posing, STEPS, Solved};
