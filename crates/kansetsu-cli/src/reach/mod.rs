//! From goals on the command line to a solved pose.

mod base;
mod gap;
mod method;
mod plan;
mod sequence;

pub(crate) use base::BaseChoice;
pub(crate) use method::{Limits, Method, solver_parser};
pub(crate) use plan::{Wish, Words, plan};
pub(crate) use sequence::{Solved, severity, solve_in_turn};
