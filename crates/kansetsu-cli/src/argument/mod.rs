//! What the words on the command line mean.

mod camera;
mod clip_choice;
mod joint_choice;
mod joint_value;
mod size;

pub(crate) use camera::CameraArgs;
pub(crate) use clip_choice::{ClipArgs, clip_named, pose_at};
pub(crate) use joint_choice::{joint_named, label};
pub(crate) use joint_value::{JointPoint, JointTurn};
pub(crate) use size::Size;

/// A number that is one, and finite.
pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("\"{text}\" is not a finite number")),
        Err(_) => Err(format!("\"{text}\" is not a number")),
    }
}
