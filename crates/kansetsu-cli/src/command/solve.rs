//! `kansetsu solve`: moves joints to targets.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, bail};
use kansetsu::d3::{Outcome, Pose};
use serde::Serialize;

use crate::{
    argument::{CameraArgs, FaceArgs, GoalArgs, MethodArgs, SolverChoice, Start},
    batch::{self, Done, Form, Job, OutArgs},
    json::{JointState, SolvedGoals, joint_states},
    message,
    motion::{GoalKeys, MomentArgs, Moments, PoseFile, SolvedMotion},
    outbox::{self, Outbox},
    picture,
    reach::{Posing, Solved},
    report,
    save::Work,
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Move joints to targets inside their limits (inverse kinematics).

Each --goal names a joint and a point in the world, in metres (right-handed, +Y up; a figure faces +Z, in VRM 0.x -Z). Without other \
options the body moves naturally: it starts from a relaxed stance, the arm reaches first, trunk and hips help if it is too short, feet on the \
floor stay planted, the body keeps its balance, and arms stay out of the trunk. With --start given, joints without a goal keep the pose of the file. \
With --clip, --time, --pose-in or --values the figure starts from that pose.

A JOINT is the joint's name (if several joints have it, the one in a skin); otherwise a humanoid role \
(leftHand, rightFoot, head, ... in upper or lower case); otherwise an index (12, or #12 if a joint is named \"12\"). \
`kansetsu inspect FILE` lists them.

All joints between a goal's joint and the base follow it. The base is the hips of a human body, otherwise the first joint. --chain-length, --base and --stop shorten the \
chain; --lock locks single joints. whole-body and fabrik-tree meet all goals together. The other solvers solve one chain at a \
time, the chain with its base nearest to the root first. Their chain starts at the base of the joint's limb (upper arm, upper leg), otherwise below the joint \
at which the body branches.

Over time: --rate solves every frame of --clip from --from to --to. Each frame continues from the previous one and stays close to the clip. A \
--goal is constant, a --pin stays where the clip has it. --goals-from reads goals keyed over time (docs/guide/command-line.md); without --clip the \
figure then keeps its stance. Chain solvers rotate joints by 360 degrees per second at most, and frames in which a goal has to wait for that are \
counted. The result is a new clip.

Outcomes: reached (within the tolerance); soft_reached (slowed down near full reach); out_of_reach (beyond the reach of \
the body, which points at it); too_close (nearer than the limb can fold); limited (blocked by a limit); \
stalled (out of steps, or in conflict with another goal). All distances are measured on the final pose.";

const AFTER: &str = "\
Examples:
  kansetsu solve figure:mannequin --goal LeftHand=0.3,1.3,0.4 --picture reach.png
  kansetsu solve figure:mannequin --goal leftHand=.3,1.3,.4 --goal rightHand=-.3,1.3,.4 \\
    -o pose.glb
  kansetsu solve figure:mannequin --goal leftHand=.3,1.3,.4 --base LeftShoulder \\
    --solver fabrik --json
  kansetsu solve kansetsu-demo/demo.glb --clip demo --time 0.4 --goal Head=0.2,1.4,0.1 \\
    --chain-length 3 -o lean.glb

  both hands low; hips and knees bend over the planted feet:
  kansetsu solve figure:mannequin --goal leftHand=.2,.5,.5 --goal rightHand=-.2,.5,.5 \\
    --picture lift.png
  look at a point while the hand points down with half the weight:
  kansetsu solve figure:mannequin --look-at Head=+z@1,1.2,2 --goal leftHand=.4,1.2,.3 \\
    --align leftHand=+x@0,-1,0 --weight leftHand=.5
  the tip of a tool in the hand anywhere on a table top:
  kansetsu solve figure:mannequin --goal rightHand=-.3,.9,.4 \\
    --point rightHand=-.2,0,0 --plane rightHand=0,1,0
  eyes that look at a point by chest, neck and head together, the head upright:
  kansetsu solve figure:mannequin --look-at Head=+z@1,1.2,2 --point Head=0,.06,.09 \\
    --pole Head=0,100,0 --solver aim-chain --base Chest
  look over the shoulder, with a hand at the chin that follows the head:
  kansetsu solve figure:mannequin --gaze 2,1.5,-1 --goal rightHand=0,-.05,.12 \\
    --relative-to rightHand=Head --radius rightHand=.02 --picture thinks.png
  a soft elbow that points outwards, by the closed form for limbs:
  kansetsu solve figure:mannequin --goal leftHand=.6,1.2,.2 --pole leftHand=1,1,-1 --soft 0.05

  a hand that stays on a rail during a clip:
  kansetsu solve kansetsu-demo/demo.glb --clip demo --from 0.5 --to 2 --rate 30 \\
    --goal leftHand=.3,1.1,.3 -o rail.glb

`kansetsu demo` writes kansetsu-demo/demo.glb. OUT.glb is the input with the new pose as its rest pose; everything else, clips included, is copied from the \
file. Overwriting the input is safe: the new file replaces it when it is complete.";

/// Move joints to targets
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files of any supported format, figure:NAME, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    goals: GoalArgs,
    /// Read goals that are keyed over time from this file too: a table (CSV) or JSON (- for
    /// standard input)
    #[arg(long, value_name = "FILE", help_heading = "Goals")]
    goals_from: Option<PathBuf>,
    /// The solver: whole-body and fabrik-tree meet all goals together, the others solve one chain
    /// at a time [default: whole-body]
    ///
    /// whole-body is damped least squares with limits, posture, balance and self-collision.
    /// fabrik-tree runs FABRIK on the tree of the body, then whole-body finishes. The chain
    /// solvers: two-bone is a closed form for two segments, ccd is cyclic coordinate descent,
    /// fabrik is forward and backward reaching, dls is damped least squares; auto uses two-bone
    /// where it applies, otherwise dls. For --look-at and --align, aim rotates JOINT alone and
    /// aim-chain its whole chain.
    #[arg(long, value_name = "SOLVER", value_parser = SolverChoice::parser(), help_heading = "Solver")]
    solver: Option<SolverChoice>,
    #[command(flatten)]
    method: MethodArgs,
    /// Read targets, pins and options from this file: a request of the library, as JSON (- for
    /// standard input)
    ///
    /// Its options replace those on the command line, except --iterations, --blend and
    /// --limits-from.
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["GoalArgs", "goals_from", "solver", "base", "chain_length", "stops",
          "limits", "tolerance", "angle_tolerance", "restarts", "locks", "soft", "twist", "up", "shares", "blend_by", "root", "feet", "balance", "self_collision",
          "stiffness", "polish", "strength", "posture", "start"], help_heading = "Goals")]
    request: Option<PathBuf>,
    /// Exit with status 3 unless every goal is reached (files are still written)
    #[arg(long, help_heading = "Output")]
    require_reached: bool,
    #[command(flatten, next_help_heading = "Start pose")]
    moments: MomentArgs,
    #[command(flatten, next_help_heading = "Output")]
    face: FaceArgs,
    #[command(flatten)]
    out: OutArgs,
    /// Draw the posed figure and its goals here, as PNG or, with the extension .svg, as SVG (- for
    /// PNG on standard output)
    #[arg(long, value_name = "OUT.png", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Output")]
    camera: CameraArgs,
    /// Print JSON: {"joints", "outcome", "goals", "iterations", "active_limits", "active_pins",
    /// "micros", "solver", "restarts"}; for a motion {"frames", "rate", "from", "to", "outcome",
    /// "solver", "solves", "micros", "goals"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The JSON of `solve --json`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Pose(Box<SolvedPose>),
    Motion(SolvedMotion),
}

