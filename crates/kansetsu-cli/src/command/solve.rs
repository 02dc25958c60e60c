//! `kansetsu solve`: moves joints to where one wants them.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, bail};
use kansetsu::d3::{Outcome, Pose};
use serde::Serialize;

use crate::{
    argument::{CameraArgs, GoalArgs, MethodArgs, SolverChoice, Start},
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
Move joints to where you want them (inverse kinematics), inside their limits.

Each --goal names a joint and a point in the world, in metres (right-handed, +Y up, a figure faces +Z; one of VRM 0.x faces -Z). Without other \
words the body moves as a person does: it starts from a relaxed stance, the arm reaches first, trunk and hips help where it is too short, feet on the \
floor stay planted, the body keeps its balance, and arms stay out of the trunk. --start given keeps the pose of the file where joints have no goal. \
A figure that --clip, --time, --pose-in or --values pose starts from that pose.

A JOINT is the joint's name (where several have it, the one of them that is in a skin); otherwise a humanoid role \
(leftHand, rightFoot, head, ... in upper or lower case); otherwise an index (12, or #12 where a joint is named \"12\"). \
`kansetsu inspect FILE` lists them.

All joints between a goal's joint and the base follow it: the hips of a human body, otherwise the first joint. --chain-length, --base and --stop end the chain \
earlier, --lock keeps single joints. All goals are met together. With another --solver than whole-body or fabrik-tree chains are solved one after the \
other, those that begin nearest to the root first; a chain begins at the base of the joint's limb (upper arm, upper leg), otherwise below the joint \
at which the body branches.

Over time: with --rate every moment of --clip, from --from to --to, is solved. Each frame continues from the one before, as near as possible to the clip. A \
--goal stays where it is, a --pin where the clip has it; --goals-from brings goals that are keyed over time (docs/guide/command-line.md), and without --clip the \
figure stands in its stance that long. Joints of a chosen solver rotate by 360 degrees per second at most; frames in which a goal waits for that are \
counted. The result is one more clip.

What became of it: reached (within the tolerance); soft_reached (held back near full reach); out_of_reach (farther than \
the body reaches; it points there); too_close (nearer than it can fold); limited (a joint's limit stops it); \
stalled (the steps ran out, or another goal prevents it). All distances are measured on the final pose.";

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
  look at a place while the hand points down, the hand counting half:
  kansetsu solve figure:mannequin --look-at Head=+z@1,1.2,2 --goal leftHand=.4,1.2,.3 \\
    --align leftHand=+x@0,-1,0 --weight leftHand=.5
  the tip of a tool in the hand on a table top, wherever on it:
  kansetsu solve figure:mannequin --goal rightHand=-.3,.9,.4 \\
    --point rightHand=-.2,0,0 --plane rightHand=0,1,0
  eyes that look at a place, by chest, neck and head together, the head upright:
  kansetsu solve figure:mannequin --look-at Head=+z@1,1.2,2 --point Head=0,.06,.09 \\
    --pole Head=0,100,0 --solver aim-chain --base Chest
  somebody who looks over the shoulder, and a hand at the chin wherever the head goes:
  kansetsu solve figure:mannequin --gaze 2,1.5,-1 --goal rightHand=0,-.05,.12 \\
    --relative-to rightHand=Head --radius rightHand=.02 --picture thinks.png
  a soft elbow that points outwards, by the closed form of the limb alone:
  kansetsu solve figure:mannequin --goal leftHand=.6,1.2,.2 --pole leftHand=1,1,-1 --soft 0.05

  a hand that stays on a rail while a clip goes on:
  kansetsu solve kansetsu-demo/demo.glb --clip demo --from 0.5 --to 2 --rate 30 \\
    --goal leftHand=.3,1.1,.3 -o rail.glb

kansetsu-demo/demo.glb is what `kansetsu demo` writes. OUT.glb is the input with the new pose as its rest pose: everything that was not posed, clips too, stays as it is in the \
file. Writing over the input is safe: the new file takes its place when it is complete.";

/// Move joints to where you want them
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// Files in any format that is read, figure:NAME, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    goals: GoalArgs,
    /// Take goals that are keyed over time from this file too: a table (CSV) or JSON (- for
    /// standard input)
    #[arg(long, value_name = "FILE", help_heading = "Goals")]
    goals_from: Option<PathBuf>,
    /// The solver: whole-body and fabrik-tree meet all goals together, the others one chain after
    /// the other [default: whole-body]
    ///
    /// whole-body is damped least squares with limits, posture, balance and self-collision.
    /// fabrik-tree reaches forward and backward over the body, then whole-body finishes. Of the
    /// solvers of chains two-bone is a closed form for two segments, ccd cyclic coordinate descent,
    /// fabrik forward and backward reaching, dls damped least squares; auto takes two-bone where it
    /// applies and dls for the rest. For --look-at and --align, aim rotates JOINT alone and
    /// aim-chain its whole chain.
    #[arg(long, value_name = "SOLVER", value_parser = SolverChoice::parser(), help_heading = "How to solve")]
    solver: Option<SolverChoice>,
    #[command(flatten)]
    method: MethodArgs,
    /// Take targets, pins and options from this file: a request of the library, as JSON (- for
    /// standard input)
    ///
    /// Its options take the place of those on the command line; --iterations, --blend
    /// and --limits-from hold beside it.
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["GoalArgs", "goals_from", "solver", "base", "chain_length", "stops",
          "limits", "tolerance", "angle_tolerance", "restarts", "locks", "soft", "twist", "up", "shares", "blend_by", "root", "feet", "balance", "self_collision",
          "stiffness", "polish", "strength", "posture", "start"], help_heading = "Goals")]
    request: Option<PathBuf>,
    /// Exit with status 3 unless every goal is reached (files are written all the same)
    #[arg(long, help_heading = "Output")]
    require_reached: bool,
    #[command(flatten, next_help_heading = "Where it starts")]
    moments: MomentArgs,
    #[command(flatten)]
    out: OutArgs,
    /// Draw the posed figure and its goals here, as PNG or, with the ending .svg, as SVG (- for PNG
    /// on standard output)
    #[arg(long, value_name = "OUT.png", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Output")]
    camera: CameraArgs,
    /// Print JSON: {"joints", "outcome", "goals", "iterations", "active_limits", "active_pins",
    /// "micros", "solver", "restarts"}; of a motion {"frames", "rate", "from", "to", "outcome",
    /// "solver", "solves", "micros", "goals"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What `solve --json` prints.
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
    /// Of a robot: radians, or metres of slides, by name.
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
            args.solve_motion(&source, keys.as_ref(), job)
        } else {
            args.solve_pose(&source, keys.as_ref(), job)
        }
    })
}

