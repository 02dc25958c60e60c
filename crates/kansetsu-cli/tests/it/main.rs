//! Tests of the `kansetsu` command, run as a real process.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod bad_input;
mod classic;
mod command;
mod compare;
mod completions;
mod convert;
mod demo;
mod expressions;
mod eyes;
mod files;
mod fk;
mod goals;
mod ground;
mod guide;
mod help;
mod inspect;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod killed;
mod lab;
mod limit_doubts;
mod man;
mod motion;
mod names;
mod options;
mod over_time;
mod paths;
mod pipes;
mod pose_files;
mod pose_from;
mod render;
#[path = "../../../kansetsu-figures/tests/it/request_table.rs"]
mod request_table;
mod requests;
mod retarget;
mod rig;
mod robots;
#[path = "../../../kansetsu-formats/tests/it/skip.rs"]
mod skip;
mod solve;
mod springs;
mod trackers;
#[path = "../../../kansetsu-formats/tests/it/validator.rs"]
mod validator;