#[derive(Debug, Serialize)]
struct SolvedPose {
    #[serde(flatten)]
    solved: SolvedGoals,
    joints: Vec<JointState>,
    /// Of a robot: radians, or metres for prismatic joints, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<BTreeMap<String, f64>>,
}

/// Runs `kansetsu solve`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let keys = args.goals_from.as_deref().map(GoalKeys::open).transpose()?;
    if keys.is_some() {
        args.moments.check_keyed()?;
    }
    let jobs = args.out.jobs(&args.files)?;
    args.check_picture(&jobs)?;
    batch::run(&jobs, Form::of(args.json), |job| {
        let mut source = args.moments.open(&job.file)?;
        args.method.bring_limits(&mut source.figure)?;
        if args.moments.is_motion() {
            args.solve_motion(&mut source, keys.as_ref(), job)
        } else {
            args.solve_pose(&mut source, keys.as_ref(), job)
        }
    })
}

impl Args {
    /// Refuses a picture that cannot be drawn, before the solve.
    fn check_picture(&self, jobs: &[Job]) -> anyhow::Result<()> {
        let Some(path) = &self.picture else { return Ok(()) };
        picture::Format::of(path)?;
        if self.moments.is_motion() || jobs.iter().any(|job| !job.is_alone) {
            bail!(
                "--picture shows one pose of one file; draw the written file with `kansetsu render OUT.glb --sheet 2x4 -o OUT.png`"
            );
        }
        outbox::check(path)
    }

