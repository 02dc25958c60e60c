//! A chain in a pose: check before a solve, measurement after it, backup and restore.

use glam::Affine2;

use crate::{
    Error,
    d2::{ActiveLimit, Chain, Goal, GoalReport, Orientation, Pose, Report, angle_of},
    d3::report::ACTIVE_TOLERANCE,
    math::{
        angle::{signed_angle, wrap_angle},
        vector,
    },
};

/// Checks that chain, goal and pose fit together and are finite.
pub(in crate::d2) fn check(chain: &Chain, goal: &Goal, pose: &Pose) -> Result<(), Error> {
    if pose.locals.len() != chain.joint_count {
        return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: chain.joint_count });
    }
    if goal.joint != chain.tip() {
        return Err(Error::GoalOutsideChain { joint: goal.joint, tip: chain.tip() });
    }
    goal.check()?;
    for joint in chain.ancestors.iter().copied().chain(chain.joints()) {
        if let Some(what) = pose.locals[joint].fault() {
            return Err(Error::InvalidTransform {
                joint: format!("number {joint} of the pose"),
                what,
            });
        }
    }
    Ok(())
}

/// The tip's `model_from_joint`.
pub(super) fn tip(chain: &Chain, pose: &Pose) -> Affine2 {
    chain.joints.iter().fold(chain.model_from_base(pose), |model, entry| {
        model * pose.locals[entry.joint].to_affine()
    })
}

/// The result for a goal whose joint has this transform.
pub(super) fn measure_goal(goal: &Goal, model_from_joint: &Affine2) -> GoalReport {
    let reached = model_from_joint.transform_point2(goal.offset);
    let target = goal.position.map_or(reached, |position| goal.region.nearest(position, reached));
    let angle = match goal.orientation {
        None => 0.0,
        Some(Orientation::Full(wanted)) => wrap_angle(wanted - angle_of(model_from_joint)).abs(),
        Some(Orientation::LookAt { axis, target }) => {
            signed_angle(model_from_joint.matrix2 * axis, target - reached).abs()
        }
    };
    GoalReport {
        joint: goal.joint,
        target,
        reached,
        distance: vector::reported_length((target - reached).extend(0.0)),
        angle,
    }
}

/// Fills the report's goal and active limits from the pose.
pub(super) fn measure(
    chain: &Chain,
    goal: &Goal,
    pose: &Pose,
    report: &mut Report,
) -> Result<(), Error> {
    let measured = measure_goal(goal, &tip(chain, pose));
    if !(measured.reached.is_finite() && measured.distance.is_finite()) {
        return Err(Error::InvalidNumber {
            what: "the tip's position in model space",
            value: f32::INFINITY,
        });
    }
    report.goals.push(measured);
    for entry in chain.joints.iter().filter(|entry| !entry.held) {
        let bounds = entry
            .limit
            .active_bounds(pose.locals[entry.joint].rotation - entry.rest, ACTIVE_TOLERANCE);
        report.active_limits.extend(bounds.map(|bound| ActiveLimit { joint: entry.joint, bound }));
    }
    Ok(())
}

/// Copies the rotations of a chain.
pub(super) fn keep(chain: &Chain, pose: &Pose, kept: &mut Vec<f32>) {
    kept.clear();
    kept.extend(chain.joints.iter().map(|entry| pose.locals[entry.joint].rotation));
}

/// Restores copied rotations of a chain.
pub(super) fn restore(chain: &Chain, pose: &mut Pose, kept: &[f32]) {
    for (entry, &rotation) in chain.joints.iter().zip(kept) {
        pose.locals[entry.joint].rotation = rotation;
    }
}
