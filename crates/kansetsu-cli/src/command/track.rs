//! `kansetsu track`: a body follows a headset, hand controllers and other trackers.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, anyhow, bail};
use kansetsu::{
    Pose,
    glam::{Affine3, Vec3},
    session::Report,
};
use kansetsu_humanoid::trackers::{
    BodyTracker, BodyTrackerState, Calibration, TrackedPart, TrackerOffset,
};
use serde::Serialize;

use crate::{
    argument::{PostureArg, PostureChoice, RestArgs, between},
    batch::OutArgs,
    json, message,
    motion::{Moments, TrackerFile, TrackerKeys},
    report,
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Make a body follow tracked poses over time: head and hands, and hips, chest and feet if they are tracked too. Untracked parts \
move naturally; untracked feet stand and step without sliding. The result is a new clip in the file.

POSES is a CSV table with a header: time (seconds), tracker (a name), x, y, z (metres, y up), qx, qy, qz, qw (a \
quaternion). Trackers named head, leftHand, rightHand, hips, chest, leftFoot or rightFoot are poses of these joints, at the figure's \
size. With --fit they may have any names: they are devices worn by a person who stands upright at that time with the arms below the head. The calibration \
finds the body part and offset of each device, and the size of the person. A lost tracker moves with the head.";

const AFTER: &str = "\
Examples:
  kansetsu track kansetsu-demo/trackers.csv figure:mannequin -o tracked.glb
  kansetsu track kansetsu-demo/trackers.csv figure:mannequin --fit 0 --rate 30 -o fitted.bvh

`kansetsu demo` writes kansetsu-demo/trackers.csv: the head and the hands of its motion.";

/// Make a body follow a headset, hand controllers and other trackers
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The tracked poses, as CSV, or - for standard input
    #[arg(value_name = "POSES.csv")]
    poses: PathBuf,
    /// The figure to move: a file of any supported format, or figure:NAME; it must be human
    #[arg(value_name = "FIGURE")]
    figure: PathBuf,
    #[command(flatten)]
    rest: RestArgs,
    /// The frame rate, frames per second
    #[arg(long, value_name = "PER_SECOND", default_value_t = 60.0, value_parser = between(0.1, 1000.0), allow_hyphen_values = true)]
    rate: f32,
    /// Calibrate the trackers at this time, seconds; their wearer must stand upright then
    #[arg(long, value_name = "SECONDS", value_parser = crate::argument::finite, allow_hyphen_values = true, help_heading = "Fitting")]
    fit: Option<f32>,
    /// The heading of the person at that time, to the left from +z, degrees [default: 0]
    #[arg(long, value_name = "DEG", requires = "fit", value_parser = crate::argument::finite, allow_hyphen_values = true, help_heading = "Fitting")]
    faces: Option<f32>,
    /// The height of the floor in tracker space, metres [default: 0; without --fit that of the
    /// figure]
    #[arg(long, value_name = "METRES", value_parser = crate::argument::finite, allow_hyphen_values = true)]
    floor: Option<f32>,
    #[command(flatten)]
    people: PostureArg,
    #[command(flatten)]
    out: OutArgs,
    /// Print JSON: {"frames", "rate", "worn": [{"tracker", "part"}], "scale", "worst_miss",
    /// "steps"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The JSON of `track --json`.
#[derive(Debug, Serialize)]
struct Document {
    frames: usize,
    rate: f32,
    worn: Vec<WornEntry>,
    /// The size of the figure relative to the person.
    scale: f32,
    /// The largest distance of a tracked joint from its tracked position, metres.
    worst_miss: f32,
    /// The number of steps of untracked feet.
    steps: usize,
}

#[derive(Debug, Serialize)]
struct WornEntry {
    tracker: String,
    part: TrackedPart,
}

/// The most frames: an hour and a half at 60 frames per second.
const MOST: f32 = 324_000.0;

/// Names of body parts, lower case.
const PARTS: [(&str, TrackedPart); 7] = [
    ("head", TrackedPart::Head),
    ("chest", TrackedPart::Chest),
    ("hips", TrackedPart::Hips),
    ("lefthand", TrackedPart::LeftHand),
    ("righthand", TrackedPart::RightHand),
    ("leftfoot", TrackedPart::LeftFoot),
    ("rightfoot", TrackedPart::RightFoot),
];

/// Runs `kansetsu track`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let jobs = args.out.jobs(std::slice::from_ref(&args.figure))?;
    let [job] = &jobs[..] else { bail!("track takes exactly one figure") };
    let trackers = TrackerFile::open(&args.poses)?;
    let mut source = Source::open(&args.figure)?;
    args.rest.put_on(&mut source)?;
    let (document, poses) = args.track(&trackers, &source)?;
    let moments = Moments::from_poses(
        args.poses.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        poses,
        args.rate,
    );
    moments.write(&source, job, "tracked")?;
    let text = match args.json {
        true => json::text(&document)?,
        false => document.text() + &job.outputs().map(report::wrote).collect::<String>(),
    };
    message::result_beside(job.out.as_deref(), &text)?;
    Ok(Status::Done)
}

