//! `kansetsu rig`: shows, writes and checks rigs.

mod check;
mod guess;

use crate::status::Status;
use clap::Subcommand;

const LONG_ABOUT: &str = "\
Show, write and check the rig of a figure: humanoid roles, limits, limbs, mirror pairs, twist joints, masses.

The rig is in the figure's file (glTF and VRM files store it in their extras), or in NAME.rig.json beside NAME.glb, NAME.vrm, ...: that file is \
read with the figure and takes precedence. docs/guide/rig-files.md describes the format, docs/reference/rig.schema.json is its JSON Schema.";

const AFTER: &str = "\
Examples:
  kansetsu rig guess kansetsu-demo/demo.glb
  kansetsu rig guess kansetsu-demo/demo.glb -o kansetsu-demo/demo.rig.json
  kansetsu rig check kansetsu-demo/demo.glb";

/// Show, write and check roles and limits
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Guess(guess::Args),
    Check(check::Args),
}

/// Runs `kansetsu rig`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match &args.action {
        Action::Guess(args) => guess::run(args),
        Action::Check(args) => check::run(args),
    }
}
