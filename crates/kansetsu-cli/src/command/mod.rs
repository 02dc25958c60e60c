//! The subcommands.

pub(crate) mod blend;
pub(crate) mod classic;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod demo;
pub(crate) mod euler;
pub(crate) mod fk;
pub(crate) mod ground;
pub(crate) mod inspect;
pub(crate) mod lab;
pub(crate) mod limits;
pub(crate) mod man;
pub(crate) mod matching;
pub(crate) mod mirror;
pub(crate) mod pin;
pub(crate) mod pose_from;
mod race;
pub(crate) mod render;
pub(crate) mod retarget;
pub(crate) mod rig;
pub(crate) mod smooth;
pub(crate) mod solve;
#[cfg(feature = "studio")]
pub(crate) mod studio;
pub(crate) mod track;
pub(crate) mod twist;

use clap::CommandFactory;

use crate::cli::{Cli, Command};
use crate::status::Status;

/// Runs the subcommand; without one the studio, or the demo in a build without the studio.
pub(crate) fn run(cli: Cli) -> anyhow::Result<Status> {
    match cli.command {
        #[cfg(feature = "studio")]
        None => studio::run(&studio::Args::default()),
        #[cfg(not(feature = "studio"))]
        None => demo::run(&demo::Args::default()),
        #[cfg(feature = "studio")]
        Some(Command::Studio(args)) => studio::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Fk(args)) => fk::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Match(args)) => matching::run(&args),
        Some(Command::Mirror(args)) => mirror::run(&args),
        Some(Command::Ground(args)) => ground::run(&args),
        Some(Command::Pin(args)) => pin::run(&args),
        Some(Command::PoseFrom(args)) => pose_from::run(&args),
        Some(Command::Blend(args)) => blend::run(&args),
        Some(Command::Twist(args)) => twist::run(&args),
        Some(Command::Smooth(args)) => smooth::run(&args),
        Some(Command::Euler(args)) => euler::run(&args),
        Some(Command::Limits(args)) => limits::run(&args),
        Some(Command::Classic(args)) => classic::run(&args),
        Some(Command::Lab(args)) => lab::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Retarget(args)) => retarget::run(&args),
        Some(Command::Rig(args)) => rig::run(&args),
        Some(Command::Track(args)) => track::run(&args),
        Some(Command::Man(args)) => man::run(&args, Cli::command()),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command()),
    }
}
