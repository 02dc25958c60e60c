//! What the words on the command line mean.

mod camera;
mod clip_choice;
mod goal_args;
mod joint_aim;
mod joint_choice;
mod joint_shares;
mod joint_value;
mod method_args;
mod posture_choice;
mod rest_frame;
mod session_choice;
mod size;

pub(crate) use camera::CameraArgs;
pub(crate) use clip_choice::{ClipArgs, clip_named};
pub(crate) use goal_args::GoalArgs;
pub(crate) use joint_aim::{JointAim, axis};
pub(crate) use joint_choice::{joint_named, label};
pub(crate) use joint_shares::JointShares;
pub(crate) use joint_value::{JointDirection, JointNumber, JointOn, JointPoint, JointTurn};
pub(crate) use method_args::MethodArgs;
pub(crate) use posture_choice::PostureChoice;
pub(crate) use rest_frame::{ReferenceEntry, RestArgs};
pub(crate) use session_choice::{BlendBy, Feet, Root, SolverChoice, Start, Switch};
pub(crate) use size::Size;

/// A number that is one, and finite.
pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("\"{text}\" is not a finite number")),
        Err(_) => Err(format!("\"{text}\" is not a number")),
    }
}

/// Reads a number from `min` to `max`. What is past a bound by rounding alone, as sums of tenths are, is the bound.
pub(crate) fn between(min: f32, max: f32) -> impl Fn(&str) -> Result<f32, String> + Clone + Send + Sync {
    move |text| within(finite(text)?, [min, max]).ok_or_else(|| format!("{text} is outside the range; give a number from {min} to {max}"))
}

/// The number, if it is in its range but for rounding, in its range.
pub(crate) fn within(number: f32, [min, max]: [f32; 2]) -> Option<f32> {
    let slack = ROUNDING * (max - min).min(1.0);
    let below = if min > 0.0 { slack.min(ROUNDING * min) } else { slack };
    (min - below..=max + slack).contains(&number).then(|| number.clamp(min, max))
}

/// As much of its range, and of 1 at most, may a number be past it.
const ROUNDING: f32 = 1e-6;

/// Reads `X,Y` or `X,Y,Z`.
pub(crate) fn point<const N: usize>(text: &str) -> Result<[f32; N], String> {
    joint_value::numbers(text, ["X", "X,Y", "X,Y,Z"][N.clamp(1, 3) - 1])
}
