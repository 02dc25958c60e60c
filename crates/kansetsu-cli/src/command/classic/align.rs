//! Align-and-attach with Euler limits, on the mannequin.

use anyhow::anyhow;
use kansetsu::{
    classic::{AlignAttach, AlignBody, AlignGoals, AlignJoints, AlignLimb, AlignLimits},
    d3::{Pose, Skeleton},
    glam::{Quat, Vec3},
};
use kansetsu_formats::{Figure, Role};

use super::{
    output::Output,
    trace::{Handle, State, Trace},
};
use crate::argument::{label, point};

const AFTER: &str = "\
Examples:
  kansetsu classic align --left-hand 0.3,1.2,0.4 --steps 30
  kansetsu classic align --hips 0.05,0.8,0 --left-foot 0.1,0.1,0 --right-foot -0.1,0.1,0 \\
    --limits none --picture align.svg";

/// Run align-and-attach: one pass per step over five handles of the mannequin, with Euler limits
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub(super) struct Args {
    /// The target of the hips, metres
    #[arg(long, value_name = "X,Y,Z", value_parser = point::<3>, allow_hyphen_values = true)]
    hips: Option<[f32; 3]>,
    /// The target of the left hand, metres [default: 0.4,1.2,0.3 if no handle is set]
    #[arg(long, value_name = "X,Y,Z", value_parser = point::<3>, allow_hyphen_values = true)]
    left_hand: Option<[f32; 3]>,
    /// The target of the right hand, metres
    #[arg(long, value_name = "X,Y,Z", value_parser = point::<3>, allow_hyphen_values = true)]
    right_hand: Option<[f32; 3]>,
    /// The target of the left foot, metres
    #[arg(long, value_name = "X,Y,Z", value_parser = point::<3>, allow_hyphen_values = true)]
    left_foot: Option<[f32; 3]>,
    /// The target of the right foot, metres
    #[arg(long, value_name = "X,Y,Z", value_parser = point::<3>, allow_hyphen_values = true)]
    right_foot: Option<[f32; 3]>,
    /// published: with the slip that leaves the right upper leg free; symmetric: with the slip
    /// fixed; none
    #[arg(long, value_enum, default_value_t = Table::Published)]
    limits: Table,
    #[command(flatten)]
    pub(super) output: Output,
}

/// The table of limits.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Table {
    Published,
    Symmetric,
    None,
}

/// Runs the method.
pub(super) fn trace(args: &Args) -> anyhow::Result<Trace> {
    let figure = kansetsu_figures::mannequin();
    let skeleton = &figure.rig.skeleton;
    let joints = joints(&figure)?;
    let limits = match args.limits {
        Table::Published => AlignLimits::PUBLISHED,
        Table::Symmetric => AlignLimits::SYMMETRIC,
        Table::None => AlignLimits::NONE,
    };
    // The table is for a figure that faces -Z; the mannequin faces +Z.
    let body = AlignBody::new(skeleton, joints, limits, Quat::from_xyzw(0.0, 1.0, 0.0, 0.0))?;
    let goals = args.goals();
    let handles = [
        (joints.hips, goals.hips),
        (joints.left_arm.tip, goals.left_hand),
        (joints.right_arm.tip, goals.right_hand),
        (joints.left_leg.tip, goals.left_foot),
        (joints.right_leg.tip, goals.right_foot),
    ];
    let handles: Vec<(usize, Vec3)> =
        handles.into_iter().filter_map(|(joint, goal)| Some((joint, goal?))).collect();
    let mut pose = skeleton.rest_pose();
    let mut steps = vec![state(0, skeleton, &pose, &handles, "start")];
    for step in args.output.numbers() {
        AlignAttach::default().step(skeleton, &body, &goals, &mut pose)?;
        steps.push(state(step, skeleton, &pose, &handles, "one pass"));
    }
    let handle = |&(joint, target): &(usize, Vec3)| Handle {
        joint: label(skeleton, joint),
        index: joint,
        target: target.to_array().to_vec(),
    };
    Ok(Trace {
        method: "align",
        unit: "m",
        goals: handles.iter().map(handle).collect(),
        bones: bones(skeleton),
        steps,
    })
}

impl Args {
    fn goals(&self) -> AlignGoals {
        let handle = |place: Option<[f32; 3]>| place.map(Vec3::from_array);
        let goals = AlignGoals {
            hips: handle(self.hips),
            left_hand: handle(self.left_hand),
            right_hand: handle(self.right_hand),
            left_foot: handle(self.left_foot),
            right_foot: handle(self.right_foot),
        };
        if goals == AlignGoals::default() {
            AlignGoals { left_hand: Some(Vec3::new(0.4, 1.2, 0.3)), ..goals }
        } else {
            goals
        }
    }
}

/// Every joint with its parent.
pub(super) fn bones(skeleton: &Skeleton) -> Vec<[usize; 2]> {
    let joints = skeleton.joints().iter().enumerate();
    joints.filter_map(|(index, joint)| Some([joint.parent?, index])).collect()
}

/// The position of every joint.
pub(super) fn state(
    step: usize,
    skeleton: &Skeleton,
    pose: &Pose,
    handles: &[(usize, Vec3)],
    note: &str,
) -> State {
    let joints: Vec<Vec3> = skeleton.forward(pose).iter().map(|map| map.translation).collect();
    let distances = handles.iter().map(|&(joint, target)| joints[joint].distance(target)).collect();
    State::in_space(step, &joints, distances, note.to_owned())
}

fn joints(figure: &Figure) -> anyhow::Result<AlignJoints> {
    let joint = |role: Role| {
        figure
            .rig
            .roles
            .get(&role)
            .copied()
            .ok_or_else(|| anyhow!("the mannequin has no role {}", role.name()))
    };
    let limb =
        |shoulder: Option<Role>, [upper, lower, tip]: [Role; 3]| -> anyhow::Result<AlignLimb> {
            Ok(AlignLimb {
                shoulder: shoulder.map(joint).transpose()?,
                upper: joint(upper)?,
                lower: joint(lower)?,
                tip: joint(tip)?,
            })
        };
    Ok(AlignJoints {
        hips: joint(Role::Hips)?,
        left_arm: limb(
            Some(Role::LeftShoulder),
            [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
        )?,
        right_arm: limb(
            Some(Role::RightShoulder),
            [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
        )?,
        left_leg: limb(None, [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot])?,
        right_leg: limb(None, [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot])?,
    })
}
