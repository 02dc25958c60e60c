//! `kansetsu render`: a picture of a figure.

use std::path::PathBuf;

use anyhow::bail;
use kansetsu::d3::Pose;
use kansetsu_draw::{Actor, Frame, Grid, Scene, Sheet, SkeletonStyle, contact_sheet};
use kansetsu_formats::Figure;

use crate::{
    argument::FileArg,
    argument::{CameraArgs, ClipArgs, FaceArgs, SpringArgs},
    message,
    outbox::{self, Outbox},
    picture::{self, Format},
    report,
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Draw a figure at rest, at a time of a clip, or, with --sheet, at times spread evenly over a clip.

--view sets the direction of the camera; its distance fits everything into the picture. The same input produces the same \
bytes on every machine.";

const AFTER: &str = "\
Examples:
  kansetsu render figure:mannequin -o mannequin.png
  kansetsu render kansetsu-demo/demo.glb --clip demo --time 0.3 --view side --skeleton -o step.png
  kansetsu render kansetsu-demo/demo.glb --clip demo --sheet 2x4 --size 400x500 -o moments.png
  kansetsu render figure:arm --view -30,20 --skeleton --limits -o arm.svg
  kansetsu solve figure:arm --goal LeftHand=0.3,0.1,0.2 -o - | kansetsu render - -o arm.png

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.";

/// Draw a figure, or a clip as a contact sheet
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    file: FileArg,
    /// The output picture: .png or .svg; - for PNG on standard output
    #[arg(short, long = "out", value_name = "OUT.png|OUT.svg")]
    out: PathBuf,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    face: FaceArgs,
    #[command(flatten)]
    springs: SpringArgs,
    #[command(flatten)]
    camera: CameraArgs,
    /// Draw the skeleton over the surface
    #[arg(long)]
    skeleton: bool,
    /// Draw the limits of the joints
    #[arg(long)]
    limits: bool,
    /// Draw a whole clip as a PNG contact sheet: frames spread evenly over it (the first clip
    /// without --clip)
    #[arg(long, value_name = "ROWSxCOLS", conflicts_with_all = ["time", "eyes"], allow_hyphen_values = true)]
    sheet: Option<Grid>,
}

/// Runs `kansetsu render`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let format = Format::of(&args.out)?;
    outbox::check(&args.out)?;
    if args.sheet.is_some() && format == Format::Svg {
        bail!("a sheet is drawn as PNG; use the extension .png, or remove --sheet");
    }
    let mut source = args.clip.open(&args.file.file)?;
    if args.springs.are_on() && args.sheet.is_none() && !args.clip.poses(&source) {
        bail!("--springs needs a motion; select a clip with --clip, and its time with --time");
    }
    args.springs.put_on(&mut source)?;
    let mut pose = match args.sheet {
        None => args.clip.pose(&source)?,
        Some(_) => source.figure.saved_pose(),
    };
    if args.sheet.is_none() {
        args.clip.set_face(&mut source)?;
    }
    args.face.put_on(&mut source, &mut pose)?;
    let bytes = match args.sheet {
        None => picture::of_scene(
            &args.scene(&source.figure, &pose),
            &args.camera.picture(&source.figure, 960),
            format,
        )?,
        Some(grid) => args.sheet(&source, grid)?,
    };
    let mut outbox = Outbox::default();
    outbox.add(&args.out, &bytes)?;
    outbox.send()?;
    message::result_beside([args.out.as_path()], &report::wrote(&args.out))?;
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

    /// The clip from its start to its end, one cell for each time.
    fn sheet(&self, source: &Source, grid: Grid) -> anyhow::Result<Vec<u8>> {
        let (figure, clip) = (&source.figure, self.clip.chosen(source)?);
        let cells = grid.rows * grid.columns;
        let times: Vec<f32> = (0..cells)
            .map(|cell| clip.duration * cell as f32 / (cells - 1).max(1) as f32)
            .collect();
        // Expressions move vertices, so that each cell has its own figure.
        let mut faces: Vec<Figure> = Vec::new();
        for &time in times.iter().filter(|_| !clip.weights.is_empty()) {
            let mut weights = clip.weights_at(time);
            weights.retain(|(name, _)| !self.face.sets(name));
            let mut face = figure.clone();
            face.apply_expressions(&weights, &mut figure.saved_pose())?;
            faces.push(face);
        }
        let frame = |(cell, &time): (usize, &f32)| {
            let mut pose = figure.saved_pose();
            clip.sample(time, &mut pose);
            let scene = self.scene(faces.get(cell).unwrap_or(figure), &pose);
            Frame { scene, caption: format!("{time:.2} s") }
        };
        let frames: Vec<Frame<'_>> = times.iter().enumerate().map(frame).collect();
        Ok(picture::content(contact_sheet(
            &frames,
            &Sheet { grid, picture: self.camera.picture(figure, 320) },
        )?))
    }
}
