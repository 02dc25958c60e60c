//! `kansetsu pin`: joints that stay where they are while a clip goes on.

use std::path::PathBuf;

use kansetsu::{
    d3::{Goal, Outcome, rotation_of},
    glam::Affine3,
};

use super::{Status, solve::solve_frames};
use crate::{
    argument::joint_named,
    batch::{self, Done, Form, Job, OutArgs},
    motion::{MomentArgs, SolvedMotion},
    reach::{self, MethodArgs, SolverChoice},
    source::Source,
};

const LONG_ABOUT: &str = "\
Keep joints where they are while a clip goes on: a foot on the ground, a hand on a rail. They stay where the clip has them at --at, from --from to \
--to, inside the joints' limits; everything else goes on as the clip says, as far as it can. The result is one more clip.

With --root free the hips give way where a leg would be too short; without, they keep to the clip.";

const AFTER: &str = "\
Examples:
  kansetsu pin kansetsu-demo/demo.glb --clip demo --rate 30 --joint leftFoot --joint rightFoot \\
    --root free -o planted.glb
  kansetsu pin kansetsu-demo/demo.glb --rate 30 --from 0.5 --to 2 --at 0.5 --turn leftHand \\
    --pose-out poses.json --json

kansetsu-demo/demo.glb is what `kansetsu demo` writes: any file that is read stands there as well.";

/// Keep joints where they are while a clip goes on
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files in any format that is read, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Keep JOINT where it is (repeat for more joints)
    #[arg(long = "joint", value_name = "JOINT", required_unless_present = "turns", allow_hyphen_values = true)]
    joints: Vec<String>,
    /// Keep JOINT where it is and turned as it is (repeat for more joints)
    #[arg(long = "turn", value_name = "JOINT", allow_hyphen_values = true)]
    turns: Vec<String>,
    /// When in the clip the joints are where they are to stay, seconds [default: --from]
    #[arg(long, value_name = "SECONDS", value_parser = crate::argument::finite, allow_hyphen_values = true)]
    at: Option<f32>,
    #[command(flatten)]
    moments: MomentArgs,
    /// How to solve: auto is whole-body
    #[arg(long, value_name = "SOLVER", default_value = "auto", value_parser = reach::solver_parser(), help_heading = "How to solve")]
    solver: SolverChoice,
    #[command(flatten)]
    method: MethodArgs,
    /// Exit with status 3 unless every joint stays in every frame (files are written all the same)
    #[arg(long, help_heading = "Output")]
    require_reached: bool,
    #[command(flatten)]
    out: OutArgs,
    /// Print JSON: {"frames", "rate", "from", "to", "outcome", "solver", "solves", "micros", "goals"}
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
        let goals = self.goals(source, &source.figure.rig.skeleton.forward(&at))?;
        let motion = solve_frames(source, moments, (&self.solver, &self.method, true), |_, _| Ok(goals.clone()))?;
        motion.write(source, job, "pinned")?;
        let is_missed = self.require_reached && motion.solved.outcome != Outcome::Reached;
        let status = if is_missed { Status::NotReached } else { Status::Done };
        Ok(Done { text: motion.text(job), entry: motion.solved, status })
    }

    fn goals(&self, source: &Source, world_from_joint: &[Affine3]) -> anyhow::Result<Vec<Goal>> {
        let mut goals: Vec<Goal> = Vec::new();
        for (word, turns) in self.joints.iter().map(|word| (word, false)).chain(self.turns.iter().map(|word| (word, true))) {
            let joint = joint_named(&source.figure, word)?;
            if goals.iter().any(|goal| goal.joint == joint) {
                anyhow::bail!("\"{word}\" is named twice; give each joint one --joint or one --turn");
            }
            let there = &world_from_joint[joint];
            let orientation = Goal::orientation(joint, rotation_of(there)).orientation.filter(|_| turns);
            goals.push(Goal { orientation, ..Goal::position(joint, there.translation) }.pinned());
        }
        Ok(goals)
    }
}
