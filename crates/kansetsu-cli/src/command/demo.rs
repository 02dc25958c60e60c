//! `kansetsu demo`: shows what Kansetsu does, on an embedded figure.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use kansetsu::{
    d3::{Pose, rotation_of},
    glam::{Affine3, Quat, Vec2, Vec3},
};
use kansetsu_draw::{Frame, Grid, Mark, Picture, Prop, Sheet, View, contact_sheet};
use kansetsu_figures::scenes::{self, Scene};
use kansetsu_formats::{
    Clip, Figure,
    keypoints::{self, ObservedPoint, Point},
};
use kansetsu_humanoid::keypoints::{Camera, Lens};
use serde::Serialize;

use crate::{
    argument::Size,
    json, message,
    motion::{Summary, play},
    outbox::{self, Outbox},
    picture,
    reach::Solved,
    report,
    save::Work,
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Show what Kansetsu does: the embedded mannequin reaches with both hands, steps on a box, crouches and looks around. \
Hands and feet are moved by inverse kinematics in every frame, inside anatomical limits.

Writes five files into DIR, which is created if needed:
  contact-sheet.png  frames of the motion, with the goals
  demo.glb           the mannequin with the motion as a clip, for any glTF viewer
  keypoints.json     one frame of it as keypoints of a picture, for `kansetsu pose-from`
  report.json        the result of each goal over all frames
  trackers.csv       its head and hands as tracker poses, for `kansetsu track`

Prints for each goal the largest distance over all frames, the iterations, the median time of a solve, and the active \
limits.";

const AFTER: &str = "\
Examples:
  kansetsu demo                   into ./kansetsu-demo
  kansetsu demo --out demo";

/// Write a contact sheet, a GLB and a report of an embedded figure
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The output folder
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
    /// The number of frames on the contact sheet
    #[arg(long, value_name = "ROWSxCOLS", default_value = "3x4", allow_hyphen_values = true)]
    sheet: Grid,
    /// The size of each frame, pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value_t = CELL, allow_hyphen_values = true)]
    size: Size,
}

const DEFAULT_FOLDER: &str = "kansetsu-demo";
/// From the side, so that the box does not hide the feet behind it.
const VIEW: View = View::new(54.0, 14.0);
const CELL: Size = Size { width: 360, height: 460 };

impl Default for Args {
    fn default() -> Self {
        Self { out: PathBuf::from(DEFAULT_FOLDER), sheet: Grid::default(), size: CELL }
    }
}

/// The contents of `report.json`.
#[derive(Debug, Serialize)]
struct Record<'a> {
    figure: &'a str,
    frames: usize,
    frames_per_second: f32,
    acts: Vec<ActEntry<'a>>,
    #[serde(flatten)]
    summary: &'a Summary,
}

#[derive(Debug, Serialize)]
struct ActEntry<'a> {
    name: &'a str,
    first_frame: usize,
    frames: usize,
}

/// Runs `kansetsu demo`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    outbox::make_folder(&args.out)?;
    let path = |name: &str| args.out.join(name);
    let names = ["contact-sheet.png", "demo.glb", "keypoints.json", "report.json", "trackers.csv"];
    let [sheet, glb, points, record, trackers] = names.map(path);
    let progress = progress();
    progress.set_message("building the mannequin");
    let scene = scenes::demo_sequence();
    let source = Source::open(Path::new(&format!("figure:{}", scene.figure)))?;
    progress.inc(1);
    progress.set_message(format!("solving {} frames", scene.frames.len()));
    let frames = play(&scene, &source.figure)?;
    let summary = Summary::of(&frames);
    progress.inc(1);
    let mut outbox = Outbox::default();
    progress.set_message("saving the motion");
    let poses: Vec<_> = frames.iter().map(|frame| frame.pose.clone()).collect();
    let clip = Clip::from_poses(scene.name, &source.figure.saved_pose(), &poses, scene.rate);
    outbox.add_saved(&glb, &source.save(&glb, &Work { clips: &[clip], ..Work::default() })?)?;
    outbox.add(&record, json::text(&Record::of(&scene, &summary))?.as_bytes())?;
    outbox.add(&trackers, tracked(&source.figure, &poses, scene.rate)?.as_bytes())?;
    outbox.add(&points, seen(&source.figure, &poses[poses.len() / 4])?.as_bytes())?;
    progress.inc(1);
    progress.set_message("drawing");
    outbox.add(&sheet, &args.draw(&scene, &source.figure, &frames)?)?;
    outbox.send()?;
    drop(progress);
    message::result(&page(&scene, &summary, &[&sheet, &glb, &points, &record, &trackers]))?;
    Ok(Status::Done)
}