impl Args {
    fn track(
        &self,
        trackers: &TrackerFile,
        source: &Source,
    ) -> anyhow::Result<(Document, Vec<Pose>)> {
        let figure = &source.figure;
        if figure.rig.humanoid().is_none() {
            bail!(
                "the figure needs hips, arms and legs; `kansetsu rig guess` shows the detected roles, a rig file adds missing ones"
            );
        }
        let [from, to] = trackers.span();
        let count = ((to - from) * self.rate).floor() + 1.0;
        if count > MOST {
            bail!(
                "{count} frames from {from} to {to} s are more than {MOST}; use a smaller --rate"
            );
        }
        let floor = figure.floor_at_rest();
        let mut tracker = BodyTracker::new(&figure.rig, floor)?;
        match &self.people.posture {
            PostureChoice::Full(None) => {}
            PostureChoice::Full(Some(prior)) => tracker = tracker.with_prior(Arc::clone(prior)),
            PostureChoice::Off | PostureChoice::Light => {
                bail!("untracked parts need a pose prior; use --posture full or a table")
            }
        }
        let fitting = self.fitting(trackers, &mut tracker, floor)?;
        let (mut state, mut poses, mut document) =
            (BodyTrackerState::default(), Vec::new(), Document::of(trackers, &fitting, self.rate));
        let mut stood = [false; 2];
        for frame in 0..count as usize {
            let time = from + frame as f32 / self.rate;
            let seen = trackers.at(time);
            let report = tracker
                .step(&fitting, &seen, 1.0 / self.rate, &mut state)
                .with_context(|| format!("the frame at {time} s"))?;
            document.count(&report, seen.len());
            let stands = state.planted();
            document.steps +=
                stood.iter().zip(stands).filter(|&(&stood, stands)| stood && !stands).count();
            stood = stands;
            poses.extend(state.pose.clone());
        }
        document.frames = poses.len();
        Ok((document, poses))
    }

    fn fitting(
        &self,
        trackers: &TrackerFile,
        tracker: &mut BodyTracker,
        floor: f32,
    ) -> anyhow::Result<Calibration> {
        let Some(time) = self.fit else {
            let parts = trackers
                .trackers
                .iter()
                .map(|tracker| part(&tracker.name))
                .collect::<anyhow::Result<Vec<TrackedPart>>>()?;
            if let Some(twice) =
                (1..parts.len()).find(|&index| parts[..index].contains(&parts[index]))
            {
                bail!(
                    "the body part \"{}\" is tracked twice; remove one tracker",
                    trackers.trackers[twice].name
                );
            }
            let floor = self.floor.unwrap_or(floor);
            return Ok(Calibration {
                person_floor: floor,
                figure_floor: floor,
                ..Calibration::joints(&parts)
            });
        };
        let seen = trackers.at(time);
        let there = trackers.trackers.iter().zip(&seen).map(|(tracker, seen)| {
            seen.ok_or_else(|| {
                anyhow!(
                    "\"{}\" has no pose at {time} s; set --fit to a time at which all trackers have one",
                    tracker.name
                )
            })
        });
        let there = there.collect::<anyhow::Result<Vec<Affine3>>>()?;
        let turned = self.faces.unwrap_or_default().to_radians();
        tracker
            .calibrate(
                &there,
                self.floor.unwrap_or(0.0),
                Vec3::new(turned.sin(), 0.0, turned.cos()),
            )
            .with_context(|| format!("the person cannot be fitted at {time} s"))
    }
}

fn part(name: &str) -> anyhow::Result<TrackedPart> {
    let plain: String = name
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    let found = PARTS.iter().find(|(word, _)| *word == plain).map(|(_, part)| *part);
    found.ok_or_else(|| {
        anyhow!(
            "\"{name}\" is not head, chest, hips, leftHand, rightHand, leftFoot or rightFoot; rename the tracker, or set --fit to the time at which \
             the person who wears them stands upright"
        )
    })
}

impl Document {
    fn of(trackers: &TrackerFile, fitting: &Calibration, rate: f32) -> Self {
        let entry = |(tracker, worn): (&TrackerKeys, &TrackerOffset)| WornEntry {
            tracker: tracker.name.clone(),
            part: worn.part,
        };
        let worn = trackers.trackers.iter().zip(&fitting.offsets).map(entry).collect();
        Self { frames: 0, rate, worn, scale: fitting.scale, worst_miss: 0.0, steps: 0 }
    }

    fn count(&mut self, report: &Report, tracked: usize) {
        let misses = report.targets.iter().take(tracked).map(|target| target.distance);
        self.worst_miss = misses.fold(self.worst_miss, f32::max);
    }

    fn text(&self) -> String {
        let worn: Vec<String> =
            self.worn.iter().map(|worn| format!("{} on {:?}", worn.tracker, worn.part)).collect();
        let Self { frames, rate, scale, worst_miss, steps, .. } = self;
        let worst = worst_miss * 1e3;
        format!(
            "{}\n{frames} frames, {rate} a second, scale {scale:.3}, at most {worst:.1} mm from a tracker, {steps} steps\n",
            worn.join(", ")
        )
    }
}