    fn solve_pose(
        &self,
        source: &mut Source,
        keys: Option<&GoalKeys>,
        job: &Job,
    ) -> anyhow::Result<Done<Answer>> {
        let start = match keys {
            Some(keys) => self.moments.moments_until(source, keys.end())?,
            None => self.moments.moments(source)?,
        };
        let (time, start) = (start.times[0], &start.poses[0]);
        let mut solved = {
            let mut posing = self.posing(source, keys)?;
            self.aim(&mut posing, keys, (time, start))?;
            posing.solve(start)?
        };
        source.settle(start, &mut solved.pose);
        self.face.put_on(source, &mut solved.pose)?;
        // Everything that can fail precedes the first byte written.
        let joints = joint_states(&source.figure, &solved.pose)?;
        let mut outbox = Outbox::default();
        self.fill(&mut outbox, source, (job, &solved))?;
        outbox.send()?;
        solved.notes.iter().for_each(|note| message::note(note));
        let status = self.status(solved.goals.outcome);
        let files = || job.outputs().chain(self.picture.as_deref());
        let text = match job.is_alone {
            true => report::goals(&solved.goals, files()),
            false => {
                report::line(&job.file, report::outcome_words(solved.goals.outcome), job.outputs())
            }
        };
        let values = source.values_of(&solved.pose);
        Ok(Done {
            text,
            entry: Answer::Pose(Box::new(SolvedPose { solved: solved.goals, joints, values })),
            status,
        })
    }

    fn solve_motion(
        &self,
        source: &mut Source,
        keys: Option<&GoalKeys>,
        job: &Job,
    ) -> anyhow::Result<Done<Answer>> {
        let mut moments = match keys {
            Some(keys) => self.moments.moments_until(source, keys.end())?,
            None => self.moments.moments(source)?,
        };
        let posing = self.posing(source, keys)?;
        if self.start(source, keys) == Start::Stance {
            moments.poses.iter_mut().for_each(|pose| *pose = posing.stance(pose));
        }
        let mut motion = solve_frames(source, moments, posing, |posing, time, pose| {
            self.aim(posing, keys, (time, pose))
        })?;
        self.face.put_on_motion(source, &mut motion.moments.poses)?;
        motion.moments.set_weights(self.face.tracks());
        motion.write(source, job, "solved")?;
        let status = self.status(motion.solved.outcome);
        Ok(Done { text: motion.text(job), entry: Answer::Motion(motion.solved), status })
    }

    fn status(&self, outcome: Outcome) -> Status {
        if self.require_reached && outcome != Outcome::Reached {
            Status::NotReached
        } else {
            Status::Done
        }
    }

    fn start(&self, source: &Source, keys: Option<&GoalKeys>) -> Start {
        keys.map_or_else(|| self.moments.start(source), |_| self.moments.start_of_keyed(source))
    }