impl Args {
    /// Refuses a picture that cannot be drawn, before the work.
    fn check_picture(&self, jobs: &[Job]) -> anyhow::Result<()> {
        let Some(path) = &self.picture else { return Ok(()) };
        picture::Format::of(path)?;
        if self.moments.is_motion() || jobs.iter().any(|job| !job.is_alone) {
            bail!(
                "--picture shows one pose of one file; draw what was written with `kansetsu render OUT.glb --sheet 2x4 -o OUT.png`"
            );
        }
        outbox::check(path)
    }

    fn solve_pose(
        &self,
        source: &Source,
        keys: Option<&GoalKeys>,
        job: &Job,
    ) -> anyhow::Result<Done<Answer>> {
        let start = match keys {
            Some(keys) => self.moments.moments_until(source, keys.end())?,
            None => self.moments.moments(source)?,
        };
        let (time, start) = (start.times[0], &start.poses[0]);
        let mut posing = self.posing(source, keys)?;
        self.aim(&mut posing, keys, (time, start))?;
        let mut solved = posing.solve(start)?;
        source.settle(start, &mut solved.pose);
        // All that can fail comes before the first byte is written.
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
        source: &Source,
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
        let motion = solve_frames(source, moments, posing, |posing, time, pose| {
            self.aim(posing, keys, (time, pose))
        })?;
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

    /// Sets what the words say at a time; a request has said all.
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

    /// Makes the files that were asked for.
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

/// A motion, every frame of it solved.
pub(super) struct SolvedFrames {
    moments: Moments,
    pub(super) solved: SolvedMotion,
}

/// Solves every moment for the targets that `aim` sets there.
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
        // Places that overflow are no motion.
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

    /// What is said to people.
    pub(super) fn text(&self, job: &Job) -> String {
        match job.is_alone {
            true => self.solved.page() + &job.outputs().map(report::wrote).collect::<String>(),
            false => report::line(&job.file, &self.solved.line(), job.outputs()),
        }
    }
}
