//! `kansetsu pin`: joints that keep their place during a clip.

use std::path::PathBuf;

use kansetsu::d3::Outcome;

use super::solve::solve_frames;
use crate::{
    argument::{GoalArgs, MethodArgs, SolverChoice, Start},
    batch::{self, Done, Form, Job, OutArgs},
    motion::{MomentArgs, SolvedMotion},
    reach::Posing,
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Pin joints during a clip: a foot on the ground, a hand on a rail. They stay where the clip has them at --at, from --from to \
--to, inside the joints' limits; everything else follows the clip as far as it can. The result is a new clip.

With --root free the hips move if a leg would be too short; otherwise they follow the clip.";

const AFTER: &str = "\
Examples:
  kansetsu pin kansetsu-demo/demo.glb --clip demo --rate 30 --joint leftFoot --joint rightFoot \\
    --root free -o planted.glb
  kansetsu pin kansetsu-demo/demo.glb --rate 30 --from 0.5 --to 2 --at 0.5 --full leftHand \\
    --pose-out poses.json --json

`kansetsu demo` writes kansetsu-demo/demo.glb; any other supported file works too.";

/// Pin joints in place during a clip
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files of any supported format, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Pin the position of JOINT; its rotation stays free (repeat for more joints)
    #[arg(
        long = "joint",
        value_name = "JOINT",
        required_unless_present = "full",
        allow_hyphen_values = true
    )]
    joints: Vec<String>,
    /// Pin position and rotation of JOINT (repeat for more joints)
    #[arg(long, alias = "turn", value_name = "JOINT", allow_hyphen_values = true)]
    full: Vec<String>,
    /// The time in the clip whose pose the pins keep, seconds [default: --from]
    #[arg(long, value_name = "SECONDS", value_parser = crate::argument::finite, allow_hyphen_values = true)]
    at: Option<f32>,
    #[command(flatten)]
    moments: MomentArgs,
    /// The solver; only whole-body and fabrik-tree support pins [default: whole-body]
    #[arg(long, value_name = "SOLVER", value_parser = SolverChoice::parser(), help_heading = "Solver")]
    solver: Option<SolverChoice>,
    #[command(flatten)]
    method: MethodArgs,
    /// Exit with status 3 unless every joint stays in every frame (files are still written)
    #[arg(long, help_heading = "Output")]
    require_reached: bool,
    #[command(flatten)]
    out: OutArgs,
    /// Print JSON: {"frames", "rate", "from", "to", "outcome", "solver", "solves", "micros",
    /// "goals"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Runs `kansetsu pin`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    args.moments.check_motion("pin")?;
    let jobs = args.out.jobs(&args.files)?;
    batch::run(&jobs, Form::of(args.json), |job| {
        let mut source = args.moments.open(&job.file)?;
        args.method.bring_limits(&mut source.figure)?;
        args.pin(&mut source, job)
    })
}

impl Args {
    fn pin(&self, source: &mut Source, job: &Job) -> anyhow::Result<Done<SolvedMotion>> {
        let moments = self.moments.moments(source)?;
        let at = match self.at {
            Some(time) => self.moments.pose_at(source, time)?,
            None => moments.poses[0].clone(),
        };
        let pins = GoalArgs {
            pins: self.joints.clone(),
            full_pins: self.full.clone(),
            ..GoalArgs::default()
        };
        let mut posing =
            Posing::new(&source.figure, (self.solver.as_ref(), &self.method), Start::Given)?;
        posing.aim(&pins, &at)?;
        let motion = solve_frames(source, moments, posing, |_, _, _| Ok(()))?;
        motion.write(source, job, "pinned")?;
        let is_missed = self.require_reached && motion.solved.outcome != Outcome::Reached;
        let status = if is_missed { Status::NotReached } else { Status::Done };
        Ok(Done { text: motion.text(job), entry: motion.solved, status })
    }
}
