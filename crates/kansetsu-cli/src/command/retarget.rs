//! `kansetsu retarget`: applies the motion of one body to another.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{anyhow, bail};
use kansetsu_formats::Clip;
use kansetsu_humanoid::retarget::{Report, Retarget, Retargeted};
use serde::Serialize;

use crate::{
    argument::{ReferenceEntry, RestArgs, SpringArgs, between, clip_named},
    batch::{self, Done, Form, Named, stem},
    escape::escaped,
    json, message,
    outbox::{self, Outbox},
    save::{self, Target, Work},
    source::{Source, reason, shown},
    standard::is_standard,
    status::Status,
};

const LONG_ABOUT: &str = "\
Apply the motion of one body to another of any proportions, rest pose, joint names and units. Both must be human: hips, arms and \
legs are detected, or named in a rig file.

The path of the hips scales with the leg length. Planted feet do not slide, hands follow the source's proportions, the limits of the \
target hold, and twists of arms and legs are spread over its twist joints.

MOTION is a file, or a folder of files. With one file and one FIGURE, OUT is a file whose extension selects the format (.glb, .vrm, .gltf, \
.fbx, .usda, .bvh, .vmd). Otherwise OUT is a folder, created if needed: each motion is written to NAME.glb, or to FIGURE-NAME.glb for several figures; --to selects another \
format. A file that fails is reported and does not stop the others; the exit status is then 2.";

const AFTER: &str = "\
Examples:
  kansetsu retarget kansetsu-demo/demo.glb figure:mannequin -o demo.glb
  kansetsu retarget kansetsu-demo/demo.glb figure:mannequin -o demo.bvh --clip demo --rate 60
  kansetsu retarget kansetsu-demo figure:mannequin -o retargeted --to bvh

A motion file without a skeleton (VMD, AMC) needs --model, for example --model hero.pmx.";

/// Apply a motion to other figures
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A file with a motion, figure:NAME, - for standard input, or a folder
    #[arg(value_name = "MOTION")]
    motion: PathBuf,
    /// The figures to move: files of any supported format, or figure:NAME
    #[arg(value_name = "FIGURE", required = true)]
    figures: Vec<PathBuf>,
    /// The output file, or a folder for several files; - for GLB on standard output
    #[arg(short, long = "out", value_name = "OUT")]
    out: PathBuf,
    /// Use only this clip: its name or its index [default: the first of each file]
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    clip: Option<String>,
    /// The frame rate, frames per second [default: that of the motion, or 30]
    #[arg(long, value_name = "PER_SECOND", value_parser = between(0.1, 1000.0), allow_hyphen_values = true)]
    rate: Option<f32>,
    /// The model of the motion, for files without a skeleton (VMD, AMC)
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    springs: SpringArgs,
    /// The format of files in a folder
    #[arg(long, value_name = "FORMAT", default_value = "glb", value_parser = save::FORMATS)]
    to: String,
    /// Print JSON: {"frames", "rate", "planted", "foot_slide", "hand_error", "reference",
    /// "target_reference"}; for several files {"files": [...]} with "file", "out", "status" and
    /// "error"
    #[arg(long)]
    json: bool,
}

/// The extensions of motion files in a folder.
const MOTIONS: [&str; 8] = ["bvh", "fbx", "vmd", "amc", "vrma", "glb", "gltf", "vrm"];

/// One motion for one figure.
#[derive(Debug)]
struct Task {
    motion: PathBuf,
    figure: usize,
    out: PathBuf,
}

/// The JSON of `retarget --json`.
#[derive(Debug, Serialize)]
struct Moved {
    frames: usize,
    /// Frames per second.
    rate: f32,
    /// The number of planted feet and balls in all frames.
    planted: usize,
    /// Metres.
    foot_slide: f32,
    hand_error: f32,
    /// The poses in which the two bodies are measured.
    reference: ReferenceEntry,
    target_reference: ReferenceEntry,
}

/// Runs `kansetsu retarget`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let tasks = args.tasks()?;
    let figures = args
        .figures
        .iter()
        .map(|path| Source::open(path))
        .collect::<anyhow::Result<Vec<Source>>>()?;
    // In a folder each file gets its own name.
    if let Some(task) = tasks.iter().find(|task| task.out == args.out) {
        let done = args.carry_over(task, &figures[task.figure])?;
        let text = if args.json { json::text(&done.entry)? } else { done.text };
        message::result_beside([task.out.as_path()], &text)?;
        return Ok(done.status);
    }
    outbox::make_folder(&args.out)?;
    let named = |task: &Task| Named {
        file: task.motion.to_string_lossy().into_owned(),
        out: Some(task.out.to_string_lossy().into_owned()),
    };
    batch::many(&tasks, (Form::of(args.json), named), |task| {
        args.carry_over(task, &figures[task.figure])
    })
}

