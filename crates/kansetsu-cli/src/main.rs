//! The `kansetsu` command: poses characters by inverse kinematics, renders them, saves them.
//!
//! Arguments are in [`argument`], each subcommand has one file in [`command`], and shared code is
//! beside them. Exit status: 0 = done, 2 = invalid input or usage, 3 = a goal was not reached and
//! `--require-reached` was set. An interrupt ends the command as shells expect, 130 for Ctrl-C.

mod angle;
mod argument;
mod batch;
mod cli;
mod command;
mod escape;
mod interrupt;
mod json;
mod limit_doubts;
mod limit_file;
mod limit_words;
mod message;
mod motion;
mod outbox;
mod picture;
mod reach;
mod report;
mod rig_beside;
mod rig_path;
mod robot_values;
mod save;
mod source;
mod standard;
mod status;
mod table;

use std::process::ExitCode;

use clap::Parser;

use crate::{cli::Cli, status::Status};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return message::from_clap(&answer),
    };
    match command::run(cli) {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::NotReached) => ExitCode::from(3),
        Err(failure) => {
            message::error(&format!("{failure:#}"));
            ExitCode::from(2)
        }
    }
}
