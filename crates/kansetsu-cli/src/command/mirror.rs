//! `kansetsu mirror`: swaps left and right.

use std::path::PathBuf;

use serde::Serialize;

use crate::{
    batch::{Form, OutArgs},
    message,
    motion::{Edit, MomentArgs, Moments},
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Mirror a pose, or with --rate all or part of a clip: each joint takes the pose of its partner on the other side, and the figure moves as seen in \
a mirror. Pairs are detected from names and shape, or defined in a rig file. For several FILEs the output is a folder; one failure does not stop the others.";

const AFTER: &str = "\
Examples:
  kansetsu mirror kansetsu-demo/demo.glb --clip demo --time 0.5 -o other-hand.glb
  kansetsu mirror kansetsu-demo/demo.glb --clip demo --rate 30 --from 0.5 --to 2 -o mirrored.glb
  kansetsu mirror figure:mannequin kansetsu-demo/demo.glb --json -o mirrored

`kansetsu demo` writes kansetsu-demo/demo.glb; any other supported file works too.";

/// Mirror a pose or a clip
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files of any supported format, figure:NAME, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    moments: MomentArgs,
    #[command(flatten)]
    out: OutArgs,
    /// Print JSON: {"frames", "rate", "pairs"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The JSON of `mirror --json` beside frames and rate.
#[derive(Debug, Serialize)]
struct Mirrored {
    /// The number of pairs of joints that mirror each other.
    pairs: usize,
}

/// Runs `kansetsu mirror`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let edit = Edit {
        files: &args.files,
        moments: &args.moments,
        out: &args.out,
        form: Form::of(args.json),
        done: "mirrored",
    };
    edit.run(mirror)
}

fn mirror(source: &Source, moments: &mut Moments) -> anyhow::Result<Mirrored> {
    let rig = &source.figure.rig;
    let pairs = rig.mirrors.iter().flatten().count() / 2;
    if pairs == 0 {
        message::warning(
            "the figure has no mirror pairs; all joints are mirrored as joints of the middle plane",
        );
    }
    for pose in &mut moments.poses {
        let before = pose.clone();
        *pose = rig.mirrored_pose(pose)?;
        source.settle(&before, pose);
    }
    Ok(Mirrored { pairs })
}
