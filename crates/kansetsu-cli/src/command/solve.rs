//! `kansetsu solve`: moves joints to where one wants them.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use kansetsu::d3::{Outcome, Pose, solve::Scratch};
use kansetsu_formats::Figure;
use serde::Serialize;

use super::Status;
use crate::{
    argument::{CameraArgs, ClipArgs},
    json::{self, JointState, SolvedGoals, joint_states},
    message,
    outbox::{self, Outbox},
    picture,
    reach::{self, Approach, GoalArgs, MethodArgs, Solved, SolverChoice},
    report,
    save::Target,
    source::Source,
};

const LONG_ABOUT: &str = "\
Move joints to where you want them (inverse kinematics), inside their limits.

Each --goal names a joint and a point in the world, in metres (right-handed, +Y up). The chain that leads to the joint \
turns until the joint is there; everything else keeps its pose. The figure starts at rest, or at --clip and --time.

A JOINT is the joint's name (where several have it, the one of them that is in a skin); else a humanoid role \
(leftHand, rightFoot, head, ... in upper or lower case); else an index (12, or #12 where a joint is named \"12\"). \
`kansetsu inspect FILE` lists them.

The chain begins, without --base and --levels, at the base of the limb that the figure knows to end at the joint \
(upper arm for a hand, upper leg for a foot); else it goes up to where the body branches, without the branching \
joint. A chain of one segment takes a second one, unless that would turn most of the body. It never goes above the joints \
that move the mesh.

Several goals are met at once by the whole body: every joint between its root and the goals turns, the root itself \
stays unless --root says otherwise, and what is pinned stays where it is. Where --base, --levels or a chain's solver is \
given, or a --pole without --pin, --root or --solver whole-body, they are solved one after the other instead, those whose chains begin nearest to the root first; then a goal that a \
later one spoiled is said so. All distances are measured on the final pose.

What became of it: reached (within the tolerance); soft_reached (held back near full reach); out_of_reach (farther than \
the chain is long; it points there); too_close (nearer than it can fold); limited (a joint's limit stops it); \
stalled (the iterations ran out, or a later goal moved it away).";

const AFTER: &str = "\
Examples:
  kansetsu solve figure:mannequin --goal LeftHand=0.3,1.3,0.4 --picture reach.png
  kansetsu solve figure:mannequin --goal leftHand=.3,1.3,.4 --goal rightHand=-.3,1.3,.4 \\
    -o pose.glb
  kansetsu solve figure:mannequin --goal leftHand=.3,1.3,.4 --base LeftShoulder \\
    --solver fabrik --json
  kansetsu solve kansetsu-demo/demo.glb --clip demo --time 0.4 --goal Head=0.2,1.4,0.1 \\
    --levels 3 -o lean.glb

  both hands, by the whole body; the feet stay while the hips move and turn:
  kansetsu solve figure:mannequin --goal leftHand=.2,.5,.5 --goal rightHand=-.2,.5,.5 \\
    --root free --pin leftFoot --pin rightFoot --picture lift.png
  look at a place while the hand points down, the hand counting half:
  kansetsu solve figure:mannequin --look Head=+z@1,1.2,2 --goal leftHand=.4,1.2,.3 \\
    --aim leftHand=+x@0,-1,0 --weight leftHand=.5
  the tip of a tool in the hand on a table top, wherever on it:
  kansetsu solve figure:mannequin --goal rightHand=-.3,.9,.4 --solver dls \\
    --offset rightHand=-.2,0,0 --plane rightHand=0,1,0
  eyes that look at a place, by chest, neck and head together, the head upright:
  kansetsu solve figure:mannequin --look Head=+z@1,1.2,2 --offset Head=0,.06,.09 --pole Head=0,100,0 \\
    --solver aim-chain --base Chest --shares 1,1,3
  a soft elbow that points outwards:
  kansetsu solve figure:mannequin --goal leftHand=.6,1.2,.2 --pole leftHand=1,1,-1 --soft 0.05

kansetsu-demo/demo.glb is what `kansetsu demo` writes. OUT.glb is the input with the new pose as its rest pose: everything that was not posed, clips too, stays as it is in the \
file. Writing over the input is safe: the new file takes its place when it is complete.";

/// Move joints to where you want them
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A file in any format that is read, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    goals: GoalArgs,
    /// How to solve: auto takes what suits the goals; whole-body and fabrik-tree all at once; the others chain by chain
    ///
    /// two-bone is a closed form for two segments, ccd cyclic coordinate descent, fabrik forward and backward reaching,
    /// dls damped least squares; for --look and --aim, aim turns JOINT alone in closed form and aim-chain all joints of its
    /// chain together; whole-body is damped least squares for several goals, fabrik-tree forward and backward reaching for several,
    /// which whole-body finishes. auto takes whole-body for pins and for several goals, unless --base, --levels, --stop, --soft or --twist
    /// speak of chains or a --pole of a limb; else, for each chain, two-bone where it applies and dls for the rest.
    #[arg(long, value_name = "SOLVER", default_value = "auto", value_parser = reach::solver_parser(), help_heading = "How to solve")]
    solver: SolverChoice,
    #[command(flatten)]
    method: MethodArgs,
    /// Exit with status 3 unless every goal is reached (files are written all the same)
    #[arg(long, help_heading = "Output")]
    require_reached: bool,
    #[command(flatten, next_help_heading = "Where it starts")]
    clip: ClipArgs,
    /// Save the posed figure here: .glb, .vrm, .gltf (text) or .bvh, a robot's joint values as .json or .csv; - for GLB on standard output
    #[arg(short, long = "out", value_name = "OUT.glb", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Draw the posed figure and its goals here, as PNG or, with the ending .svg, as SVG (- for PNG on standard output)
    #[arg(long, value_name = "OUT.png", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Output")]
    camera: CameraArgs,
    /// Print JSON: {"joints", "outcome", "goals", "iterations", "active_limits", "active_pins", "micros", "solver", "restarts"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What `solve --json` prints.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    solved: &'a SolvedGoals,
    joints: Vec<JointState<'a>>,
    /// Of a robot: radians, or metres of slides, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<BTreeMap<String, f64>>,
}

