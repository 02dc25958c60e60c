//! The solvers.
//!
//! Each is a struct of named parameters with `solve` (for ease) and `solve_with` (with a [`Scratch`], for the hot path).
//! [`Solver`] is any of them, for a chain or for a [`Body`] with several goals. The parameters mean what they mean in [`crate::d3::solve`].

mod aim;
mod aim_chain;
mod auto;
mod body;
mod ccd;
mod dls;
mod elbow;
mod fabrik;
mod fabrik_tree;
mod in_space;
mod solver;
mod tip_goal;
mod two_bone;
mod whole_body;

use glam::{Affine2, Vec2};

pub use aim::Aim;
pub use aim_chain::AimChain;
pub use auto::Auto;
pub use body::Body;
pub use ccd::Ccd;
pub use dls::Dls;
pub use elbow::{Elbow, ElbowPlace};
pub use fabrik::Fabrik;
pub use fabrik_tree::FabrikTree;
pub use solver::Solver;
pub use two_bone::TwoBone;
pub(crate) use two_bone::two_joints;
pub use whole_body::WholeBody;

pub use crate::d3::solve::{Root, Scope};

use super::{ActiveLimit, Chain, Goal, GoalReport, Orientation, Pose, Report, angle_of};
use crate::{
    Error, d3,
    math::{angle::wrap_angle, vector},
    ops,
};

/// Memory that solvers use again, so that a solve allocates nothing once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    report: Report,
    /// The pose in the plane z = 0.
    pose: d3::Pose,
    in_space: d3::solve::Scratch,
    maps: Vec<Affine2>,
    /// The chain's rotations as they came, for when a solve has to be undone.
    kept: Vec<f32>,
    /// The same, for a solver that calls two others.
    before: Vec<f32>,
    aim: d3::solve::AimChain,
    goals: Vec<d3::Goal>,
    body_maps: Vec<Affine2>,
}

/// Whether chain, goal and pose fit together and hold only numbers.
pub(super) fn check(chain: &Chain, goal: &Goal, pose: &Pose) -> Result<(), Error> {
    if pose.locals.len() != chain.joint_count {
        return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: chain.joint_count });
    }
    if goal.joint != chain.tip() {
        return Err(Error::GoalOutsideChain { joint: goal.joint, tip: chain.tip() });
    }
    goal.check()?;
    for joint in chain.ancestors.iter().copied().chain(chain.joints()) {
        if let Some(what) = pose.locals[joint].fault() {
            return Err(Error::InvalidTransform { joint: format!("number {joint} of the pose"), what });
        }
    }
    Ok(())
}

/// The tip's map to model space.
fn tip(chain: &Chain, pose: &Pose) -> Affine2 {
    chain.joints.iter().fold(chain.model_from_base(pose), |model, entry| model * pose.locals[entry.joint].to_affine())
}

/// What became of a goal whose joint stands so.
fn measure_goal(goal: &Goal, model_from_joint: &Affine2) -> GoalReport {
    let reached = model_from_joint.transform_point2(goal.offset);
    let target = goal.position.map_or(reached, |position| goal.region.nearest(position, reached));
    let angle = match goal.orientation {
        None => 0.0,
        Some(Orientation::Full(wanted)) => wrap_angle(wanted - angle_of(model_from_joint)).abs(),
        Some(Orientation::LookAt { axis, target }) => signed_angle(model_from_joint.matrix2 * axis, target - reached).abs(),
    };
    GoalReport { joint: goal.joint, target, reached, distance: vector::length_told((target - reached).extend(0.0)), angle }
}

/// Fills the report's goal and active limits from the pose.
fn measure(chain: &Chain, goal: &Goal, pose: &Pose, report: &mut Report) -> Result<(), Error> {
    let measured = measure_goal(goal, &tip(chain, pose));
    if !(measured.reached.is_finite() && measured.distance.is_finite()) {
        return Err(Error::InvalidNumber { what: "the tip's place in model space", value: f32::INFINITY });
    }
    report.goals.push(measured);
    for entry in chain.joints.iter().filter(|entry| !entry.held) {
        let bounds = entry.limit.active_bounds(pose.locals[entry.joint].rotation - entry.rest, crate::d3::report::ACTIVE_TOLERANCE);
        report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint: entry.joint, bound }));
    }
    Ok(())
}

/// From `a` to `b`, radians in (-π, π], counter-clockwise; 0 when one of them vanishes.
pub(super) fn signed_angle(a: Vec2, b: Vec2) -> f32 {
    let unit = |v: Vec2| vector::unit(v.extend(0.0)).map(|v| v.truncate());
    let (Some(a), Some(b)) = (unit(a), unit(b)) else { return 0.0 };
    ops::atan2(a.perp_dot(b), a.dot(b))
}

fn keep(chain: &Chain, pose: &Pose, kept: &mut Vec<f32>) {
    kept.clear();
    kept.extend(chain.joints.iter().map(|entry| pose.locals[entry.joint].rotation));
}

fn restore(chain: &Chain, pose: &mut Pose, kept: &[f32]) {
    for (entry, &rotation) in chain.joints.iter().zip(kept) {
        pose.locals[entry.joint].rotation = rotation;
    }
}

fn check_number(what: &'static str, value: f32, min: f32, max: f32) -> Result<(), Error> {
    crate::error::in_range(what, value, [min, max])
}