/// The transforms of head and hands in each frame.
fn tracked(figure: &Figure, poses: &[Pose], rate: f32) -> anyhow::Result<String> {
    let mut text = "time,tracker,x,y,z,qx,qy,qz,qw\n".to_owned();
    for (frame, pose) in poses.iter().enumerate() {
        let joints = figure.rig.skeleton.forward(pose);
        for name in ["head", "leftHand", "rightHand"] {
            let joint = &joints[figure.find_joint(name)?];
            let numbers =
                joint.translation.to_array().into_iter().chain(rotation_of(joint).to_array());
            let numbers: Vec<String> = numbers.map(|number| format!("{number:.6}")).collect();
            writeln!(text, "{:.4},{name},{}", frame as f32 / rate, numbers.join(","))?;
        }
    }
    Ok(text)
}

/// A pose as OpenPose sees it from the front and slightly from the left.
fn seen(figure: &Figure, pose: &Pose) -> anyhow::Result<String> {
    let size = Vec2::new(960.0, 720.0);
    let lens = Lens::new(size, 40.0)?;
    let turn = Quat::from_rotation_y(0.5) * Quat::from_rotation_x(-0.15);
    let camera = Camera {
        model_from_camera: Affine3::from_rotation_translation(
            turn,
            Vec3::Y + turn * (Vec3::Z * 3.5),
        ),
        lens,
    };
    let joints = figure.rig.skeleton.forward(pose);
    let places = keypoints::body_points(figure);
    let see = |(&point, &(joint, offset)): (&Point, &(usize, Vec3))| {
        let at = camera.project(joints[joint].transform_point3(offset))?;
        Some(ObservedPoint { point, pixel: (10.0 * at).round() / 10.0, confidence: 1.0 })
    };
    let points: Vec<ObservedPoint> = places.iter().filter_map(see).collect();
    let people =
        [serde_json::json!({ "pose_keypoints_2d": keypoints::numbers(&Point::BODY_25, &points) })];
    json::text(
        &serde_json::json!({ "version": 1.3, "canvas_width": size.x, "canvas_height": size.y, "people": people }),
    )
}

/// A progress bar on a terminal; hidden otherwise.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new(4).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}") {
        bar.set_style(style);
    }
    bar
}

impl<'a> Record<'a> {
    fn of(scene: &'a Scene, summary: &'a Summary) -> Self {
        let act = |act: &'a scenes::Act| ActEntry {
            name: act.name,
            first_frame: act.frames.start,
            frames: act.frames.len(),
        };
        Self {
            figure: scene.figure,
            frames: scene.frames.len(),
            frames_per_second: scene.rate,
            acts: scene.acts.iter().map(act).collect(),
            summary,
        }
    }
}

impl Args {
    /// Frames spread evenly over the motion, each with its goals.
    fn draw(&self, scene: &Scene, figure: &Figure, frames: &[Solved]) -> anyhow::Result<Vec<u8>> {
        let cells = (self.sheet.rows * self.sheet.columns) as usize;
        let cell = |cell: usize| {
            let index = cell * frames.len().saturating_sub(1) / (cells - 1).max(1);
            Frame { scene: shown(scene, figure, &frames[index]), caption: caption(scene, index) }
        };
        let cells: Vec<Frame<'_>> = (0..cells).map(cell).collect();
        let picture = Picture {
            width: self.size.width,
            height: self.size.height,
            view: VIEW,
            ..Picture::default()
        };
        Ok(picture::content(contact_sheet(&cells, &Sheet { grid: self.sheet, picture })?))
    }
}

/// One frame: the figure, the props and the goals.
fn shown<'a>(scene: &Scene, figure: &'a Figure, solved: &Solved) -> kansetsu_draw::Scene<'a> {
    let mut shown = kansetsu_draw::Scene::new(figure, &solved.pose);
    shown.props =
        scene.props.iter().map(|prop| Prop::cuboid(prop.center, prop.half * 2.0)).collect();
    shown.marks =
        solved.goals.goals.iter().map(|goal| Mark::target(Vec3::from_array(goal.target))).collect();
    shown
}

fn caption(scene: &Scene, frame: usize) -> String {
    let act = scene.acts.iter().find(|act| act.frames.contains(&frame)).map_or("", |act| act.name);
    format!("{:.1} s  {act}", frame as f32 / scene.rate)
}

/// The printed summary.
fn page(scene: &Scene, summary: &Summary, files: &[&Path]) -> String {
    let seconds = scene.frames.len() as f32 / scene.rate;
    let mut page = format!(
        "{} frames ({seconds:.1} s) of the {}, limits on\n\n{}\n",
        scene.frames.len(),
        scene.figure,
        summary.table()
    );
    page.push_str(&format!("{} solves, median {:.1} µs each\n", summary.solves, summary.micros));
    files.iter().for_each(|file| page.push_str(&report::wrote(file)));
    page
}
