//! `kansetsu pin`: joints that stay where they are while a clip goes on.

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
Pin joints while a clip goes on: a foot on the ground, a hand on a rail. They stay where the clip has them at --at, from --from to \
--to, inside the joints' limits; everything else follows the clip as far as it can. The result is one more clip.

With --root free the hips give way where a leg would be too short; without, they keep to the clip.";

const AFTER: &str = "\
Examples:
  kansetsu pin kansetsu-demo/demo.glb --clip demo --rate 30 --joint leftFoot --joint rightFoot \\
    --root free -o planted.glb
  kansetsu pin kansetsu-demo/demo.glb --rate 30 --from 0.5 --to 2 --at 0.5 --full leftHand \\
    --pose-out poses.json --json

kansetsu-demo/demo.glb is what `kansetsu demo` writes: any file that is read stands there as well.";

/// Keep joints where they are while a clip goes on
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files in any format that is read, or - for standard input
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
    /// When in the clip the joints are where they are to stay, seconds [default: --from]
    #[arg(long, value_name = "SECONDS", value_parser = crate::argument::finite, allow_hyphen_values = true)]
    at: Option<f32>,
    #[command(flatten)]
    moments: MomentArgs,
    /// The solver; only whole-body and fabrik-tree have pins [default: whole-body]
    #[arg(long, value_name = "SOLVER", value_parser = SolverChoice::parser(), help_heading = "How to solve")]
    solver: Option<SolverChoice>,
    #[command(flatten)]
    method: MethodArgs,
    /// Exit with status 3 unless every joint stays in every frame (files are written all the same)
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
        args.pin(&source, job)
    })
}

impl Args {
    fn pin(&self, source: &Source, job: &Job) -> anyhow::Result<Done<SolvedMotion>> {
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
