//! The subcommands.

pub(crate) mod classic;
pub(crate) mod compare;
pub(crate) mod demo;
pub(crate) mod fk;
pub(crate) mod inspect;
pub(crate) mod render;
pub(crate) mod solve;

use crate::cli::{Cli, Command};

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It did what was asked.
    Done,
    /// A goal was not reached, and the user asked to be told.
    NotReached,
}

/// Runs the subcommand; the demo when there is none.
pub(crate) fn run(cli: Cli) -> anyhow::Result<Status> {
    match cli.command {
        None => demo::run(&demo::Args::default()),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Fk(args)) => fk::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Classic(args)) => classic::run(&args),
        Some(Command::Render(args)) => render::run(&args),
    }
}