impl Args {
    /// The jobs; an error if an output cannot be written.
    fn tasks(&self) -> anyhow::Result<Vec<Task>> {
        let is_folder = self.motion.is_dir();
        let motions = if is_folder { motions_in(&self.motion)? } else { vec![self.motion.clone()] };
        let into_folder = is_folder || self.figures.len() > 1 || self.out.is_dir();
        if !into_folder {
            outbox::check(&self.out)?;
            Target::of(&self.out)?;
            return Ok(vec![Task {
                motion: self.motion.clone(),
                figure: 0,
                out: self.out.clone(),
            }]);
        }
        if is_standard(&self.out) {
            bail!("- takes one file; use a folder for several files");
        }
        let mut tasks: Vec<Task> = Vec::new();
        for motion in &motions {
            for (figure, path) in self.figures.iter().enumerate() {
                let name = if self.figures.len() > 1 {
                    format!("{}-{}", stem(path), stem(motion))
                } else {
                    stem(motion)
                };
                let out = self.out.join(format!("{name}.{}", self.to));
                if let Some(other) = tasks.iter().find(|task| task.out == out) {
                    bail!(
                        "{} and {} would both be written to \"{}\"; rename one",
                        shown(&other.motion),
                        shown(motion),
                        out.display()
                    );
                }
                tasks.push(Task { motion: motion.clone(), figure, out });
            }
        }
        Ok(tasks)
    }

    /// Writes one file and reports it in a line.
    fn carry_over(&self, task: &Task, target: &Source) -> anyhow::Result<Done<Moved>> {
        let mut source = match &self.model {
            Some(model) => Source::open_with(model, Some(&task.motion))?,
            None => Source::open(&task.motion)?,
        };
        if source.format == "VMD" {
            bail!(
                "{} holds a motion without a skeleton; name its model with --model",
                shown(&task.motion)
            );
        }
        self.rest.put_on(&mut source)?;
        let clip = self.clip_of(&source, &task.motion)?;
        let options = Retarget { rate: self.rate, ..Retarget::default() };
        let mut done = options.run(&source.figure, clip, &target.figure)?;
        let rest = target.figure.rig.skeleton.rest_pose();
        done.poses.iter_mut().for_each(|pose| target.settle(&rest, pose));
        let name = if clip.name.is_empty() { stem(&task.motion) } else { clip.name.clone() };
        let mut moved = Clip {
            weights: clip.weights.clone(),
            ..Clip::from_poses(&name, &target.figure.saved_pose(), &done.poses, done.rate)
        };
        target.figure.adopt_weights(&mut moved).iter().for_each(|lost| message::warning(lost));
        let moved = self.springs.baked(target, moved)?;
        let saved = target.save(&task.out, &Work { clips: &[moved], ..Work::default() })?;
        let mut outbox = Outbox::default();
        outbox.add_saved(&task.out, &saved)?;
        outbox.send()?;
        let Report { frames, planted, foot_slide, hand_error, .. } = done.report;
        let [reference, target_reference] =
            [&source, target].map(|side| ReferenceEntry::of(&side.figure));
        let entry = Moved {
            frames,
            rate: done.rate,
            planted,
            foot_slide,
            hand_error,
            reference,
            target_reference,
        };
        Ok(Done {
            text: line(task, &done) + &measured(&source, target),
            entry,
            status: Status::Done,
        })
    }

    fn clip_of<'a>(&self, source: &'a Source, path: &Path) -> anyhow::Result<&'a Clip> {
        let clips = &source.figure.clips;
        match (&self.clip, &self.model) {
            // The model's own clips come first.
            (None, Some(_)) => clips.last(),
            (None, None) => clips.first(),
            (Some(word), _) => return clip_named(&source.figure, Some(word)),
        }
        .ok_or_else(|| anyhow!("{} holds no motion", shown(path)))
    }
}

/// The motion files of a folder, by extension, sorted by name.
fn motions_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let failed = |failure: std::io::Error| {
        anyhow!("cannot read the folder \"{}\": {}", folder.display(), reason(&failure))
    };
    let mut motions = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if MOTIONS.contains(&ending.as_str()) && path.is_file() {
            motions.push(path);
        }
    }
    motions.sort();
    if motions.is_empty() {
        bail!(
            "there is no motion in the folder \"{}\": expected files with the extensions {}",
            folder.display(),
            MOTIONS.join(", ")
        );
    }
    Ok(motions)
}

/// Reports each body that is not measured in the rest pose of its file.
fn measured(source: &Source, target: &Source) -> String {
    let replaced = [("the motion", source), ("the figure", target)]
        .into_iter()
        .filter(|(_, side)| side.figure.reference.is_replaced());
    replaced
        .map(|(what, side)| {
            format!("  {what} is measured by {}\n", side.figure.reference_summary())
        })
        .collect()
}

fn line(task: &Task, done: &Retargeted) -> String {
    let Report { frames, planted, foot_slide, hand_error, .. } = done.report;
    let feet = if planted == 0 {
        "no foot is planted".to_owned()
    } else {
        format!("planted feet slide by {:.1} mm at most", foot_slide * 1e3)
    };
    let out = if is_standard(&task.out) {
        "standard output".to_owned()
    } else {
        escaped(&task.out.to_string_lossy()).into_owned()
    };
    format!(
        "{}: {frames} frames, {feet}, hands within {:.1} mm; wrote {out}\n",
        escaped(&shown(&task.motion)),
        hand_error * 1e3
    )
}