/// Runs `kansetsu solve`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut source = args.clip.open(&args.file)?;
    args.method.bring_limits(&mut source.figure)?;
    args.check_outputs()?;
    let start = args.clip.pose(&source)?;
    let mut solved = args.solve(&source.figure, &start)?;
    source.settle(&start, &mut solved.pose);
    // All that can fail comes before the first byte is written.
    let joints = joint_states(&source.figure, &solved.pose)?;
    let mut outbox = Outbox::default();
    args.fill(&mut outbox, &source, &solved)?;
    outbox.send()?;
    solved.notes.iter().for_each(|note| message::note(note));
    let text = if args.json {
        json::text(&Answer { solved: &solved.goals, joints, values: source.values_of(&solved.pose) })?
    } else {
        report::goals(&solved.goals, args.outputs())
    };
    message::result_beside(args.outputs(), &text)?;
    let is_missed = args.require_reached && solved.goals.outcome != Outcome::Reached;
    Ok(if is_missed { Status::NotReached } else { Status::Done })
}

impl Args {
    fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.out.iter().chain(&self.picture).map(PathBuf::as_path)
    }

    /// Refuses outputs that cannot be written, before the work.
    fn check_outputs(&self) -> anyhow::Result<()> {
        self.out.iter().try_for_each(|path| Target::of(path).map(drop))?;
        self.picture.iter().try_for_each(|path| picture::Format::of(path).map(drop))?;
        self.outputs().try_for_each(outbox::check)
    }

    fn solve(&self, figure: &Figure, start: &Pose) -> anyhow::Result<Solved> {
        let goals = reach::goals(figure, &self.goals, start)?;
        reach::check_words(&self.solver, &goals, &self.method)?;
        let approach = Approach::new(figure, &goals, &self.solver, &self.method, start)?;
        approach.solve(&figure.rig, start, &mut Scratch::default())
    }

    /// Makes the files that were asked for.
    fn fill(&self, outbox: &mut Outbox, source: &Source, solved: &Solved) -> anyhow::Result<()> {
        if let Some(path) = &self.out {
            outbox.add_saved(path, &source.save(path, Some(&solved.pose), &[])?)?;
        }
        if let Some(path) = &self.picture {
            outbox.add(path, &picture::of_goals(&source.figure, solved, &self.camera.picture(960), picture::Format::of(path)?)?)?;
        }
        Ok(())
    }
}
