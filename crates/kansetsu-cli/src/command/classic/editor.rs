//! The tools of the classic pose editor, on an embedded figure.

use anyhow::anyhow;
use kansetsu::{
    classic::{AxisCcd, EditorCcd, EditorChain, FrameAxis, move_joint, move_joint_along},
    d3::{Pose, Skeleton, frame::bone_frames},
    glam::{Quat, Vec3},
};

use super::{
    align,
    output::Output,
    trace::{Handle, Trace},
};
use crate::argument::{finite, joint_named, label, point};

const AFTER: &str = "\
Examples:
  kansetsu classic editor --joint LeftHand --target 0.3,1.3,0.4 --levels 2
  kansetsu classic editor --joint Head --levels 0 --float Chest --target 0.3,1.5,0.2
  kansetsu classic editor --tool rotate-axis --axis y --pixels 40 --joint LeftHand
  kansetsu classic editor --tool move --joint LeftHand --target 0.6,1.6,0.3 --picture move.svg";

/// Run CCD and move of the classic pose editor: drag a joint of the mannequin
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub(super) struct Args {
    /// The embedded figure
    #[arg(long, value_name = "NAME", default_value = "mannequin")]
    figure: String,
    /// The dragged joint: its name, role or index
    #[arg(long, value_name = "JOINT", default_value = "LeftHand", allow_hyphen_values = true)]
    joint: String,
    /// The target of the drag, metres (all tools but rotate-axis)
    #[arg(long, value_name = "X,Y,Z", default_value = "0.3,1.3,0.4", value_parser = point::<3>, allow_hyphen_values = true)]
    target: [f32; 3],
    /// The number of joints that rotate, counted from the dragged joint's parent; 0 for all up to
    /// the root
    #[arg(long, value_name = "N", default_value_t = 2, allow_hyphen_values = true)]
    levels: usize,
    /// A FLOAT joint: chains end there, for any --levels (repeat for more joints)
    #[arg(long = "float", value_name = "JOINT", allow_hyphen_values = true)]
    floats: Vec<String>,
    /// rotate: one iteration of free CCD per step; rotate-axis: CCD about one axis, further with
    /// each step; move and move-axis: translate the bone's joint, further with each step
    #[arg(long, value_enum, default_value_t = Tool::Rotate)]
    tool: Tool,
    /// The axis of rotate-axis and move-axis, in the frame of the dragged bone: z lies along the
    /// bone
    #[arg(long, value_enum, default_value_t = Axis::X)]
    axis: Axis,
    /// The total path of the pointer, pixels: each is 1.5° about x and y, 0.0375° about z
    /// (rotate-axis)
    #[arg(long, value_name = "PX", default_value_t = 40.0, value_parser = finite, allow_hyphen_values = true)]
    pixels: f32,
    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Tool {
    Rotate,
    RotateAxis,
    Move,
    MoveAxis,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Axis {
    X,
    Y,
    Z,
}

/// Runs the method.
pub(super) fn trace(args: &Args) -> anyhow::Result<Trace> {
    let figure = kansetsu_figures::figure(&args.figure).ok_or_else(|| {
        anyhow!(
            "no embedded figure is named \"{}\"; the names are {}",
            args.figure,
            kansetsu_figures::NAMES.join(", ")
        )
    })?;
    let skeleton = &figure.rig.skeleton;
    let dragged = joint_named(&figure, &args.joint)?;
    let floats = args
        .floats
        .iter()
        .map(|word| joint_named(&figure, word))
        .collect::<anyhow::Result<Vec<usize>>>()?;
    let rest = skeleton.rest_pose();
    let drag = Drag::new(args, skeleton, dragged, &floats)?;
    // About an axis the target follows from the pixels.
    let target = if args.tool == Tool::RotateAxis {
        drag.pose_at(skeleton, &rest, 1.0)?.1
    } else {
        Vec3::from_array(args.target)
    };
    let mut steps = vec![align::state(0, skeleton, &rest, &[(dragged, target)], "start")];
    let mut pose = rest.clone();
    for step in args.output.numbers() {
        let note = if args.tool == Tool::Rotate {
            let report =
                EditorCcd { max_rounds: 1 }.solve(skeleton, &drag.chain, target, &mut pose)?;
            if report.iterations > 0 { "one iteration" } else { "no rotation" }
        } else {
            pose = drag.pose_at(skeleton, &rest, step as f32 / args.output.steps as f32)?.0;
            "dragged"
        };
        steps.push(align::state(step, skeleton, &pose, &[(dragged, target)], note));
    }
    let goals = vec![Handle {
        joint: label(skeleton, dragged),
        index: dragged,
        target: target.to_array().to_vec(),
    }];
    Ok(Trace { method: "editor", unit: "m", goals, bones: align::bones(skeleton), steps })
}

/// A drag of one joint with one tool.
struct Drag<'a> {
    args: &'a Args,
    dragged: usize,
    chain: EditorChain,
    /// The frame of the dragged bone, which belongs to the dragged joint's parent.
    frame: Quat,
    /// The position of the dragged joint at the press.
    from: Vec3,
}

impl<'a> Drag<'a> {
    fn new(
        args: &'a Args,
        skeleton: &Skeleton,
        dragged: usize,
        floats: &[usize],
    ) -> anyhow::Result<Self> {
        let chain =
            EditorChain::new(skeleton, dragged, args.levels, |joint| floats.contains(&joint))?;
        let from = skeleton.forward(&skeleton.rest_pose())[dragged].translation;
        let frame = bone_frames(skeleton, &[])[chain.joints()[0]];
        Ok(Self { args, dragged, chain, frame, from })
    }

    /// The pose after this fraction of the path, from the pose at the press, and the target of the
    /// joint.
    fn pose_at(
        &self,
        skeleton: &Skeleton,
        press: &Pose,
        part: f32,
    ) -> anyhow::Result<(Pose, Vec3)> {
        let mut pose = press.clone();
        let axis = match self.args.axis {
            Axis::X => FrameAxis::X,
            Axis::Y => FrameAxis::Y,
            Axis::Z => FrameAxis::Z,
        };
        let target = self.from.lerp(Vec3::from_array(self.args.target), part);
        let report = match self.args.tool {
            Tool::Rotate => EditorCcd::default().solve(skeleton, &self.chain, target, &mut pose),
            Tool::RotateAxis => {
                let drag = AxisCcd { axis, pixels: self.args.pixels * part, ..AxisCcd::default() };
                drag.solve(skeleton, &self.chain, self.frame, &mut pose)
            }
            Tool::Move => move_joint(skeleton, self.dragged, target, &mut pose),
            Tool::MoveAxis => {
                move_joint_along(skeleton, self.dragged, (self.frame, axis), target, &mut pose)
            }
        }?;
        Ok((pose, report.goals.first().map_or(target, |goal| goal.target)))
    }
}
