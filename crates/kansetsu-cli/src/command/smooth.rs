//! `kansetsu smooth`: removes the jitter of a clip.

use std::path::PathBuf;

use kansetsu::{
    d3::{Pose, Skeleton, SmoothPosition, SmoothRotation, Smoothing},
    glam::Quat,
};
use kansetsu_formats::{Figure, gltf::Bake};
use serde::Serialize;

use crate::{
    angle::angle_between,
    argument::{between, clip_named, joint_named, label},
    motion::{Measured, Moments},
    source::Source,
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Smooth a clip over time: every joint follows its keys as a critically damped spring, which does not overshoot, and no joint \
rotates faster than --max-speed. The motion does not depend on the rate. The result is a new clip in the file.

Smoothing adds a lag: about 1.2 times --half-life for a joint at constant speed.";

const AFTER: &str = "\
Examples:
  kansetsu smooth kansetsu-demo/demo.glb --clip demo --half-life 0.05 -o soft.glb
  kansetsu smooth kansetsu-demo/demo.glb --joint LeftHand --joint RightHand --max-speed 720 \\
    --rate 60 -o hands.glb

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.";

/// Smooth a clip over time, and cap the speed of joints
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A file of any supported format, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The clip: its name or its index [default: the first one]
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    clip: Option<String>,
    /// Smooth only this joint (repeat for more joints)
    #[arg(long = "joint", value_name = "JOINT", allow_hyphen_values = true)]
    joints: Vec<String>,
    /// The time in which half of the way to a new position is done, seconds; 0 for no smoothing
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1, value_parser = between(0.0, 100.0), allow_hyphen_values = true)]
    half_life: f32,
    /// The maximum speed of a joint, degrees per second [default: no cap]
    #[arg(long, value_name = "DEG", value_parser = between(0.001, 1e6), allow_hyphen_values = true)]
    max_speed: Option<f32>,
    /// The frame rate of the new clip, frames per second
    #[arg(long, value_name = "PER_SECOND", default_value_t = 60.0, value_parser = between(0.1, 1000.0), allow_hyphen_values = true)]
    rate: f32,
    /// Save the figure with the new clip here: .glb, .vrm, or .gltf (text); - for GLB on standard
    /// output
    #[arg(short, long = "out", value_name = "OUT.glb")]
    out: Option<PathBuf>,
    /// Print JSON: {"clip", "rate", "frames", "joints": [{"joint", "index", "max_speed_before",
    /// "max_speed_after", "max_lag"}]}
    #[arg(long)]
    json: bool,
}

/// The JSON of `smooth --json`.
#[derive(Debug, Serialize)]
struct Document {
    clip: String,
    rate: f32,
    frames: usize,
    /// The joints that rotate.
    joints: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    joint: String,
    index: usize,
    /// Radians per second.
    max_speed_before: f32,
    max_speed_after: f32,
    /// The largest lag of the smoothed rotation behind the keys, radians.
    max_lag: f32,
}

/// Runs `kansetsu smooth`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let output =
        Measured { out: args.out.as_deref(), bake: Bake::Never, done: "smooth", json: args.json };
    output.check()?;
    let source = Source::open(&args.file)?;
    let clip = clip_named(&source.figure, args.clip.as_deref())?;
    let keyed = Moments::of_clip(&source.figure, clip, args.rate)?;
    let mut smooth = keyed.clone();
    let joints = args.smooth(&source.figure, &mut smooth.poses)?;
    let document = Document::new(
        &source.figure.rig.skeleton,
        &clip.name,
        args.rate,
        (&keyed.poses, &smooth.poses),
        &joints,
    );
    output.finish(&source, &smooth, (&document, &document.table()))?;
    Ok(Status::Done)
}

impl Args {
    /// Smooths the poses in place, and returns the selected joints.
    fn smooth(&self, figure: &Figure, poses: &mut [Pose]) -> anyhow::Result<Vec<usize>> {
        let named = self
            .joints
            .iter()
            .map(|word| joint_named(figure, word))
            .collect::<anyhow::Result<Vec<usize>>>()?;
        let joints =
            if named.is_empty() { (0..figure.rig.skeleton.len()).collect() } else { named };
        let turning = Smoothing {
            half_life: self.half_life,
            max_speed: self.max_speed.map_or(f32::INFINITY, f32::to_radians),
        };
        let moving = Smoothing { half_life: self.half_life, ..Smoothing::default() };
        let Some(first) = poses.first().cloned() else { return Ok(joints) };
        for &joint in &joints {
            let local = first.locals[joint];
            let (mut rotation, mut place) = (
                SmoothRotation::at(local.rotation.normalize()),
                SmoothPosition::at(local.translation),
            );
            for pose in poses.iter_mut().skip(1) {
                let local = &mut pose.locals[joint];
                rotation.update(local.rotation, 1.0 / self.rate, &turning)?;
                place.update(local.translation, 1.0 / self.rate, &moving)?;
                (local.rotation, local.translation) = (rotation.rotation, place.position);
            }
        }
        Ok(joints)
    }
}

impl Document {
    fn new(
        skeleton: &Skeleton,
        clip: &str,
        rate: f32,
        (before, after): (&[Pose], &[Pose]),
        joints: &[usize],
    ) -> Self {
        let entry = |&joint: &usize| {
            let lags = before
                .iter()
                .zip(after)
                .map(|(keyed, smooth)| angle_between(turn(keyed, joint), turn(smooth, joint)));
            Entry {
                joint: label(skeleton, joint),
                index: joint,
                max_speed_before: fastest(before, joint, rate),
                max_speed_after: fastest(after, joint, rate),
                max_lag: lags.fold(0.0, f32::max),
            }
        };
        let joints =
            joints.iter().map(entry).filter(|entry| entry.max_speed_before > 0.0).collect();
        Self { clip: clip.to_owned(), rate, frames: before.len(), joints }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(["joint", "fastest before (°/s)", "after (°/s)", "largest lag (°)", ""]);
        for entry in &self.joints {
            let degrees = [entry.max_speed_before, entry.max_speed_after, entry.max_lag]
                .map(|angle| format!("{:.1}", angle.to_degrees()));
            table.row([entry.joint.clone()].into_iter().chain(degrees));
        }
        table
    }
}

fn turn(pose: &Pose, joint: usize) -> Quat {
    pose.locals[joint].rotation.normalize()
}

/// Radians per second.
fn fastest(poses: &[Pose], joint: usize, rate: f32) -> f32 {
    poses
        .windows(2)
        .map(|pair| angle_between(turn(&pair[0], joint), turn(&pair[1], joint)) * rate)
        .fold(0.0, f32::max)
}
