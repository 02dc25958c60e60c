//! `kansetsu mirror`: left does what right did.

use std::path::PathBuf;

use super::Status;
use crate::{message, motion::MomentArgs, outbox, report, save::Target};

const LONG_ABOUT: &str = "\
Mirror a pose, or with --rate a clip or a part of it: each joint does what its partner on the other side did, and the figure stands and goes as seen in \
a mirror. Pairs are found from names and shape, or named in a rig file.";

const AFTER: &str = "\
Examples:
  kansetsu mirror kansetsu-demo/demo.glb --clip demo --time 0.5 -o other-hand.glb
  kansetsu mirror kansetsu-demo/demo.glb --clip demo --rate 30 --from 0.5 --to 2 -o mirrored.glb

kansetsu-demo/demo.glb is what `kansetsu demo` writes: any file that is read stands there as well.";

/// Mirror a pose or a clip
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A file in any format that is read, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    moments: MomentArgs,
    /// Save the figure in the mirrored pose, or with one more clip: .glb, .vrm, .gltf, .bvh or .vmd; - for GLB on standard output
    #[arg(short, long = "out", value_name = "OUT.glb")]
    out: PathBuf,
}

/// Runs `kansetsu mirror`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    Target::of(&args.out)?;
    outbox::check(&args.out)?;
    let source = args.moments.open(&args.file)?;
    let mut moments = args.moments.moments(&source)?;
    let rig = &source.figure.rig;
    if rig.mirrors.iter().all(Option::is_none) {
        message::warning("the figure has no pairs of joints that mirror each other; all turn as in the plane between left and right");
    }
    for pose in &mut moments.poses {
        let before = pose.clone();
        *pose = rig.mirrored_pose(pose)?;
        source.settle(&before, pose);
    }
    moments.save(&source, &args.out, "mirrored")?;
    message::result_beside([args.out.as_path()], &report::wrote(&args.out))?;
    Ok(Status::Done)
}
