//! `kansetsu euler`: joint rotations as three angles.

use clap::ValueEnum;
use kansetsu::{
    d3::{
        EulerOrder, Skeleton,
        frame::{FrameAngles, bone_frames},
    },
    glam::{Quat, Vec3},
};
use kansetsu_formats::Figure;
use serde::Serialize;

use crate::{
    argument::FileArg,
    argument::{JointPoint, joint_named, label},
    json, message,
    motion::{MomentArgs, Moments},
    source::Source,
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Print the rotation of joints from the rest pose as three Euler angles, in the frame of the joint's bone or of the joint itself, in any \
of the six orders.

A bone's frame has Z along the bone, from the joint to its first child, so the angle about Z is the twist. X is level, or \
on the side of a --third point. A joint without a bone uses the frame of its parent. XYZ is the product Rx Ry Rz: the last letter rotates first.

Over a clip (--rate) each triple is the one nearest to the previous frame, so curves do not jump by 360 degrees, even through gimbal \
lock. The table is in degrees, the JSON in radians.";

const AFTER: &str = "\
Examples:
  kansetsu euler figure:mannequin --joint LeftUpperArm
  kansetsu euler kansetsu-demo/demo.glb --clip demo --time 0.5 --order zxy --frame joint
  kansetsu euler kansetsu-demo/demo.glb --clip demo --rate 30 --joint LeftLowerLeg --json

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.";

/// Print joint rotations as three angles
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    file: FileArg,
    /// Print only this joint (repeat for more joints)
    #[arg(long = "joint", value_name = "JOINT", allow_hyphen_values = true)]
    joints: Vec<String>,
    /// The order in which the rotations are multiplied
    #[arg(long, value_enum, value_name = "ORDER", ignore_case = true, default_value_t = Order::Yxz)]
    order: Order,
    /// The frame of the axes
    #[arg(long, value_enum, value_name = "FRAME", default_value_t = Frame::Bone)]
    frame: Frame,
    /// The third point of JOINT's bone, its rest position in the world, metres: X of the frame lies
    /// in the plane of the bone and that point, on its side (repeat for more bones)
    #[arg(long = "third", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    thirds: Vec<JointPoint>,
    #[command(flatten)]
    moments: MomentArgs,
    /// Print JSON: {"order", "frame", "times", "joints": [{"joint", "index", "joint_from_frame",
    /// "angles"}]}
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    Zxy,
    Zyx,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
enum Frame {
    /// The bone's frame: Z along it
    Bone,
    /// The joint's local frame
    Joint,
}

/// The JSON of `euler --json`.
#[derive(Debug, Serialize)]
struct Document {
    order: EulerOrder,
    frame: Frame,
    /// Seconds.
    times: Vec<f32>,
    joints: Vec<Curve>,
}

/// A joint's angles, one triple for each time.
#[derive(Debug, Serialize)]
struct Curve {
    joint: String,
    index: usize,
    /// The axes, a unit quaternion.
    joint_from_frame: [f32; 4],
    /// About x, y and z of the frame, radians.
    angles: Vec<[f32; 3]>,
}

/// Runs `kansetsu euler`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut source = args.moments.open(&args.file.file)?;
    let document = args.document(&mut source)?;
    let text = if args.json { json::text(&document)? } else { document.table().to_string() };
    message::result(&text)?;
    Ok(Status::Done)
}

impl Args {
    fn document(&self, source: &mut Source) -> anyhow::Result<Document> {
        let moments = self.moments.moments(source)?;
        let figure = &source.figure;
        let skeleton = &figure.rig.skeleton;
        let chosen = self
            .joints
            .iter()
            .map(|word| joint_named(figure, word))
            .collect::<anyhow::Result<Vec<usize>>>()?;
        let joints = if chosen.is_empty() { (0..skeleton.len()).collect() } else { chosen };
        let order = self.order.into();
        let frames = match self.frame {
            Frame::Bone => bone_frames(skeleton, &self.thirds(figure)?),
            Frame::Joint => vec![Quat::IDENTITY; skeleton.len()],
        };
        let curve = |joint: usize| {
            Curve::new(skeleton, joint, FrameAngles { frame: frames[joint], order }, &moments)
        };
        Ok(Document {
            order,
            frame: self.frame,
            joints: joints.into_iter().map(curve).collect(),
            times: moments.times.clone(),
        })
    }
}

impl Args {
    fn thirds(&self, figure: &Figure) -> anyhow::Result<Vec<Option<Vec3>>> {
        let mut thirds = vec![None; figure.rig.skeleton.len()];
        for word in &self.thirds {
            thirds[joint_named(figure, &word.joint)?] = Some(word.point);
        }
        Ok(thirds)
    }
}

impl Curve {
    fn new(skeleton: &Skeleton, joint: usize, frame: FrameAngles, moments: &Moments) -> Self {
        let rest = skeleton.joints()[joint].rest.rotation;
        let mut last: Option<Vec3> = None;
        let mut angles = Vec::with_capacity(moments.poses.len());
        for pose in &moments.poses {
            let turn = rest.inverse() * pose.locals[joint].rotation.normalize();
            let next =
                last.map_or_else(|| frame.decompose(turn), |last| frame.decompose_near(turn, last));
            last = Some(next);
            // Adding zero turns -0 into 0.
            angles.push(next.to_array().map(|angle| angle + 0.0));
        }
        Self {
            joint: label(skeleton, joint),
            index: joint,
            joint_from_frame: frame.frame.to_array(),
            angles,
        }
    }
}

impl Document {
    fn table(&self) -> Table {
        let mut table = Table::new(["joint", "time (s)", "x (°)", "y (°)", "z (°)", ""]);
        for curve in &self.joints {
            for (time, angles) in self.times.iter().zip(&curve.angles) {
                let degrees = angles.map(|angle| format!("{:.2}", angle.to_degrees() + 0.0));
                table.row([curve.joint.clone(), format!("{time:.3}")].into_iter().chain(degrees));
            }
        }
        table
    }
}

impl From<Order> for EulerOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Xyz => Self::Xyz,
            Order::Xzy => Self::Xzy,
            Order::Yxz => Self::Yxz,
            Order::Yzx => Self::Yzx,
            Order::Zxy => Self::Zxy,
            Order::Zyx => Self::Zyx,
        }
    }
}
