//! `kansetsu ground`: feet of a pose or a clip on slopes and steps.

use std::path::PathBuf;

use anyhow::bail;
use kansetsu::{
    d3::{
        Pose,
        ground::{Block, Foot, FootSolver, Ground, Phase, Plane, Surface},
    },
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Figure, gltf::Bake};
use serde::Serialize;

use crate::{
    argument::{FileArg, between, finite, label},
    message,
    motion::{Measured, MomentArgs, Moments},
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Place the feet of a pose or a clip on the ground: a floor at another height, a slope, blocks as steps and kerbs. \
Planted feet do not slide, soles follow the ground, and the pelvis sinks where a leg would be too short.

The clip is taken to walk on a level floor at --clip-floor. One pose (without --rate) is lowered or raised until a sole touches.";

const AFTER: &str = "\
Examples:
  kansetsu ground kansetsu-demo/demo.glb --clip demo --rate 30 --slope 10 -o uphill.glb
  kansetsu ground kansetsu-demo/demo.glb --rate 30 --block=-1,0.3,1,2,0.12 -o kerb.glb
  kansetsu ground figure:mannequin --height -0.2 --slope 15 --heading 90 -o stands.glb

kansetsu-demo/demo.glb is written by `kansetsu demo`.";

/// Place the feet of a pose or a clip on slopes and steps
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    file: FileArg,
    #[command(flatten)]
    moments: MomentArgs,
    /// Height of the ground at the origin, metres
    #[arg(long, value_name = "METRES", default_value_t = 0.0, value_parser = finite, allow_hyphen_values = true, help_heading = "Ground")]
    height: f32,
    /// Slope of the ground, degrees
    #[arg(long, value_name = "DEG", default_value_t = 0.0, value_parser = between(0.0, 60.0), allow_hyphen_values = true, help_heading = "Ground")]
    slope: f32,
    /// Direction in which the slope rises, degrees from +Z towards +X
    #[arg(long, value_name = "DEG", default_value_t = 0.0, value_parser = between(-360.0, 360.0), allow_hyphen_values = true, help_heading = "Ground")]
    heading: f32,
    /// A block with a level top between two corners, metres (repeat for stairs)
    #[arg(long = "block", value_name = "X,Z,X,Z,TOP", value_parser = block, allow_hyphen_values = true, help_heading = "Ground")]
    blocks: Vec<Block>,
    /// Height of the level floor in the clip, metres [default: 0]
    #[arg(long, value_name = "METRES", value_parser = finite, allow_hyphen_values = true, help_heading = "Ground")]
    clip_floor: Option<f32>,
    /// Save the figure here: .glb, .vrm, or .gltf (text); - for GLB on standard output
    #[arg(short, long = "out", value_name = "OUT.glb")]
    out: Option<PathBuf>,
    /// Print JSON: {"frames", "rate", "feet": [{"foot", "index", "deepest", "planted",
    /// "farthest"}]}
    #[arg(long)]
    json: bool,
}

/// The document of `ground --json`.
#[derive(Debug, Serialize)]
struct Document {
    frames: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f32>,
    feet: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    foot: String,
    index: usize,
    /// How deep a sole is below the ground at most, metres.
    deepest: f32,
    /// Frames in which the foot is planted.
    planted: usize,
    /// The largest distance between its contact point and the target of that, metres.
    farthest: f32,
}

/// Runs `kansetsu ground`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let output =
        Measured { out: args.out.as_deref(), bake: Bake::Never, done: "grounded", json: args.json };
    output.check()?;
    let mut source = args.moments.open(&args.file.file)?;
    let mut moments = args.moments.moments(&mut source)?;
    source.put_on_face()?;
    let document = args.place(&source.figure, &mut moments)?;
    if document.feet.iter().all(|entry| entry.planted == 0) {
        message::warning(
            "no foot is planted: the ground is more than 0.6 leg lengths from the floor of the clip, or that floor is not at --clip-floor",
        );
    }
    output.finish(&source, &moments, (&document, &document.table()))?;
    Ok(Status::Done)
}

