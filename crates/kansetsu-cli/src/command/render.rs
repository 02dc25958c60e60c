//! `kansetsu render`: a picture of a figure.

use std::path::PathBuf;

use kansetsu::d3::Pose;
use kansetsu_draw::{Actor, Picture, Scene, SkeletonStyle, View};
use kansetsu_formats::Figure;

use super::Status;
use crate::{
    argument::{ClipArgs, Size, pose_at},
    message,
    outbox::{self, Outbox},
    picture::{self, Format},
    report,
    source::Source,
};

const LONG_ABOUT: &str = "\
Draw a figure at rest, at a moment of a clip, or, with --sheet, at moments spread evenly over a clip.

The camera stands where --view says and as far away as it takes to have everything in the picture. The same input gives the same \
bytes on every machine.";

const AFTER: &str = "\
Examples:
  kansetsu render figure:mannequin -o mannequin.png
  kansetsu render robot.glb --clip Robot_Walking --time 0.3 --view side --skeleton -o step.png
  kansetsu render robot.glb --clip Robot_Walking --sheet 2x4 --size 1600x800 -o walking.png
  kansetsu render figure:arm --view -30,20 --skeleton --limits -o arm.svg";

/// Draw a figure, or a clip as a contact sheet
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A glTF or GLB file, or figure:NAME
    #[arg(value_name = "FILE")]
    file: String,
    /// Where to put the picture: .png or .svg
    #[arg(short, long = "out", value_name = "OUT.png|OUT.svg")]
    out: PathBuf,
    #[command(flatten)]
    clip: ClipArgs,
    /// How large, pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "960x960", allow_hyphen_values = true)]
    size: Size,
    /// From where: front, back, left (or side), right, top, bottom, three-quarter, iso, or AZ,EL in degrees
    ///
    /// Azimuth 0 is in front of a figure that faces +Z, 90 on its left; elevation 0 is level, 90 above.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", allow_hyphen_values = true)]
    view: View,
    /// Draw the skeleton over the surface
    #[arg(long)]
    skeleton: bool,
    /// Draw the joints' limits
    #[arg(long)]
    limits: bool,
}

/// Runs `kansetsu render`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let format = Format::of(&args.out)?;
    outbox::check(&args.out)?;
    let source = Source::open(&args.file)?;
    let pose = pose_at(&source.figure, &args.clip)?;
    let bytes = picture::of_scene(&args.scene(&source.figure, &pose), &args.picture(), format)?;
    let mut outbox = Outbox::default();
    outbox.add(&args.out, &bytes)?;
    outbox.send()?;
    message::result(&report::wrote(&args.out))?;
    Ok(Status::Done)
}

impl Args {
    fn scene<'a>(&self, figure: &'a Figure, pose: &Pose) -> Scene<'a> {
        Scene { actors: vec![self.actor(figure, pose)], ..Scene::default() }
    }

    fn actor<'a>(&self, figure: &'a Figure, pose: &Pose) -> Actor<'a> {
        let mut actor = Actor::new(figure, pose);
        if self.skeleton {
            actor.skeleton = SkeletonStyle::Shown;
        }
        if self.limits {
            let limited = figure.rig.limits.iter().enumerate().filter(|(_, limit)| limit.is_some());
            actor.limits = limited.map(|(joint, _)| joint).collect();
        }
        actor
    }

    fn picture(&self) -> Picture {
        Picture { width: self.size.width, height: self.size.height, view: self.view, ..Picture::default() }
    }
}
