//! The types of command-line arguments.

mod camera;
mod clip_choice;
mod face;
mod file;
mod goal_args;
mod joint_aim;
mod joint_choice;
mod joint_shares;
mod joint_value;
mod method_args;
mod number;
mod posed_file;
mod posture_choice;
mod rest_frame;
mod session_choice;
mod size;
mod springs;

pub(crate) use camera::CameraArgs;
pub(crate) use clip_choice::{ClipArgs, clip_named};
pub(crate) use face::FaceArgs;
pub(crate) use file::FileArg;
pub(crate) use goal_args::GoalArgs;
pub(crate) use joint_aim::{JointAim, axis};
pub(crate) use joint_choice::{joint_named, label};
pub(crate) use joint_shares::JointShares;
pub(crate) use joint_value::{JointDirection, JointNumber, JointOn, JointPoint, JointTurn, point};
pub(crate) use method_args::MethodArgs;
pub(crate) use number::{between, finite, within};
pub(crate) use posed_file::PosedFile;
pub(crate) use posture_choice::{PostureArg, PostureChoice};
pub(crate) use rest_frame::{ReferenceEntry, RestArgs};
pub(crate) use session_choice::{BlendBy, Feet, Root, SolverChoice, Start, Switch};
pub(crate) use size::Size;
pub(crate) use springs::SpringArgs;