impl Args {
    fn ground(&self) -> impl Ground + '_ {
        let rises = Quat::from_rotation_y(self.heading.to_radians()) * Vec3::Z;
        let (sin, cos) = self.slope.to_radians().sin_cos();
        let plane = Plane { point: Vec3::Y * self.height, normal: Vec3::Y * cos - rises * sin };
        move |place: Vec3| -> Option<Surface> {
            let surfaces = [plane.surface_at(place), self.blocks[..].surface_at(place)];
            surfaces.into_iter().flatten().max_by(|a, b| a.height.total_cmp(&b.height))
        }
    }

    /// Places the feet in every pose.
    fn place(&self, figure: &Figure, moments: &mut Moments) -> anyhow::Result<Document> {
        let mut solver = FootSolver::new(&figure.rig, figure.floor_at_rest())?;
        if solver.feet().is_empty() {
            bail!(
                "no leg of this figure ends at the floor in its rest pose; name its limbs in a rig file"
            );
        }
        let seconds = moments.rate().map(|rate| 1.0 / rate);
        if self.clip_floor.is_some() && seconds.is_none() {
            bail!("--clip-floor is for a clip; add --rate");
        }
        let floor = self.clip_floor.unwrap_or(0.0);
        let (mut document, ground) = (Document::new(figure, solver.feet(), moments), self.ground());
        for pose in &mut moments.poses {
            match seconds {
                Some(seconds) => solver.step(pose, (floor, seconds), &ground)?,
                None => solver.plant(pose, &ground)?,
            }
            document.measure(figure, &solver, (pose, &ground));
        }
        Ok(document)
    }
}

impl Document {
    fn new(figure: &Figure, feet: &[Foot], moments: &Moments) -> Self {
        let entry = |foot: &Foot| Entry {
            foot: label(&figure.rig.skeleton, foot.ankle),
            index: foot.ankle,
            deepest: 0.0,
            planted: 0,
            farthest: 0.0,
        };
        Self {
            frames: moments.poses.len(),
            rate: moments.rate(),
            feet: feet.iter().map(entry).collect(),
        }
    }

    /// Measures a placed pose by forward kinematics.
    fn measure(
        &mut self,
        figure: &Figure,
        solver: &FootSolver,
        (pose, ground): (&Pose, &impl Ground),
    ) {
        let joints = figure.rig.skeleton.forward(pose);
        let feet = solver.feet().iter().zip(&solver.state().feet);
        for (entry, (foot, state)) in self.feet.iter_mut().zip(feet) {
            let depths = foot
                .soles(&joints)
                .map(|sole| ground.surface_at(sole).map_or(0.0, |surface| surface.height - sole.y));
            entry.deepest = depths.into_iter().fold(entry.deepest, f32::max);
            entry.planted += usize::from(state.phase == Phase::Planted);
            let contact = joints[foot.ankle].transform_point3(state.contact_in_ankle);
            entry.farthest = entry.farthest.max(contact.distance(state.contact));
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            "foot",
            "frames planted",
            "deepest below ground (mm)",
            "largest distance to target (mm)",
            "",
        ]);
        for entry in &self.feet {
            let lengths =
                [entry.deepest, entry.farthest].map(|metres| format!("{:.1}", metres * 1e3));
            let [deepest, farthest] = lengths;
            table.row([entry.foot.clone(), entry.planted.to_string(), deepest, farthest]);
        }
        table
    }
}

/// Two corners and the height of the top.
fn block(text: &str) -> Result<Block, String> {
    let numbers = text.split(',').map(finite).collect::<Result<Vec<f32>, String>>()?;
    let [x0, z0, x1, z1, top] = numbers[..] else {
        return Err(format!(
            "\"{text}\" needs five numbers: X,Z of one corner, X,Z of the opposite one, TOP"
        ));
    };
    let (low, high) =
        (Vec3::new(x0.min(x1), top, z0.min(z1)), Vec3::new(x0.max(x1), top, z0.max(z1)));
    Ok(Block { min: low, max: high })
}