    fn posing<'a>(
        &'a self,
        source: &'a Source,
        keys: Option<&GoalKeys>,
    ) -> anyhow::Result<Posing<'a>> {
        let figure = &source.figure;
        match &self.request {
            Some(path) => Posing::of_request(figure, path, &self.method),
            None => {
                Posing::new(figure, (self.solver.as_ref(), &self.method), self.start(source, keys))
            }
        }
    }

    /// Sets the targets of the arguments at a time; a request has no further ones.
    fn aim(
        &self,
        posing: &mut Posing<'_>,
        keys: Option<&GoalKeys>,
        (time, pose): (f32, &Pose),
    ) -> anyhow::Result<()> {
        if self.request.is_some() {
            return Ok(());
        }
        let words = keys.map_or_else(|| self.goals.clone(), |keys| keys.at(time, &self.goals));
        words.check()?;
        posing.aim(&words, pose)
    }

    /// Writes the requested files.
    fn fill(
        &self,
        outbox: &mut Outbox,
        source: &Source,
        (job, solved): (&Job, &Solved),
    ) -> anyhow::Result<()> {
        if let Some(path) = &job.out {
            outbox.add_saved(
                path,
                &source
                    .save(path, &Work { pose: Some(&solved.pose), bake: job.bake, clips: &[] })?,
            )?;
        }
        if let Some(path) = &job.pose_out {
            outbox.add(
                path,
                PoseFile::text(&source.figure, std::slice::from_ref(&solved.pose), None)?
                    .as_bytes(),
            )?;
        }
        if let Some(path) = &self.picture {
            outbox.add(
                path,
                &picture::of_goals(
                    &source.figure,
                    solved,
                    &self.camera.picture(&source.figure, 960),
                    picture::Format::of(path)?,
                )?,
            )?;
        }
        Ok(())
    }
}

/// A motion with every frame solved.
pub(super) struct SolvedFrames {
    moments: Moments,
    pub(super) solved: SolvedMotion,
}

/// Solves every frame for the targets that `aim` sets there.
pub(super) fn solve_frames<'a>(
    source: &Source,
    mut moments: Moments,
    mut posing: Posing<'a>,
    aim: impl Fn(&mut Posing<'a>, f32, &Pose) -> anyhow::Result<()>,
) -> anyhow::Result<SolvedFrames> {
    let rate = moments.rate().unwrap_or(1.0);
    posing.limit_velocity(rate);
    let mut frames = Vec::with_capacity(moments.poses.len());
    for (&time, pose) in moments.times.iter().zip(&mut moments.poses) {
        let place = || format!("the frame at {time} s");
        aim(&mut posing, time, pose).with_context(place)?;
        let mut solved = posing.follow(pose).with_context(place)?;
        source.settle(pose, &mut solved.pose);
        pose.clone_from(&solved.pose);
        // Positions that overflow are not a motion.
        solved.pose.locals.clear();
        frames.push(solved);
    }
    let solved = SolvedMotion::of(&frames, &moments.times, rate);
    let lost = frames.iter().filter(|frame| !frame.notes.is_empty()).count();
    if let Some(note) = frames.iter().find_map(|frame| frame.notes.first()).filter(|_| lost > 0) {
        message::note(&format!("in {lost} of {} frames, such as: {note}", frames.len()));
    }
    Ok(SolvedFrames { moments, solved: solved.context("the motion has no frames")? })
}

impl SolvedFrames {
    /// Writes the files of a job.
    pub(super) fn write(&self, source: &Source, job: &Job, done: &str) -> anyhow::Result<()> {
        self.moments.write(source, job, done)
    }

    /// The report for people.
    pub(super) fn text(&self, job: &Job) -> String {
        match job.is_alone {
            true => self.solved.page() + &job.outputs().map(report::wrote).collect::<String>(),
            false => report::line(&job.file, &self.solved.line(), job.outputs()),
        }
    }
}
