//! `kansetsu solve`: moves joints to where one wants them.

use std::path::{Path, PathBuf};

use kansetsu::d3::{Outcome, Pose, solve::Solver};
use kansetsu_formats::Figure;
use serde::Serialize;

use super::Status;
use crate::{
    argument::{CameraArgs, ClipArgs, JointPoint, JointTurn, finite, pose_at},
    json::{self, JointState, SolvedGoals, joint_states},
    message,
    outbox::{self, Outbox},
    picture,
    reach::{self, BaseChoice, Limits, Method, Solved, Words},
    report,
    source::{Source, container_for},
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

Several goals are solved one after the other, those whose chains begin nearest to the root first. All distances \
are measured on the final pose: a goal that a later one spoiled is said so.

What became of it: reached (within the tolerance); soft_reached (held back near full reach); out_of_reach (farther than \
the chain is long; it points there); too_close (nearer than it can fold); limited (a joint's limit stops it); \
stalled (the iterations ran out, or a later goal moved it away).";

const AFTER: &str = "\
Examples:
  kansetsu solve figure:mannequin --goal LeftHand=0.3,1.3,0.4 --picture reach.png
  kansetsu solve figure:mannequin --goal leftHand=.3,1.3,.4 --goal rightHand=-.3,1.3,.4 -o pose.glb
  kansetsu solve robot.glb --goal leftHand=1.5,2.2,1.2 --base Shoulder.L --solver fabrik --json
  kansetsu solve robot.glb --clip 10 --time 0.4 --goal Head=0.2,2.9,0.3 --levels 3 -o lean.glb

OUT.glb is the input with the new pose as its rest pose: everything that was not posed, clips too, stays as it is in the \
file. Writing over the input is safe: the new file takes its place when it is complete.";

/// Move joints to where you want them
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A glTF or GLB file, or figure:NAME
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Bring JOINT to this point in the world, metres (repeat for more joints)
    #[arg(long = "goal", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    goals: Vec<JointPoint>,
    /// Turn JOINT to this orientation in the world, a quaternion (its length does not matter)
    #[arg(long = "orient", value_name = "JOINT=X,Y,Z,W", allow_hyphen_values = true)]
    orients: Vec<JointTurn>,
    /// Let the middle of the chain to JOINT (elbow, knee) point at this point in the world, metres
    #[arg(long = "pole", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    poles: Vec<JointPoint>,
    /// Begin the chains at this joint, an ancestor of each goal's joint
    #[arg(long, value_name = "JOINT", conflicts_with = "levels", allow_hyphen_values = true)]
    base: Option<String>,
    /// Begin the chains N joints above each goal's joint; 0 is the root, and so is any N that leads beyond it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    levels: Option<usize>,
    /// How to solve: auto takes what suits the chain; two-bone is a closed form for two segments; the others iterate
    ///
    /// ccd is cyclic coordinate descent, fabrik forward and backward reaching, dls damped least squares. auto takes
    /// two-bone where it applies, and dls for all else.
    #[arg(long, value_name = "SOLVER", default_value = "auto", value_parser = reach::solver_parser())]
    solver: Solver,
    /// Whether joints stay inside the limits that the figure knows (`kansetsu inspect` shows them)
    #[arg(long, value_enum, default_value_t)]
    limits: Limits,
    /// Rounds at most, for solvers that iterate [default: the solver's own]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    iterations: Option<usize>,
    /// When a goal counts as reached, as a part of its chain's length, in (0, 1] [default: 0.0001]
    ///
    /// The default is 0.06 mm for an arm of 0.6 m.
    #[arg(long, value_name = "T", value_parser = finite, allow_hyphen_values = true)]
    tolerance: Option<f32>,
    /// Exit with status 3 unless every goal is reached (files are written all the same)
    #[arg(long)]
    require_reached: bool,
    #[command(flatten)]
    clip: ClipArgs,
    /// Save the posed figure here: .glb, .vrm, or .gltf (text)
    #[arg(short, long = "out", value_name = "OUT.glb")]
    out: Option<PathBuf>,
    /// Draw the posed figure and its goals here, as PNG or, with the ending .svg, as SVG
    #[arg(long, value_name = "OUT.png")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    camera: CameraArgs,
    /// Print JSON: {"joints", "outcome", "goals", "iterations", "active_limits", "micros"}
    #[arg(long)]
    json: bool,
}

/// What `solve --json` prints.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    solved: &'a SolvedGoals,
    joints: Vec<JointState<'a>>,
}

/// Runs `kansetsu solve`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let source = Source::open(&args.file)?;
    args.check_outputs()?;
    let start = pose_at(&source.figure, &args.clip)?;
    let solved = args.solve(&source.figure, start)?;
    // All that can fail comes before the first byte is written.
    let joints = joint_states(&source.figure, &solved.pose)?;
    let mut outbox = Outbox::default();
    args.fill(&mut outbox, &source, &solved)?;
    outbox.send()?;
    solved.notes.iter().for_each(|note| message::note(note));
    let text =
        if args.json { json::text(&Answer { solved: &solved.goals, joints })? } else { report::goals(&solved.goals, args.outputs()) };
    message::result(&text)?;
    let is_missed = args.require_reached && solved.goals.outcome != Outcome::Reached;
    Ok(if is_missed { Status::NotReached } else { Status::Done })
}

impl Args {
    fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.out.iter().chain(&self.picture).map(PathBuf::as_path)
    }

    /// Refuses outputs that cannot be written, before the work.
    fn check_outputs(&self) -> anyhow::Result<()> {
        self.out.iter().try_for_each(|path| container_for(path).map(drop))?;
        self.picture.iter().try_for_each(|path| picture::Format::of(path).map(drop))?;
        self.outputs().try_for_each(outbox::check)
    }

    fn solve(&self, figure: &Figure, start: Pose) -> anyhow::Result<Solved> {
        let base = match (&self.base, self.levels) {
            (Some(joint), _) => BaseChoice::Joint(joint.clone()),
            (None, Some(levels)) => BaseChoice::Levels(levels),
            (None, None) => BaseChoice::Auto,
        };
        let words = Words { goals: &self.goals, orients: &self.orients, poles: &self.poles, base: &base };
        let wishes = reach::plan(figure, &words)?;
        let method = Method::new(self.solver, self.limits, self.iterations, self.tolerance)?;
        reach::solve_in_turn(&figure.rig, &wishes, &method, start)
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
