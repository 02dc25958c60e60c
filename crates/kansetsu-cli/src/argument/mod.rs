//! What the words on the command line mean.

mod camera;
mod clip_choice;
mod joint_aim;
mod joint_choice;
mod joint_shares;
mod joint_value;
mod size;

pub(crate) use camera::CameraArgs;
pub(crate) use clip_choice::{ClipArgs, clip_named, pose_at};
pub(crate) use joint_aim::{JointAim, axis};
pub(crate) use joint_choice::{joint_named, label};
pub(crate) use joint_shares::JointShares;
pub(crate) use joint_value::{JointDirection, JointNumber, JointPoint, JointTurn};
pub(crate) use size::Size;

/// A number that is one, and finite.
pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("\"{text}\" is not a finite number")),
        Err(_) => Err(format!("\"{text}\" is not a number")),
    }
}

/// Reads a number from `min` to `max`.
pub(crate) fn between(min: f32, max: f32) -> impl Fn(&str) -> Result<f32, String> + Clone + Send + Sync {
    move |text| match finite(text)? {
        number if (min..=max).contains(&number) => Ok(number),
        number => Err(format!("{number} is outside the range; give a number from {min} to {max}")),
    }
}

/// Reads `X,Y` or `X,Y,Z`.
pub(crate) fn point<const N: usize>(text: &str) -> Result<[f32; N], String> {
    joint_value::numbers(text, ["X", "X,Y", "X,Y,Z"][N.clamp(1, 3) - 1])
}
