//! From goals on the command line to a solved pose.

mod anchor;
mod approach;
mod base;
mod blend;
mod gap;
mod goal_args;
mod limit_doubts;
mod limit_file;
mod method;
mod method_args;
mod over_time;
mod plan;
mod posture;
mod sequence;
mod solver_choice;
mod thread;
mod whole_body;

pub(crate) use approach::{Approach, check_words};
pub(crate) use base::{BaseChoice, base_of};
pub(crate) use gap::angle_between;
pub(crate) use goal_args::GoalArgs;
pub(crate) use method::{Limits, Method};
pub(crate) use method_args::MethodArgs;
pub(crate) use over_time::OverTime;
pub(crate) use plan::{Wish, goals};
pub(crate) use posture::PostureChoice;
pub(crate) use sequence::{Solved, severity, solve_in_turn};
pub(crate) use solver_choice::{SolverChoice, solver_parser};
pub(crate) use thread::{Start, Thread};
