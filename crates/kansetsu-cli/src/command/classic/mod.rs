//! `kansetsu classic`: published methods in their exact original form, step by step.

mod align;
mod drawing;
mod editor;
mod fabrik;
mod output;
mod tentacle;
mod trace;
mod two_bone;

use clap::Subcommand;

use self::output::Output;
use crate::status::Status;

const LONG_ABOUT: &str = "\
Run published methods of inverse kinematics step by step, each in its exact original form with its faults. Print the \
state after each step, for study and for comparison with `kansetsu solve`.

Step 0 is the state before the first step. A note marks states for which an original has no answer (too far, too close).";

const AFTER: &str = "\
Examples:
  kansetsu classic tentacle --target 200,300 --steps 60 --picture tentacle.svg
  kansetsu classic tentacle --mode smooth --json
  kansetsu classic align --left-hand 0.3,1.2,0.4 --hips 0.1,0.85,0 --steps 30
  kansetsu classic two-bone --end 300,0 --move 20,0
  kansetsu classic fabrik --limbs 5 --goal 1.5,2,0.5
  kansetsu classic editor --tool rotate --joint LeftHand --target 0.3,1.3,0.4 --levels 2

The library has them in kansetsu::classic; the docs of each method list its formulas, its source and its known faults.";

/// Run published methods in their original form, step by step
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(subcommand)]
    method: Method,
}

#[derive(Debug, Subcommand)]
enum Method {
    Tentacle(tentacle::Args),
    Align(align::Args),
    TwoBone(two_bone::Args),
    Fabrik(fabrik::Args),
    Editor(editor::Args),
}

/// Runs `kansetsu classic`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let output = args.method.output();
    output.check()?;
    let trace = match &args.method {
        Method::Tentacle(args) => tentacle::trace(args),
        Method::Align(args) => align::trace(args),
        Method::TwoBone(args) => two_bone::trace(args),
        Method::Fabrik(args) => fabrik::trace(args),
        Method::Editor(args) => editor::trace(args),
    }?;
    output.write(&trace)?;
    Ok(Status::Done)
}

impl Method {
    fn output(&self) -> &Output {
        match self {
            Self::Tentacle(args) => &args.output,
            Self::Align(args) => &args.output,
            Self::TwoBone(args) => &args.output,
            Self::Fabrik(args) => &args.output,
            Self::Editor(args) => &args.output,
        }
    }
}
